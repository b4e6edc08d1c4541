import type {
  VoteResponse,
  VoteStatusBatchResponse,
  VoteStatusRequest,
} from "#schema/api/hearts.ts";
import { HOUR_MS } from "#schema/time.ts";
import { quickHash } from "#normalise/quick-hash.ts";
import { IsolateCache } from "#worker/cache/isolate-cache.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { logFailure } from "#worker/lib/log.ts";
import { retryIdempotent } from "#worker/database/retry.ts";
import type { Target } from "#worker/targets/target.ts";
import { storeFromSource } from "#worker/targets/targets.service.ts";
import { nsfwNames } from "#worker/nsfw-subreddits/nsfw-names.service.ts";
import type { RemovalList } from "#worker/removals/removal-list.rules.ts";
import { currentRemovals } from "#worker/removals/removal-list.service.ts";
import { hasArchive } from "#worker/source/open.ts";
import { withTimeout } from "#worker/lib/with-timeout.ts";
import { cachedHearts, forgetCounts, freshHearts, keyUnder } from "./heart-memory.ts";
import { NO_HEARTS, toTarget, type Hearts } from "./hearts.rules.ts";
import {
  addHeart,
  readCounts,
  removeHeart,
  type CountsQuery,
  type VoteResult,
} from "./hearts.store.ts";
import { readStatuses } from "./status.store.ts";

const ACCOUNT_KEY_MS = HOUR_MS;

/** Session id to account id, after a session's first vote in this isolate. */
const accountKeys = new IsolateCache<string>({ freshMs: ACCOUNT_KEY_MS, maxEntries: 5_000 });

/** The rate limit key: the account, or the session id before the session's first vote in this isolate. */
export const voterKey = (deps: Deps, sid: string): string => accountKeys.fresh(deps, sid) ?? sid;

async function changeHeart(
  deps: Deps,
  change: typeof addHeart,
  sid: string,
  target: Target,
): Promise<VoteResult> {
  const { clock, config, d1 } = deps;
  const { boardAgeMs } = config;
  const result = await retryIdempotent(clock, () =>
    change(d1, { sid, target, now: clock.now(), boardAgeMs }),
  );
  if (!result) throw new AppError("auth.required");
  accountKeys.set(deps, sid, result.accountId);
  forgetCounts(deps);
  return result;
}

/** Fetches an unknown target from the source first. */
export async function vote(deps: Deps, sid: string, target: Target): Promise<VoteResponse> {
  const { type } = target;
  let result = await changeHeart(deps, addHeart, sid, target);
  if (result.isRemoved) throw new AppError("hearts.removed");
  if (result.heartCount === null || result.isEmptied) {
    const storedId = await storeFromSource(deps, target, result.isDeletedAtSource === 1);
    if (storedId === null) throw new AppError("hearts.target_not_found");
    result = await changeHeart(deps, addHeart, sid, { type, by: "id", value: storedId });
  }
  const { heartCount, isEmptied, isRemoved } = result;
  if (isRemoved) throw new AppError("hearts.removed");
  if (heartCount === null || isEmptied) throw new AppError("hearts.target_not_found");
  return { success: true, voted: true, heartCount, message: `Successfully voted for ${type}!` };
}

/** Does not ask the source, so that a heart can be taken back even if its target is gone there. */
export async function unvote(deps: Deps, sid: string, target: Target): Promise<VoteResponse> {
  const { heartCount } = await changeHeart(deps, removeHeart, sid, target);
  return {
    success: true,
    voted: false,
    heartCount: heartCount ?? 0,
    message: `Vote removed for ${target.type}.`,
  };
}

async function findStatuses(deps: Deps, sid: string | null, targets: Target[], ranks = false) {
  const { clock, d1 } = deps;
  const rows = await retryIdempotent(clock, () =>
    readStatuses(d1, { sid, targets, ranks }, clock.now()),
  );
  const found = targets.map(() => ({ voted: false, heartCount: 0, rank: null as number | null }));
  for (const { place, heartCount, voted, rank } of rows) {
    found[place] = { voted: voted === 1, heartCount, rank };
  }
  return found;
}

export async function voteStatus(
  deps: Deps,
  sid: string | null,
  target: Target,
): Promise<VoteResponse> {
  const [status] = await findStatuses(deps, sid, [target]);
  const { voted = false, heartCount = 0 } = status ?? {};
  return { success: true, voted, heartCount, message: voted ? "Voted" : "Not voted" };
}

const removedOrigins = (
  removed: RemovalList,
  origins: { id: string; author: string }[],
): string[] => origins.flatMap((one) => (removed.hides({ ...one, subreddit: "" }) ? one.id : []));

