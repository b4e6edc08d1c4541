import type { ErrorCode } from "#schema/api/errors.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { leavesRoomFor, waitForCall } from "./desk.ts";
import { kvText } from "./kv.ts";
import { number, record, type Json } from "./normalise/read.ts";
import { parseJson } from "./upstream.ts";

/** What the source last said of its limit, by its own headers. */
interface Quota {
  remaining: number;
  /** Epoch milliseconds. */
  resetAt: number;
  seenAt: number;
}

const BACKGROUND_RESERVE = 10;
const DEFAULT_WINDOW_SECONDS = 60;
const LONGEST_WINDOW_SECONDS = 3_600;
const READ_EVERY_MS = 30_000;
const WRITE_EVERY_MS = 10_000;
/** Two accounts of one window differ by rounding; farther apart they are two windows. */
const SAME_WINDOW_MS = 5_000;

const quotas = new Map<string, Quota>();
const lastRead = new Map<string, number>();
const lastWrite = new Map<string, number>();

const keyOf = (scope: string) => `${scope}:quota`;

function parseQuota(text: string | null): Quota | null {
  const value: Json | null = text === null ? null : record(parseJson(text));
  const [remaining, resetAt, seenAt] = [value?.remaining, value?.resetAt, value?.seenAt].map(
    (one) => number(one) ?? Number.NaN,
  ) as [number, number, number];
  const isWhole = [remaining, resetAt, seenAt].every(Number.isFinite);
  return isWhole ? { remaining, resetAt, seenAt } : null;
}

function merge(mine: Quota | undefined, theirs: Quota): Quota {
  if (!mine) return theirs;
  if (Math.abs(mine.resetAt - theirs.resetAt) <= SAME_WINDOW_MS) {
    return { ...mine, remaining: Math.min(mine.remaining, theirs.remaining) };
  }
  return theirs.seenAt > mine.seenAt ? theirs : mine;
}

/** Other isolates' experience comes through KV, now and then: Reddit itself corrects it at each call. */
async function current(deps: Deps, scope: string): Promise<Quota | undefined> {
  const now = deps.clock.now();
  if (now - (lastRead.get(scope) ?? -Infinity) >= READ_EVERY_MS) {
    lastRead.set(scope, now);
    const theirs = parseQuota(await kvText(deps, keyOf(scope)));
    if (theirs) quotas.set(scope, merge(quotas.get(scope), theirs));
  }
  const quota = quotas.get(scope);
  return quota && quota.resetAt > deps.clock.now() ? quota : undefined;
}

/** Counts one call against the limit, the source's own and ours, or refuses it until there is room. */
export async function spendCall(deps: Deps, scope: string, refusal: ErrorCode): Promise<void> {
  const quota = await current(deps, scope);
  if (quota && quota.remaining < 1) {
    throw new AppError(refusal, {
      retryAfterSeconds: (quota.resetAt - deps.clock.now()) / 1000,
    });
  }
  const wait = await waitForCall(deps, scope);
  if (wait > 0) throw new AppError(refusal, { retryAfterSeconds: wait / 1000 });
  if (quota) quota.remaining -= 1;
}

const header = (headers: Headers, name: string) => Number.parseFloat(headers.get(name) ?? "");

/** Float strings, or missing where the answer came from something in between. */
export function noteQuota(deps: Deps, scope: string, headers: Headers): void {
  const remaining = header(headers, "x-ratelimit-remaining");
  if (!Number.isFinite(remaining)) return;
  const reset = header(headers, "x-ratelimit-reset");
  const now = deps.clock.now();
  // An archive may give the moment instead of the seconds until it.
  const seconds = reset > now / 2000 ? reset - now / 1000 : reset;
  const window = Number.isFinite(seconds) && seconds > 0 ? seconds : DEFAULT_WINDOW_SECONDS;
  const quota = {
    remaining: Math.max(0, remaining),
    resetAt: now + Math.min(LONGEST_WINDOW_SECONDS, window) * 1000,
    seenAt: now,
  };
  quotas.set(scope, quota);
  share(deps, scope, quota);
}

/** KV takes one write a second for a key; near the end of the quota it is worth one more. */
function share(deps: Deps, scope: string, quota: Quota): void {
  const since = quota.seenAt - (lastWrite.get(scope) ?? -Infinity);
  if (since < (quota.remaining < BACKGROUND_RESERVE ? 1_000 : WRITE_EVERY_MS)) return;
  lastWrite.set(scope, quota.seenAt);
  const expirationTtl = Math.max(60, Math.ceil((quota.resetAt - quota.seenAt) / 1000));
  deps.waitUntil(
    deps.kv.put(keyOf(scope), JSON.stringify(quota), { expirationTtl }).catch(() => undefined),
  );
}

/** Refreshing and re-checking stop while visitors could need what is left; the oldest copies last. */
export async function leavesRoomInBackground(
  deps: Deps,
  scope: string,
  ageMs = 0,
): Promise<boolean> {
  const quota = await current(deps, scope);
  if (quota && quota.remaining < BACKGROUND_RESERVE) return false;
  return leavesRoomFor(deps, scope, ageMs);
}
