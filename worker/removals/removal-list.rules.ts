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

/*
 * SQL conditions for queries of targets, as text for prepared statements and for drizzle. Each key test is one look-up
 * by primary key. The argument types allow known table names and aliases only.
 */
type Users = "reddit_user" | "t" | "o";
type Posts = "reddit_post" | "t";

const isListed = (kind: RemovalKind, key: string) =>
  `exists (select 1 from removal where kind = '${kind}' and key = ${key})`;

/** `user` names the table or its alias. */
export const isUserRemoved = (user: Users): string =>
  isListed("user", `lower(${user}.reddit_username)`);

/** Reads no row for a post without origins. */
const isOriginRemoved = (post: Posts | "unverified_post"): string =>
  `exists (select 1 from json_each(${post}.origins) origin where ${[
    isListed("post", "origin.value ->> 'id'"),
    isListed("user", "lower(origin.value ->> 'author')"),
    isListed("subreddit", "lower(origin.value ->> 'subreddit')"),
  ].join(" or ")})`;

/** `owner`: the joined reddit_user; null if the query does not join it. */
export function isPostRemoved(post: Posts, owner: Users | null): string {
  const byOwner =
    owner === null
      ? `exists (select 1 from reddit_user o where o.id = ${post}.reddit_user_id and ${isUserRemoved("o")})`
      : isUserRemoved(owner);
  const bySubreddit = isListed("subreddit", `lower(${post}.subreddit)`);
  return `(${isListed("post", `${post}.id`)} or ${bySubreddit} or ${byOwner} or ${isOriginRemoved(post)})`;
}

/** For waiting hearts, by the fields that the browser sent. */
export const IS_WAITING_REMOVED = `(${[
  isListed("post", "unverified_post.reddit_post_id"),
  isListed("user", "lower(unverified_post.username)"),
  isListed("subreddit", "lower(unverified_post.subreddit)"),
  isOriginRemoved("unverified_post"),
].join(" or ")})`;
