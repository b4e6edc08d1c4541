import type { RemovalKind } from "#schema/api/removals.ts";
import type { CrosspostOrigin } from "#schema/crosspost-origin.ts";

interface PostAddress {
  /** With its prefix. */
  id: string;
  author: string;
  subreddit: string;
  /** The posts that it was crossposted from; missing in older cache entries. */
  origins?: readonly CrosspostOrigin[] | null | undefined;
}

/** One version of the list of removals. */
export class RemovalList {
  readonly version: number;
  readonly #keys: ReadonlySet<string>;

  constructor(version: number, keys: readonly string[]) {
    this.version = version;
    this.#keys = new Set(keys);
  }

  get isEmpty(): boolean {
    return this.#keys.size === 0;
  }

  #has(kind: RemovalKind, key: string): boolean {
    return this.#keys.size > 0 && this.#keys.has(`${kind}/${key}`);
  }

  hasUser = (username: string): boolean => this.#has("user", username.toLowerCase());
  hasPost = (id: string): boolean => this.#has("post", id);
  hasSubreddit = (name: string): boolean => this.#has("subreddit", name.toLowerCase());

  /** Lower case. */
  subreddits = (): string[] => {
    const prefix = "subreddit/";
    return [...this.#keys].flatMap((key) =>
      key.startsWith(prefix) ? key.slice(prefix.length) : [],
    );
  };

  countMissingIn = (other: RemovalList): number =>
    [...this.#keys].filter((key) => !other.#keys.has(key)).length;

  /** Whether the post, its author or its community was removed, or those of a post that it was crossposted from. */
  hides = ({ id, author, subreddit, origins }: PostAddress): boolean =>
    this.hasPost(id) ||
    this.hasUser(author) ||
    this.hasSubreddit(subreddit) ||
    (origins?.some((origin) => this.hides(origin)) ?? false);

  hidesFound = ({ post, origins }: { post: PostAddress } & Pick<PostAddress, "origins">): boolean =>
    this.hides({ ...post, origins });
}

/** Leaves out removed communities. */
export const shownAlsoIn = <T extends { subreddit: string }>(
  alsoIn: T[],
  removed: RemovalList,
): T[] =>
  removed.isEmpty ? alsoIn : alsoIn.filter(({ subreddit }) => !removed.hasSubreddit(subreddit));

export const NOTHING_REMOVED = new RemovalList(0, []);

/** The text of the copy in KV: the version, then the keys as JSON. */
export const printCopy = (version: number, keys: string): string => `${version}\n${keys}`;

const isList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

export function parseKeys(version: number, json: string): RemovalList {
  const keys: unknown = JSON.parse(json);
  if (!isList(keys)) throw new Error("not a list of removals");
  return new RemovalList(version, keys);
}

/** Throws for an unreadable copy, which must not count as an empty list. */
export function parseCopy(text: string): RemovalList {
  const end = text.indexOf("\n");
  const version = Number(text.slice(0, end));
  if (end < 1 || !Number.isSafeInteger(version)) throw new Error("not a copy of the removals");
  return parseKeys(version, text.slice(end + 1));
}
