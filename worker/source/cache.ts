import type { Deps } from "#worker/deps.ts";
import { within } from "#worker/retry.ts";
import { kvText } from "./kv.ts";
import { memory } from "./memory.ts";
import { singleFlight } from "./single-flight.ts";

export const FRESH_MS = 5 * 60_000;
export const KEEP_MS = 24 * 60 * 60_000;
export const NEGATIVE_MS = 60_000;
/** How long a failure is remembered: the source is spared, and nobody waits long after it is over. */
const FAILURE_MS = 10_000;
/** How long a copy waits to be replaced where the source had no room. */
const BUSY_MS = 60_000;
const MOST_REMEMBERED = 1_000;
/** What a copy past its freshness may cost before it is shown. */
const REFRESH_PATIENCE_MS = 250;
/** KV refuses a second write of a key within a second. */
const KV_WRITE_GAP_MS = 1_100;
const KV_SHORTEST_TTL = 60;

export interface Entry<T> {
  value: T;
  /** Epoch milliseconds, all three. */
  fetchedAt: number;
  freshUntil: number;
  /** After this it is not shown at all: a day, or sooner where an address in it expires. */
  goodUntil: number;
}

export interface Loaded<T> {
  value: T;
  freshMs: number;
  goodUntil: number;
}

/** One kind of thing under one key; the value travels as text so that reading it costs little. */
export interface CacheSpec<T> {
  key: string;
  print(value: T): string;
  parse(text: string): T;
  load(previous: T | null): Promise<Loaded<T>>;
  /** Whether a copy of this age, past its freshness, may be replaced now. */
  mayRefresh(ageMs: number): Promise<boolean>;
}

const failures = new Map<string, { error: unknown; until: number }>();
/** When a copy that could not be replaced is tried again. */
const pauses = new Map<string, number>();
/** Copies that could not be replaced when it was last tried. */
const troubled = new Map<string, true>();

function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= MOST_REMEMBERED) break;
    map.delete(oldest);
  }
}

/** As a new isolate begins. */
export function forget(): void {
  memory.clear();
  failures.clear();
  pauses.clear();
  troubled.clear();
}

async function fromKv<T>(deps: Deps, spec: CacheSpec<T>): Promise<Entry<T> | null> {
  const text = await kvText(deps, spec.key);
  if (text === null) return null;
  try {
    const end = text.indexOf("\n");
    const [fetchedAt, freshUntil, goodUntil] = text.slice(0, end).split(" ").map(Number);
    if (!fetchedAt || !freshUntil || !goodUntil || goodUntil <= deps.clock.now()) return null;
    const entry = { value: spec.parse(text.slice(end + 1)), fetchedAt, freshUntil, goodUntil };
    const held = memory.get(spec.key) as Entry<T> | undefined;
    if (!held || held.fetchedAt < fetchedAt) memory.set(spec.key, entry, text.length);
    return entry;
  } catch {
    // Written by another version of this code.
    return null;
  }
}

async function toKv(deps: Deps, key: string, text: string, goodUntil: number, wait: number) {
  if (wait > 0) await deps.clock.sleep(wait);
  const seconds = Math.ceil((goodUntil - deps.clock.now()) / 1000);
  const expirationTtl = Math.max(KV_SHORTEST_TTL, seconds);
  await deps.kv.put(key, text, { expirationTtl }).catch(() => undefined);
}

/** Memory at once, KV after the answer; an entry that only grew is written when KV takes it again. */
export function keep<T>(
  deps: Deps,
  spec: Pick<CacheSpec<T>, "key" | "print">,
  entry: Entry<T>,
  hasGrown = false,
): void {
  const { fetchedAt, freshUntil, goodUntil } = entry;
  const text = `${fetchedAt} ${freshUntil} ${goodUntil}\n${spec.print(entry.value)}`;
  memory.set(spec.key, entry, text.length);
  const wait = hasGrown ? fetchedAt + KV_WRITE_GAP_MS - deps.clock.now() : 0;
  deps.waitUntil(toKv(deps, spec.key, text, goodUntil, wait));
}