/**
 * Counts, ranks, adult communities and removals for a listing that the companion fetched. One statement for signed-out
 * callers, who have no votes to read.
 */
async function listingStatuses(
  deps: Deps,
  sid: string | null,
  { items, origins = [] }: Pick<VoteStatusRequest, "items" | "origins">,
  creator: string,
): Promise<VoteStatusBatchResponse> {
  const named: Target = { type: "user", by: "name", value: creator.toLowerCase() };
  const targets = [...items.map(({ type, id }) => toTarget(type, id)), named];
  const postIds = targets.flatMap(({ type, value }) => (type === "post" ? [value] : []));
  const [counts, adult, removed, votes] = await Promise.all([
    retryIdempotent(deps.clock, () => heartsOf(deps, { username: creator, postIds })),
    nsfwNames(deps),
    currentRemovals(deps),
    sid === null ? [] : findStatuses(deps, sid, targets),
  ]);
  const statuses = items.map(({ type, id }, place) => {
    const known = counts.posts.get(targets[place]?.value ?? "");
    // A heart that waits for the source counts for its own account only.
    const { voted = false, heartCount = known?.heartCount ?? 0 } = votes[place] ?? {};
    return { type, id, voted, heartCount, rank: known?.rank ?? null };
  });
  const listing = {
    creator: {
      voted: votes[items.length]?.voted ?? false,
      heartCount: counts.user?.heartCount ?? 0,
      rank: counts.user?.rank ?? null,
    },
    removed: {
      creator: removed.hasUser(creator),
      posts: [...postIds.filter(removed.hasPost), ...removedOrigins(removed, origins)],
      subreddits: removed.subreddits().map(quickHash),
    },
    adultSubreddits: [...adult],
    hasArchive: hasArchive(deps),
  };
  return { success: true, items: statuses, listing };
}

/** Items keep the order and the spelling of the request. */
export async function voteStatuses(
  deps: Deps,
  sid: string | null,
  { items, creator, origins, ranks }: VoteStatusRequest,
): Promise<VoteStatusBatchResponse> {
  if (creator !== undefined) return listingStatuses(deps, sid, { items, origins }, creator);
  const targets = items.map(({ type, id }) => toTarget(type, id));
  const found = await findStatuses(deps, sid, targets, ranks);
  return {
    success: true,
    items: items.map(({ type, id }, place) => {
      const { voted = false, heartCount = 0, rank = null } = found[place] ?? {};
      return { type, id, voted, heartCount, ...(ranks && type === "user" && { rank }) };
    }),
  };
}

type HeartDeps = Pick<Deps, "d1" | "database" | "clock" | "waitUntil">;

const countsKey = ({ username, postIds }: CountsQuery) => `${username ?? ""} ${postIds.join()}`;

/** One statement at most. */
export async function heartsOf(deps: HeartDeps, query: CountsQuery): Promise<Hearts> {
  const bookmark = await deps.database.readBookmark();
  return cachedHearts(deps, countsKey(query), bookmark, () => readCounts(deps.d1, query));
}

const COUNTS_TIMEOUT_MS = 2_000;
/** Shown answers wait this long for counts. */
const SHOWN_COUNTS_TIMEOUT_MS = 50;

/** Returns null if the counts fail or are late; late counts are cached for the next request. */
async function heartsInTime(
  deps: HeartDeps,
  query: CountsQuery,
  timeoutMs = COUNTS_TIMEOUT_MS,
): Promise<Hearts | null> {
  const key = keyUnder(countsKey(query), await deps.database.readBookmark());
  const known = freshHearts(deps, key);
  if (known) return known;
  const asked = heartsOf(deps, query).catch(logFailure("hearts_left_out"));
  deps.waitUntil(asked);
  return withTimeout(timeoutMs, asked).catch(() => null);
}

/** For callers that expect a number: where the database fails or is slow, counts are 0. */
export const heartsOrZero = async (deps: HeartDeps, query: CountsQuery): Promise<Hearts> =>
  (await heartsInTime(deps, query)) ?? NO_HEARTS;

/**
 * `waits`: the request's waitForHearts; counts that fail or take longer than two seconds are 0. Otherwise they are null,
 * after 50 ms already unless the answer `needsCounts`: to leave out deleted posts, or because its page asks for no late
 * counts.
 */
export function heartsFor(
  deps: HeartDeps,
  query: CountsQuery,
  { waits, needsCounts }: { waits: boolean; needsCounts: boolean },
): Promise<Hearts | null> {
  if (waits) return heartsOrZero(deps, query);
  return heartsInTime(deps, query, needsCounts ? COUNTS_TIMEOUT_MS : SHOWN_COUNTS_TIMEOUT_MS);
}
