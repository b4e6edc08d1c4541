import type { Deps } from "#worker/deps.ts";
import { within } from "#worker/retry.ts";
import { isWorthACall, type Grant } from "./desk.rules.ts";

/** What a deployment's one counter can be asked; null where there is none (or it is out of order). */
export interface DeskPort {
  take(scope: string): Promise<Grant>;
  look(scope: string): Promise<Grant>;
}

/** A desk that does not answer is no desk: the source's own headers then set the limit. */
const PATIENCE_MS = 1_000;
/** How long an isolate believes what it was last told about how busy the source is. */
const BELIEF_MS = 2_000;
const LONGEST_QUEUE_MS = 8_000;
const QUEUE_SPREAD_MS = 500;
const SHORTEST_WAIT_MS = 1_000;
/** Of an isolate. */
const MOST_QUEUED = 8;

interface Told {
  pressure: number;
  until: number;
  /** Refused until then: asking again would only load the desk. */
  closedUntil: number;
}

const told = new Map<string, Told>();

async function ask(
  { clock, desk }: Pick<Deps, "clock" | "desk">,
  scope: string,
  what: keyof DeskPort,
): Promise<Grant | null> {
  if (!desk) return null;
  const answer = await within(PATIENCE_MS, desk[what](scope)).catch(() => null);
  if (answer) {
    const now = clock.now();
    const closedUntil = answer.isGranted ? 0 : now + answer.waitMs;
    told.set(scope, { pressure: answer.pressure, until: now + BELIEF_MS, closedUntil });
  }
  return answer;
}

let queued = 0;

/** Shortly before a call is free it is worth waiting for, but not by a crowd; who came too late for it waits on. */
async function queue(deps: Pick<Deps, "clock" | "desk">, scope: string, wait: number) {
  if (queued >= MOST_QUEUED) return wait;
  queued += 1;
  const end = deps.clock.now() + LONGEST_QUEUE_MS;
  let left = wait;
  try {
    while (left > 0 && deps.clock.now() + left <= end) {
      await deps.clock.sleep(left + QUEUE_SPREAD_MS * deps.clock.random());
      const answer = await ask(deps, scope, "take");
      left = !answer || answer.isGranted ? 0 : Math.max(SHORTEST_WAIT_MS, answer.waitMs);
    }
    return left;
  } finally {
    queued -= 1;
  }
}

/** How long to wait before a call may be made; 0 when it was granted now, or after a moment. */
export async function waitForCall(
  deps: Pick<Deps, "clock" | "desk">,
  scope: string,
): Promise<number> {
  const closedFor = (told.get(scope)?.closedUntil ?? 0) - deps.clock.now();
  if (closedFor > 0) return queue(deps, scope, closedFor);
  const answer = await ask(deps, scope, "take");
  return !answer || answer.isGranted ? 0 : queue(deps, scope, answer.waitMs);
}

/** Whether a copy of this age may be replaced, as busy as the source is now. */
export async function leavesRoomFor(
  deps: Pick<Deps, "clock" | "desk">,
  scope: string,
  ageMs: number,
): Promise<boolean> {
  const lot = deps.clock.random();
  const isWorth = (pressure: number) => isWorthACall(pressure, ageMs, lot);
  const last = told.get(scope);
  const isRecent = last !== undefined && last.until > deps.clock.now();
  // A no is believed for a moment; a yes is not, or twenty places would all act on the same one.
  if (isRecent && !isWorth(last.pressure)) return false;
  const answer = await ask(deps, scope, "look");
  return answer === null || isWorth(answer.pressure);
}
