import type {
  TargetType,
  VoteResponse,
  VoteStatusBatchResponse,
  VoteStatusRequest,
} from "#schema/api/hearts.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { errorFields, log } from "#worker/log.ts";
import { retryIdempotent, within } from "#worker/retry.ts";
import { bringIn } from "#worker/targets/targets.service.ts";
import { forgetCounts, rememberedHearts } from "./heart-memory.ts";
import { parseTarget, type Hearts, type Target } from "./hearts.rules.ts";
import {
  addHeart,
  readCounts,
  removeHeart,
  type CountsAsked,
  type Pressed,
} from "./hearts.store.ts";
import { readStatuses } from "./status.store.ts";

function targetOf(type: TargetType, id: string): Target {
  const target = parseTarget(type, id);
  if (target) return target;
  const message =
    type === "user" ? "That is not a Reddit username" : "That is not a Reddit post id";
  throw new AppError("http.validation", { fields: { id: message } });
}

type PressStore = typeof addHeart;

/** A press by whoever the session belongs to; signed out is said before anything else is. */
async function press(
  deps: Deps,
  store: PressStore,
  sid: string | null,
  target: Target,
): Promise<Pressed> {
  const { clock, d1 } = deps;
  const pressed =
    sid === null
      ? null
      : await retryIdempotent(clock, () => store(d1, { sid, target, now: clock.now() }));
  if (!pressed) throw new AppError("auth.required");
  forgetCounts(deps);
  return pressed;
}

/** A target nobody hearted before is fetched from the source first; one that is not there is a 404. */
export async function vote(
  deps: Deps,
  sid: string | null,
  type: TargetType,
  id: string,
): Promise<VoteResponse> {
  const target = targetOf(type, id);
  let pressed = await press(deps, addHeart, sid, target);
  if (pressed.heartCount === null || pressed.isRemoved) {
    const storedId = await bringIn(deps, target, pressed.heartCount !== null);
    if (storedId === null) throw new AppError("hearts.target_not_found");
    pressed = await press(deps, addHeart, sid, { type, by: "id", value: storedId });
  }
  const { heartCount, isRemoved } = pressed;
  if (heartCount === null || isRemoved) throw new AppError("hearts.target_not_found");
  return { success: true, voted: true, heartCount, message: `Successfully voted for ${type}!` };
}

/** Nothing is asked of the source: a heart can be taken back whatever became of its target. */
export async function unvote(
  deps: Deps,
  sid: string | null,
  type: TargetType,
  id: string,
): Promise<VoteResponse> {
  const { heartCount } = await press(deps, removeHeart, sid, targetOf(type, id));
  return {
    success: true,
    voted: false,
    heartCount: heartCount ?? 0,
    message: `Vote removed for ${type}.`,
  };
}

async function statuses(deps: Deps, sid: string | null, targets: Target[]) {
  const { clock, d1 } = deps;
  const rows = await retryIdempotent(clock, () => readStatuses(d1, sid, targets, clock.now()));
  const found = targets.map(() => ({ voted: false, heartCount: 0 }));
  for (const { place, heartCount, voted } of rows) {
    found[place] = { voted: voted === 1, heartCount };
  }
  return found;
}

export async function voteStatus(
  deps: Deps,
  sid: string | null,
  type: TargetType,
  id: string,
): Promise<VoteResponse> {
  const [status] = await statuses(deps, sid, [targetOf(type, id)]);
  const { voted = false, heartCount = 0 } = status ?? {};
  return { success: true, voted, heartCount, message: voted ? "Voted" : "Not voted" };
}

/** The items in the order and the spelling in which they were asked for. */
export async function voteStatuses(
  deps: Deps,
  sid: string | null,
  items: VoteStatusRequest["items"],
): Promise<VoteStatusBatchResponse> {
  const targets = items.map(({ type, id }) => targetOf(type, id));
  const found = await statuses(deps, sid, targets);
  return {
    success: true,
    items: items.map(({ type, id }, place) => {
      const { voted = false, heartCount = 0 } = found[place] ?? {};
      return { type, id, voted, heartCount };
    }),
  };
}

type Reading = Pick<Deps, "d1" | "clock">;

const keyOf = ({ username, postIds }: CountsAsked) => `${username ?? ""} ${postIds.join()}`;

/** What is shown beside a person and their posts, in one statement. */
export function heartsOf({ d1, clock }: Reading, asked: CountsAsked): Promise<Hearts> {
  return rememberedHearts({ d1, clock }, keyOf(asked), () => readCounts(d1, asked));
}

const PATIENCE_MS = 2_000;
export const NO_HEARTS: Hearts = { user: null, posts: new Map() };

/** The same where a database in trouble shall cost the counts, not the page. */
export async function heartsOrNone({ d1, clock }: Reading, asked: CountsAsked): Promise<Hearts> {
  try {
    return await rememberedHearts({ d1, clock }, keyOf(asked), () =>
      within(PATIENCE_MS, readCounts(d1, asked)),
    );
  } catch (error) {
    log("warn", "hearts_left_out", errorFields(error));
    return NO_HEARTS;
  }
}
