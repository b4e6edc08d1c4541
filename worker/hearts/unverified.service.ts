import { isInAdultCommunity } from "#schema/adult-community.ts";
import type { VoteResponse, VouchedPost } from "#schema/api/hearts.ts";
import type { WaitingFacts, WaitingPostsResponse } from "#schema/api/saved.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import type { FoundPost } from "#worker/lookup/look-up.ts";
import { logFailure } from "#worker/lib/log.ts";
import { askForPosts, type Checked } from "#worker/lookup/check-source.ts";
import type { RemovalList } from "#worker/removals/removal-list.rules.ts";
import { nsfwNames } from "#worker/nsfw-subreddits/nsfw-names.service.ts";
import { currentRemovals } from "#worker/removals/removal-list.service.ts";
import { retryIdempotent } from "#worker/database/retry.ts";
import { openMainSource } from "#worker/source/open.ts";
import { BATCH_SIZE } from "#schema/batch-size.ts";
import type { Target } from "#worker/targets/target.ts";
import { storeFoundPost } from "#worker/targets/targets.service.ts";
import { vote } from "./hearts.service.ts";
import {
  isSamePost,
  mayWait,
  MAX_ADDED_PER_RUN,
  MAX_WAIT_FOR_SOURCE_MS,
  waitingMessage,
  type Unverified,
} from "./unverified.rules.ts";
import {
  addUnverified,
  applyVerdicts,
  readDue,
  readUnverified,
  type Verdicts,
} from "./unverified.store.ts";

/**
 * A vote for a post that the page got from the companion. As in any vote the source is asked first; if it fails or does
 * not know the post, the heart waits and only its account sees it.
 */
export async function vouchedVote(
  deps: Deps,
  sid: string,
  target: Target,
  vouched: VouchedPost,
): Promise<VoteResponse> {
  const { clock, d1 } = deps;
  try {
    return await vote(deps, sid, target);
  } catch (error) {
    const source = openMainSource(deps);
    if (!mayWait(error, vouched, clock.now(), source)) throw error;
    const removed = await currentRemovals(deps);
    if (removed.hides({ ...vouched, id: target.value, author: vouched.username })) {
      throw new AppError("hearts.removed", { cause: error });
    }
    const now = clock.now();
    const added = await retryIdempotent(clock, () =>
      addUnverified(d1, { sid, target, now }, vouched),
    );
    if (!added) throw new AppError("auth.required", { cause: error });
    if (added.isStored) throw error;
    if (!added.isWaiting) throw new AppError("hearts.too_many_unverified", { cause: error });
    return {
      success: true,
      voted: true,
      heartCount: 1,
      message: waitingMessage(source.name),
      isWaiting: true,
    };
  }
}

const readWaiting = (deps: Deps, accountId: string) =>
  retryIdempotent(deps.clock, () => readUnverified(deps.db, accountId));

function waitingFacts(row: Awaited<ReturnType<typeof readUnverified>>[number]): WaitingFacts {
  const { username, title, subreddit, created, isNsfw, isSpoiler, mediaType, thumbnailUrl } = row;
  const facts = { username, title, subreddit, created, isNsfw, isSpoiler, mediaType };
  return { ...facts, thumbnailUrl, id: row.redditPostId, savedAt: row.createdAt.toISOString() };
}

export const exportWaiting = async (deps: Deps, accountId: string): Promise<WaitingFacts[]> =>
  (await readWaiting(deps, accountId)).map(waitingFacts);

export async function waitingPosts(deps: Deps, accountId: string): Promise<WaitingPostsResponse> {
  const [rows, names] = await Promise.all([readWaiting(deps, accountId), nsfwNames(deps)]);
  const posts = rows.map((row) => {
    return { ...waitingFacts(row), subredditIsNsfw: isInAdultCommunity(row, row.origins, names) };
  });
  return { posts };
}

type Verdict = keyof Verdicts | "unasked";

function judge(
  row: Unverified,
  one: Checked<FoundPost> | undefined,
  removed: RemovalList,
  now: number,
): Verdict {
  if (removed.hides({ ...row, id: row.redditPostId, author: row.username })) return "dropped";
  if (!one || one.state === "not_asked") return "unasked";
  if (one.state === "deleted") return "dropped";
  if (one.state === "unknown") {
    const isOver = now - row.createdAt.getTime() >= MAX_WAIT_FOR_SOURCE_MS && one.failure === null;
    return isOver ? "dropped" : "later";
  }
  const { fresh } = one;
  if (!fresh || removed.hidesFound(fresh)) return "dropped";
  return isSamePost(row, fresh.post) ? "verified" : "dropped";
}

/** A post that cannot be stored is retried later: it must not block other posts or the re-check. */
async function storeFound(
  deps: Deps,
  rows: readonly Unverified[],
  found: ReadonlyMap<string, Checked<FoundPost>>,
): Promise<Set<string>> {
  const stored = new Set<string>();
  const nsfw = await nsfwNames(deps);
  for (const id of new Set(rows.map(({ redditPostId }) => redditPostId))) {
    const one = found.get(id);
    if (one?.state !== "there" || !one.fresh) continue;
    const storing = storeFoundPost(deps, one.fresh, nsfw);
    if (await storing.catch(logFailure("unverified_post"))) stored.add(id);
  }
  return stored;
}

/**
 * Asks the source, with one call, about waiting posts. A post that it knows now is stored with the source's fields, and
 * its hearts count from then on. A post that differs from the browser's fields, or never appears, is dropped.
 */
async function verifyPosts(deps: Deps, due: readonly Unverified[]): Promise<number> {
  const { clock, config, d1 } = deps;
  const ids = [...new Set(due.map((row) => row.redditPostId))].slice(0, BATCH_SIZE);
  const [found, removed] = await Promise.all([askForPosts(deps, ids), currentRemovals(deps)]);
  const rows: Record<Verdict, Unverified[]> = { verified: [], dropped: [], later: [], unasked: [] };
  for (const row of due)
    rows[judge(row, found.get(row.redditPostId), removed, clock.now())].push(row);
  const stored = await storeFound(deps, rows.verified, found);
  rows.later.push(...rows.verified.filter(({ redditPostId }) => !stored.has(redditPostId)));
  // The others stay due for the next run.
  rows.verified = rows.verified
    .filter(({ redditPostId }) => stored.has(redditPostId))
    .slice(0, MAX_ADDED_PER_RUN);
  return applyVerdicts(d1, rows, clock.now(), config.boardAgeMs);
}

/** Returns null if no post is due. */
export async function planVerification(deps: Deps): Promise<(() => Promise<number>) | null> {
  const due = await readDue(deps.db, deps.clock.now());
  return due.length > 0 ? () => verifyPosts(deps, due) : null;
}
