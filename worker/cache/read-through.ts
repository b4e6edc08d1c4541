import { MINUTE_MS } from "#schema/time.ts";
import { AppError, OwnFailure, logUnexpected } from "#worker/errors.ts";
import { withTimeout } from "#worker/lib/with-timeout.ts";
import {
  forgetStoredEntries,
  peekMemory,
  readKvEntry,
  storeEntry,
  type CacheEntry,
  type StoreDeps,
  type StoreSpec,
} from "./entry-store.ts";
import { keepNewest } from "./keep-newest.ts";
import { MISSING_LIFETIME_MS } from "./entry-lifetimes.ts";
import { rememberFailure, throwRecentFailure, type Failures } from "./recent-failures.ts";
import { joinFlight, singleFlight } from "./single-flight.ts";

/** A failed load is remembered for this long, so that not every request asks a failing source. */
const FAILED_LOAD_PAUSE_MS = 10_000;
/** A stale entry waits this long for its next refresh if the call budget had no room. */
const REFUSED_REFRESH_PAUSE_MS = MINUTE_MS;
const MAX_REMEMBERED_KEYS = 1_000;
/** A request waits this long for refreshes, of all its stale entries together; then it shows the stale ones. */
export const REFRESH_TIMEOUT_MS = 250;

/** The cache's view of the visitor's budget. */
export interface MissBudget {
  /** The purpose of its calls in the call budget. */
  readonly purpose: string;
  /** Answers from caches only, without upstream calls even in the background. */
  readonly isCacheOnly: boolean;
  /** Counts the upstream calls of a cache miss; throws if the visitor has none left. */
  admitMiss(calls: number, isOptional: boolean, isFree?: boolean): Promise<void>;
  /** When the request stops waiting for refreshes, in epoch milliseconds. */
  readonly refreshDeadline: number;
  noteHit(): void;
  /** The source has no such user or post. */
  noteMissing(): void;
}

export interface CacheDeps extends StoreDeps {
  /** null or absent in jobs. */
  visitorBudget?: MissBudget | null;
}

export interface Loaded<T> {
  value: T;
  freshMs: number;
  goodUntil: number;
}

/** The answer that the source has no such user or post. */
export const loadedMissing = <T>({ clock }: Pick<StoreDeps, "clock">, value: T): Loaded<T> => ({
  value,
  freshMs: MISSING_LIFETIME_MS,
  goodUntil: clock.now() + MISSING_LIFETIME_MS,
});

/** How one kind of value is loaded and cached under one key. */
export interface CacheSpec<T> extends StoreSpec<T> {
  /** Upstream calls per load; 1 by default. */
  calls?: number;
  /** Whether the isolate remembers a failure of the source that every load would meet without a call. */
  isKnownToFail?: () => boolean;
  /** The answer is useful without this entry, so a request without calls left omits it. */
  isOptional?: boolean;
  /** Whether the value means that the source has no such user or post. */
  isMissing?: (value: T) => boolean;
  /** The source does not know everyone: what is missing there may exist, and costs the visitor nothing extra. */
  isIncomplete?: boolean;
  /** `isRefresh`, because a cached value can be null like the missing one. */
  load(previous: T | null, isRefresh: boolean): Promise<Loaded<T>>;
  /** A stale entry waits this long for its next refresh if one fails; FAILED_LOAD_PAUSE_MS by default. */
  refreshPauseMs?: number | undefined;
  /** Whether a stale entry of this age may be refreshed now. */
  mayRefresh(ageMs: number, stale: T): Promise<boolean>;
}

export interface CacheRead<T> {
  entry: CacheEntry<T>;
  /** The entry is no longer fresh, and its last refresh failed or was refused. */
  isStale: boolean;
}

const failures: Failures = new Map();
/** Key to the time before which a stale entry is not refreshed again. */
const refreshPauses = new Map<string, number>();
/** Key to the time at which the entry was fetched whose refresh failed or was refused. */
const failedRefreshes = new Map<string, number>();

const remember = (map: Map<string, number>, key: string, value: number): void =>
  keepNewest(map, key, value, MAX_REMEMBERED_KEYS);

/** The state of a new isolate. */
export function forgetCacheEntries(): void {
  forgetStoredEntries();
  failures.clear();
  refreshPauses.clear();
  failedRefreshes.clear();
}

/** Failures of refreshes, newcomers and other visitors are remembered apart, because each has calls of its own. */
function attemptOf({ visitorBudget }: CacheDeps, key: string, isRefresh: boolean): string {
  const purpose = isRefresh ? "refresh" : visitorBudget?.purpose;
  return purpose === "refresh" || purpose === "newcomer" ? `${purpose} ${key}` : key;
}

const throwRememberedFailure = ({ clock }: CacheDeps, attempt: string): void =>
  throwRecentFailure(failures, attempt, clock.now());

async function loadEntry<T>(
  deps: CacheDeps,
  spec: CacheSpec<T>,
  stale: CacheEntry<T> | null,
): Promise<CacheEntry<T>> {
  const attempt = attemptOf(deps, spec.key, stale !== null);
  throwRememberedFailure(deps, attempt);
  return singleFlight(deps, attempt, async () => {
    try {
      const { value, freshMs, goodUntil } = await spec.load(stale?.value ?? null, stale !== null);
      const fetchedAt = deps.clock.now();
      const entry = { value, fetchedAt, freshUntil: fetchedAt + freshMs, goodUntil };
      storeEntry(deps, spec, entry);
      failures.delete(attempt);
      return entry;
    } catch (error) {
      // A removal can be lifted at any time, and its list has its own cache.
      if (error instanceof AppError && error.code === "posts.removed") throw error;
      return rememberFailure(failures, attempt, deps.clock.now(), error, FAILED_LOAD_PAUSE_MS);
    }
  });
}