async function load<T>(deps: Deps, spec: CacheSpec<T>, previous: T | null): Promise<Entry<T>> {
  const failed = failures.get(spec.key);
  if (failed && failed.until > deps.clock.now()) throw failed.error;
  return singleFlight(deps, spec.key, async () => {
    try {
      const { value, freshMs, goodUntil } = await spec.load(previous);
      const fetchedAt = deps.clock.now();
      const entry = { value, fetchedAt, freshUntil: fetchedAt + freshMs, goodUntil };
      keep(deps, spec, entry);
      failures.delete(spec.key);
      return entry;
    } catch (error) {
      remember(failures, spec.key, { error, until: deps.clock.now() + FAILURE_MS });
      throw error;
    }
  });
}

/** Another isolate may have fetched it already; if not, and the quota has room, this one does. */
async function refresh<T>(
  deps: Deps,
  spec: CacheSpec<T>,
  old: Entry<T>,
  isNews: boolean,
): Promise<Entry<T> | null> {
  remember(pauses, spec.key, deps.clock.now() + FAILURE_MS);
  const newer = isNews ? null : await fromKv(deps, spec);
  if (newer && newer.freshUntil > deps.clock.now()) return newer;
  const now = deps.clock.now();
  const isAllowed = await spec.mayRefresh(now - old.fetchedAt);
  if (!isAllowed) remember(pauses, spec.key, now + BUSY_MS);
  const fresh = isAllowed ? await load(deps, spec, old.value).catch(() => null) : null;
  if (fresh) troubled.delete(spec.key);
  else remember(troubled, spec.key, true);
  return fresh;
}

export interface Read<T> {
  entry: Entry<T>;
  /** The copy is past its freshness and the source cannot be asked for a newer one. */
  isStale: boolean;
}

/**
 * A copy past its freshness is shown at once and replaced behind the answer. A source that says yes
 * or no within a moment still gets a word in: the newer copy, or that there is none.
 */
async function readOld<T>(
  deps: Deps,
  spec: CacheSpec<T>,
  old: Entry<T>,
  isNews: boolean,
): Promise<Read<T>> {
  const asShown: Read<T> = { entry: old, isStale: troubled.has(spec.key) };
  if ((pauses.get(spec.key) ?? 0) > deps.clock.now()) return asShown;
  const refreshed = refresh(deps, spec, old, isNews);
  deps.waitUntil(refreshed.catch(() => null));
  return within(
    REFRESH_PATIENCE_MS,
    refreshed.then((fresh) => ({ entry: fresh ?? old, isStale: fresh === null })),
  ).catch(() => asShown);
}

/** Isolate memory, then KV, then the source. */
export async function readThrough<T>(deps: Deps, spec: CacheSpec<T>): Promise<Read<T>> {
  const held = peekMemory<T>(deps, spec.key);
  const entry = held ?? (await fromKv(deps, spec));
  if (!entry) return { entry: await load(deps, spec, null), isStale: false };
  if (entry.freshUntil > deps.clock.now()) return { entry, isStale: false };
  // What has just come from KV need not be looked for there again.
  return readOld(deps, spec, entry, held === null);
}

/** Past the cache, for what turned out not to work. */
export const refetch = <T>(deps: Deps, spec: CacheSpec<T>): Promise<Entry<T>> =>
  load(deps, spec, null);

function peekMemory<T>(deps: Deps, key: string): Entry<T> | null {
  const held = memory.get(key) as Entry<T> | undefined;
  return held && held.goodUntil > deps.clock.now() ? held : null;
}

/** What is already known, without asking the source. */
export async function peek<T>(
  deps: Deps,
  spec: Pick<CacheSpec<T>, "key" | "parse"> & Partial<CacheSpec<T>>,
): Promise<Entry<T> | null> {
  return peekMemory<T>(deps, spec.key) ?? (await fromKv(deps, spec as CacheSpec<T>));
}
