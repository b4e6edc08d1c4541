import { DAY_MS } from "#schema/time.ts";
import { askForListing, type Checked } from "#worker/lookup/check-source.ts";
import type { Deps } from "#worker/deps.ts";
import { readUsername } from "#worker/database/username.store.ts";
import { readOwned } from "./recheck.store.ts";

/** Fewer posts than these can well be deleted. */
const FEWEST_MISSING = 10;
/** Age of a post's facts at which its doubt ends. `asked`: of the owner whose listing lacks it. */
const DOUBT_ENDS_MS = { asked: 3 * DAY_MS, others: 30 * DAY_MS };

type Answer = Map<string, Checked<unknown>>;
type Owned = Awaited<ReturnType<typeof readOwned>>[number];

const isDoubtful = (missing: number, asked: number): boolean =>
  missing >= FEWEST_MISSING && missing > asked / 2;

const leftOutOf = (answer: Answer): string[] =>
  [...answer].flatMap(([id, one]) => (one.state === "deleted" && one.isLeftOut ? [id] : []));

/** The posts of the owner who has the most. */
function largestShare(posts: readonly Owned[]): Owned[] {
  const shares = Map.groupBy(posts, ({ ownerId }) => ownerId);
  return [...shares.values()].toSorted((a, b) => b.length - a.length)[0] ?? [];
}

/** `own`: posts of the owner whose listing was asked for. */
function doubtedOf(
  posts: readonly Owned[],
  { own, listing, asked }: { own: Owned[]; listing: Checked<Set<string>>; asked: number },
  now: number,
): Owned[] {
  const isListed = ({ id }: Owned) => listing.state === "there" && listing.fresh?.has(id);
  if (own.some(isListed)) return [...posts];
  const isKnown = listing.state !== "unknown";
  if (isKnown && !isDoubtful(posts.length - own.length, asked - own.length)) return [];
  return posts.filter((post) => {
    const endsAfter = isKnown && own.includes(post) ? DOUBT_ENDS_MS.asked : DOUBT_ENDS_MS.others;
    return now - post.lastUpdated.getTime() < endsAfter;
  });
}

/**
 * An answer that lacks most of its posts may withhold them, as from an app without access to adult content, and an
 * emptied post does not come back by itself. The listing of the owner with the most of them decides (decision 084).
 * Changes doubted posts in `answer` to unknown ones, or deletes them there if no call is left for the listing. Returns
 * how many are unknown.
 */
export async function doubtLeftOut(
  deps: Deps,
  answer: Answer,
  waitForRoom: () => Promise<boolean>,
): Promise<number> {
  const leftOut = leftOutOf(answer);
  const asked = answer.size;
  if (!isDoubtful(leftOut.length, asked)) return 0;
  const posts = await readOwned(deps.db, leftOut);
  const own = largestShare(posts);
  const owner = own[0] && (await readUsername(deps.db, own[0].ownerId));
  if (!owner) return 0;
  const listing = (await waitForRoom()) ? await askForListing(deps, owner) : null;
  if (!listing || listing.state === "not_asked") {
    for (const id of leftOut) answer.delete(id);
    return 0;
  }
  const doubted = doubtedOf(posts, { own, listing, asked }, deps.clock.now());
  for (const { id } of doubted) answer.set(id, { state: "unknown", failure: null });
  return doubted.length;
}

/**
 * Changes posts in `answer` to unknown ones that the archive marked before they were stored here: the source, Reddit
 * then, showed them after the mark.
 */
export async function ignoreOlderMarks(deps: Deps, answer: Answer): Promise<void> {
  const marks = new Map<string, number>();
  for (const [id, one] of answer) {
    if (one.state === "deleted" && one.markedAt !== undefined) marks.set(id, one.markedAt);
  }
  if (marks.size === 0) return;
  for (const { id, createdAt } of await readOwned(deps.db, [...marks.keys()])) {
    const isOlder = createdAt.getTime() > (marks.get(id) ?? Infinity);
    if (isOlder) answer.set(id, { state: "unknown", failure: null });
  }
}
