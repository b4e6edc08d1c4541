import type {
  TargetType,
  VoteResponse,
  VoteStatusBatchResponse,
  VoteStatusRequest,
} from "#schema/api/hearts.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { retryIdempotent } from "#worker/retry.ts";
import { bringIn } from "#worker/targets/targets.service.ts";
import { parseTarget, type Target } from "./hearts.rules.ts";
import { addHeart, readCounts, removeHeart } from "./hearts.store.ts";
import { readStatuses } from "./status.store.ts";

function targetOf(type: TargetType, id: string): Target {
  const target = parseTarget(type, id);
  if (target) return target;
  const message =
    type === "user" ? "That is not a Reddit username" : "That is not a Reddit post id";
  throw new AppError("http.validation", { fields: { id: message } });
}

/** A target nobody hearted before is fetched from the source first; one that is not there is a 404. */
export async function vote(
  deps: Deps,
  userId: string,
  type: TargetType,
  id: string,
): Promise<VoteResponse> {
  const target = targetOf(type, id);
  const add = (to: Target) =>
    retryIdempotent(deps.clock, () => addHeart(deps.d1, userId, to, deps.clock.now()));
  let counted = await add(target);
  if (!counted || counted.removed) {
    const storedId = await bringIn(deps, target, counted !== null);
    counted = storedId === null ? null : await add({ type, by: "id", value: storedId });
  }
  if (!counted || counted.removed) throw new AppError("hearts.target_not_found");
  return {
    success: true,
    voted: true,
    heartCount: counted.heartCount,
    message: `Successfully voted for ${type}!`,
  };
}

/** Nothing is asked of the source: a heart can be taken back whatever became of its target. */
export async function unvote(
  deps: Deps,
  userId: string,
  type: TargetType,
  id: string,
): Promise<VoteResponse> {
  const target = targetOf(type, id);
  const counted = await retryIdempotent(deps.clock, () => removeHeart(deps.d1, userId, target));
  return {
    success: true,
    voted: false,
    heartCount: counted?.heartCount ?? 0,
    message: `Vote removed for ${type}.`,
  };
}

async function statuses(deps: Deps, userId: string | null, targets: Target[]) {
  const rows = await retryIdempotent(deps.clock, () => readStatuses(deps.d1, userId, targets));
  const found = targets.map(() => ({ voted: false, heartCount: 0 }));
  for (const { place, heartCount, voted } of rows) {
    found[place] = { voted: voted === 1, heartCount };
  }
  return found;
}

export async function voteStatus(
  deps: Deps,
  userId: string | null,
  type: TargetType,
  id: string,
): Promise<VoteResponse> {
  const [status] = await statuses(deps, userId, [targetOf(type, id)]);
  const { voted = false, heartCount = 0 } = status ?? {};
  return { success: true, voted, heartCount, message: voted ? "Voted" : "Not voted" };
}

/** The items in the order and the spelling in which they were asked for. */
export async function voteStatuses(
  deps: Deps,
  userId: string | null,
  items: VoteStatusRequest["items"],
): Promise<VoteStatusBatchResponse> {
  const targets = items.map(({ type, id }) => targetOf(type, id));
  const found = await statuses(deps, userId, targets);
  return {
    success: true,
    items: items.map(({ type, id }, place) => {
      const { voted = false, heartCount = 0 } = found[place] ?? {};
      return { type, id, voted, heartCount };
    }),
  };
}

export interface HeartsAndRank {
  heartCount: number;
  rank: number | null;
}

/** What a search page shows beside its posts, in one statement; what nobody hearted is not in it. */
export async function heartsOf(
  deps: Pick<Deps, "d1">,
  targets: { username?: string; postIds: string[] },
): Promise<{ user: HeartsAndRank | null; posts: Map<string, HeartsAndRank> }> {
  let user: HeartsAndRank | null = null;
  const posts = new Map<string, HeartsAndRank>();
  for (const row of await readCounts(deps.d1, targets.username, targets.postIds)) {
    const hearts = { heartCount: row.heartCount, rank: row.rank };
    if (row.id === "") user = hearts;
    else posts.set(row.id, hearts);
  }
  return { user, posts };
}