/** A refusal of this request alone is thrown, and lets another request refresh the entry at once. */
const noteFailedRefresh =
  (key: string) =>
  (error: unknown): null => {
    if (!(error instanceof OwnFailure)) return logUnexpected("cache_refresh", error);
    refreshPauses.delete(key);
    throw error;
  };

/** Returns the newer entry: another isolate's from KV, else the source's if the call budget has room, else null. */
async function refreshEntry<T>(
  deps: CacheDeps,
  spec: CacheSpec<T>,
  stale: CacheEntry<T>,
  isFromKv: boolean,
): Promise<CacheEntry<T> | null> {
  const pauseMs = spec.refreshPauseMs ?? FAILED_LOAD_PAUSE_MS;
  remember(refreshPauses, spec.key, deps.clock.now() + pauseMs);
  const newer = isFromKv ? null : await readKvEntry(deps, spec);
  if (newer && newer.freshUntil > deps.clock.now()) return newer;
  const base = newer ?? stale;
  const now = deps.clock.now();
  const isAllowed = await spec.mayRefresh(now - base.fetchedAt, base.value);
  if (!isAllowed) remember(refreshPauses, spec.key, now + REFUSED_REFRESH_PAUSE_MS);
  const fresh = isAllowed
    ? await loadEntry(deps, spec, base).catch(noteFailedRefresh(spec.key))
    : null;
  if (!fresh) remember(failedRefreshes, spec.key, base.fetchedAt);
  return fresh;
}

const refreshingOf = (key: string) => `refreshing ${key}`;

/** Refreshes a stale entry, and returns the stale one if that takes longer than the request may wait. */
async function readStale<T>(
  deps: CacheDeps,
  spec: CacheSpec<T>,
  stale: CacheEntry<T>,
  isFromKv: boolean,
): Promise<CacheRead<T>> {
  const hasFailed = (failedRefreshes.get(spec.key) ?? 0) >= stale.fetchedAt;
  const asStored: CacheRead<T> = { entry: stale, isStale: hasFailed };
  const isPaused = (refreshPauses.get(spec.key) ?? 0) > deps.clock.now();
  const budget = deps.visitorBudget;
  if (isPaused || budget?.isCacheOnly) return asStored;
  const refreshed = singleFlight(deps, refreshingOf(spec.key), () =>
    refreshEntry(deps, spec, stale, isFromKv).catch(noteFailedRefresh(spec.key)),
  );
  // The leader's request can be aborted; this one then takes over after its answer.
  deps.waitUntil(refreshed.catch(() => undefined));
  const waitMs = budget
    ? Math.max(0, budget.refreshDeadline - deps.clock.now())
    : REFRESH_TIMEOUT_MS;
  return withTimeout(
    waitMs,
    refreshed.then((fresh) => ({ entry: fresh ?? stale, isStale: fresh === null })),
  ).catch((error: unknown) =>
    error instanceof OwnFailure ? { entry: stale, isStale: true } : asStored,
  );
}

/** Charges the visitor before the load, because several visitors may share one load. A remembered failure costs nothing. */
async function loadMissing<T>(deps: CacheDeps, spec: CacheSpec<T>, peek = peekMemory<T>) {
  throwRememberedFailure(deps, attemptOf(deps, spec.key, false));
  const isFree = spec.isKnownToFail?.() ?? false;
  await deps.visitorBudget?.admitMiss(spec.calls ?? 1, spec.isOptional ?? false, isFree);
  // Another request may have loaded the entry meanwhile.
  const entry = peek(deps, spec.key) ?? (await loadEntry(deps, spec, null));
  if (spec.isMissing?.(entry.value) && !spec.isIncomplete) deps.visitorBudget?.noteMissing();
  return entry;
}

/** Reads isolate memory, KV, then the source. `ahead`: a running peekEntry(), used instead of a second KV read. */
export async function readThrough<T>(
  deps: CacheDeps,
  spec: CacheSpec<T>,
  ahead?: Promise<CacheEntry<T> | null>,
): Promise<CacheRead<T>> {
  const held = peekMemory<T>(deps, spec.key);
  const entry = held ?? (await (ahead ?? readKvEntry(deps, spec)));
  if (!entry) return { entry: await loadMissing(deps, spec), isStale: false };
  if (!spec.isMissing?.(entry.value)) deps.visitorBudget?.noteHit();
  if (entry.freshUntil > deps.clock.now()) return { entry, isStale: false };
  return readStale(deps, spec, entry, held === null);
}

/** Bypasses the cache for an entry that turned out not to work; joins a running refresh, which costs nothing. */
export async function refetch<T>(deps: CacheDeps, spec: CacheSpec<T>): Promise<CacheEntry<T>> {
  const refreshed = await joinFlight<CacheEntry<T>>(deps, refreshingOf(spec.key));
  return refreshed ?? loadMissing(deps, spec, () => null);
}
