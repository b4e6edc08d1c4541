import type { StoreDeps } from "#worker/cache/entry-store.ts";
import { KV_SHORTEST_TTL_SECONDS, readKvText, writeKvText } from "#worker/cache/kv.ts";
import { singleFlight } from "#worker/cache/single-flight.ts";
import { parseJson } from "#schema/parse-json.ts";

/** The source's own limit, as its headers last stated it. */
export interface RateLimitState {
  remaining: number;
  /** Epoch milliseconds. */
  resetAt: number;
  seenAt: number;
}

/** Background work stops below this many remaining calls. */
export const BACKGROUND_RESERVE = 10;
const DEFAULT_WINDOW_SECONDS = 60;
const LONGEST_WINDOW_SECONDS = 3_600;
const KV_READ_INTERVAL_MS = 30_000;
const KV_WRITE_INTERVAL_MS = 10_000;
const KV_WRITE_INTERVAL_NEAR_END_MS = 1_000;
/** Reddit rounds the reset time: two answers of the same window can differ by a second. */
const SAME_WINDOW_MS = 5_000;

const states = new Map<string, RateLimitState>();
const lastRead = new Map<string, number>();
const lastWrite = new Map<string, number>();

const rateLimitKvKey = (scope: string) => `${scope}:quota`;

/** A reset further ahead than any of ours, as in a damaged value, would end all calls until then. */
function parseState(text: string | null, now: number): RateLimitState | null {
  const { remaining, resetAt, seenAt } = (parseJson(text ?? "") ?? {}) as Partial<RateLimitState>;
  if (!Number.isFinite(remaining) || !Number.isFinite(resetAt) || !Number.isFinite(seenAt)) {
    return null;
  }
  const state = { remaining, resetAt, seenAt } as RateLimitState;
  return state.resetAt - now > LONGEST_WINDOW_SECONDS * 1000 + SAME_WINDOW_MS ? null : state;
}

function merge(mine: RateLimitState | undefined, theirs: RateLimitState): RateLimitState {
  if (!mine) return theirs;
  if (Math.abs(mine.resetAt - theirs.resetAt) <= SAME_WINDOW_MS) {
    return { ...mine, remaining: Math.min(mine.remaining, theirs.remaining) };
  }
  return theirs.seenAt > mine.seenAt ? theirs : mine;
}

async function readShared(deps: StoreDeps, scope: string): Promise<void> {
  const theirs = parseState(await readKvText(deps, rateLimitKvKey(scope)), deps.clock.now());
  if (theirs) states.set(scope, merge(states.get(scope), theirs));
  lastRead.set(scope, deps.clock.now());
}

/** Returns undefined if no current window is known. Isolates share their states through KV. */
export async function currentRateLimit(
  deps: StoreDeps,
  scope: string,
): Promise<RateLimitState | undefined> {
  const readAt = lastRead.get(scope) ?? -Infinity;
  if (deps.clock.now() - readAt >= KV_READ_INTERVAL_MS) {
    await singleFlight(deps, rateLimitKvKey(scope), () => readShared(deps, scope));
  }
  const state = states.get(scope);
  return state && state.resetAt > deps.clock.now() ? state : undefined;
}

/** Whether this isolate knows that the source grants no call until its reset. */
export function isLimitSpent({ clock }: Pick<StoreDeps, "clock">, scope: string): boolean {
  const state = states.get(scope);
  return state !== undefined && state.remaining < 1 && state.resetAt > clock.now();
}

const numberIn = (headers: Headers, name: string) => Number.parseFloat(headers.get(name) ?? "");

/** Returns null if the header is missing or its time has passed. */
export function secondsUntilReset(headers: Headers, now: number): number | null {
  const reset = numberIn(headers, "x-ratelimit-reset");
  const nowSeconds = now / 1000;
  // The archive may send the reset as a Unix time instead of the seconds until then.
  const isUnixTime = reset > nowSeconds / 2;
  const seconds = isUnixTime ? reset - nowSeconds : reset;
  return seconds > 0 ? Math.min(LONGEST_WINDOW_SECONDS, seconds) : null;
}

/** The headers are missing on responses of a proxy in between. Their values are decimal strings. */
export function noteRateLimit(deps: StoreDeps, scope: string, headers: Headers): void {
  const remaining = numberIn(headers, "x-ratelimit-remaining");
  if (!Number.isFinite(remaining)) return;
  const now = deps.clock.now();
  const seconds = secondsUntilReset(headers, now) ?? DEFAULT_WINDOW_SECONDS;
  const state = {
    remaining: Math.max(0, remaining),
    resetAt: now + seconds * 1000,
    seenAt: now,
  };
  states.set(scope, state);
  shareState(deps, scope, state);
}

/** KV takes one write per second and key. */
function shareState(deps: StoreDeps, scope: string, state: RateLimitState): void {
  const isNearEnd = state.remaining < BACKGROUND_RESERVE;
  const interval = isNearEnd ? KV_WRITE_INTERVAL_NEAR_END_MS : KV_WRITE_INTERVAL_MS;
  if (state.seenAt - (lastWrite.get(scope) ?? -Infinity) < interval) return;
  lastWrite.set(scope, state.seenAt);
  const seconds = Math.ceil((state.resetAt - state.seenAt) / 1000);
  const expirationTtl = Math.max(KV_SHORTEST_TTL_SECONDS, seconds);
  deps.waitUntil(
    writeKvText(deps, rateLimitKvKey(scope), JSON.stringify(state), { expirationTtl }),
  );
}
