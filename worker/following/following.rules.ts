import type { FollowedCreator } from "#schema/api/following.ts";

interface Placed {
  id: string;
  /** Epoch seconds. */
  created: number;
}

/** Posts of the same second are ordered by id, so that a cursor is one position in any mixture of listings. */
function byTime(a: Placed, b: Placed): number {
  if (a.created !== b.created) return b.created - a.created;
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0;
}

const writeFollowingCursor = ({ created, id }: Placed): string => `${created.toString(36)}-${id}`;

/** `cursor` has the grammar of schema/api/following.ts. */
function readFollowingCursor(cursor: string): Placed {
  const dash = cursor.indexOf("-");
  return { created: Number.parseInt(cursor.slice(0, dash), 36), id: cursor.slice(dash + 1) };
}

/** The cursor is the last post shown, not an offset: newer posts shift nothing, so no page repeats or misses a post. */
export function takePage<Post extends Placed>(
  posts: readonly Post[],
  after: string | undefined,
  limit: number,
): { shown: Post[]; nextPage: string | null } {
  const last = after === undefined ? null : readFollowingCursor(after);
  const rest = posts.filter((post) => last === null || byTime(last, post) < 0).toSorted(byTime);
  const shown = rest.slice(0, limit);
  const end = shown.at(-1);
  return { shown, nextPage: end && rest.length > limit ? writeFollowingCursor(end) : null };
}

/** The least recently fetched listing that is not fresh; creators without one come first. */
export function nextToRefresh(
  creators: readonly Pick<FollowedCreator, "username" | "fetchedAt" | "isFresh">[],
  tried: readonly string[],
): string | null {
  const done = new Set(tried.map((name) => name.toLowerCase()));
  const waiting = creators.filter(
    ({ username, isFresh }) => !isFresh && !done.has(username.toLowerCase()),
  );
  const ages = waiting.toSorted((a, b) => (a.fetchedAt ?? "").localeCompare(b.fetchedAt ?? ""));
  return ages[0]?.username ?? null;
}
