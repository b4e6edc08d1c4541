import { MINUTE_MS } from "#schema/time.ts";
import type { Clock } from "#worker/lib/clock.ts";
import type { Timing } from "#worker/lib/timing.ts";
import { isolateMemory } from "./isolate-memory.ts";
import { keepNewest } from "./keep-newest.ts";
import { KV_SHORTEST_TTL_SECONDS, readKvText, writeKvText } from "./kv.ts";

/** KV (decision 043) refuses a second write of a key within a second. */
const KV_WRITE_GAP_MS = 1_100;
/** No budget limits the pages that cause rewrites. Between two KV writes only this isolate has the newest entry. */
const KV_REWRITE_GAP_MS = MINUTE_MS;
const MAX_REMEMBERED_REWRITES = 1_000;

export interface StoreDeps {
  clock: Clock;
  kv: KVNamespace;
  timing?: Timing;
  waitUntil(work: Promise<unknown>): void;
}

/** How one kind of value is stored under one key. In KV the value is text, by default its JSON. */
export interface StoreSpec<T> {
  key: string;
  serialise?: (value: T) => string;
  parse?: (text: string) => T;
}

/** A value and its times, in epoch milliseconds: fresh, then stale, then expired. */
export interface CacheEntry<T> {
  value: T;
  fetchedAt: number;
  freshUntil: number;
  /** After this the entry is never shown: a day, or sooner where an address in it expires. */
  goodUntil: number;
}

/** Key to the time of its last rewrite in KV. */
const rewrites = new Map<string, number>();

export function forgetStoredEntries(): void {
  isolateMemory.clear();
  rewrites.clear();
}

const heldEntry = <T>(key: string) => isolateMemory.get(key) as CacheEntry<T> | undefined;

export function peekMemory<T>({ clock }: StoreDeps, key: string): CacheEntry<T> | null {
  const held = heldEntry<T>(key);
  return held && held.goodUntil > clock.now() ? held : null;
}

/**
 * A spec's `parse` for JSON. Throws for another shape, as a damaged value or another version of this code leaves: the
 * entry then counts as missing, and the source is asked.
 */
export const parseAs =
  <T>(isShape: (value: unknown) => boolean) =>
  (text: string): T => {
    const value: unknown = JSON.parse(text);
    if (!isShape(value)) throw new Error("not such an entry");
    return value as T;
  };

function serialiseEntry<T>(
  { serialise = JSON.stringify }: StoreSpec<T>,
  entry: CacheEntry<T>,
): string {
  const { value, fetchedAt, freshUntil, goodUntil } = entry;
  return `${fetchedAt} ${freshUntil} ${goodUntil}\n${serialise(value)}`;
}

function parseEntry<T>({ parse = JSON.parse }: StoreSpec<T>, text: string): CacheEntry<T> {
  const end = text.indexOf("\n");
  const [fetchedAt = 0, freshUntil = 0, goodUntil = 0] = text.slice(0, end).split(" ").map(Number);
  return { value: parse(text.slice(end + 1)) as T, fetchedAt, freshUntil, goodUntil };
}

export async function readKvEntry<T>(
  deps: StoreDeps,
  spec: StoreSpec<T>,
): Promise<CacheEntry<T> | null> {
  const text = await readKvText(deps, spec.key);
  if (text === null) return null;
  try {
    const entry = parseEntry(spec, text);
    const { fetchedAt, freshUntil, goodUntil } = entry;
    if (!fetchedAt || !freshUntil || !(goodUntil > deps.clock.now())) return null;
    const held = heldEntry<T>(spec.key);
    if (!held || held.fetchedAt < fetchedAt) isolateMemory.set(spec.key, entry, text.length);
    // Another request can have loaded the entry meanwhile.
    const isOutdated = held && held.fetchedAt > fetchedAt && held.goodUntil > deps.clock.now();
    return isOutdated ? held : entry;
  } catch {
    // Another version of this code wrote the entry.
    return null;
  }
}

/** Reads memory and KV, never the source. */
export async function peekEntry<T>(
  deps: StoreDeps,
  spec: StoreSpec<T>,
): Promise<CacheEntry<T> | null> {
  return peekMemory<T>(deps, spec.key) ?? (await readKvEntry(deps, spec));
}

async function writeKvEntry(
  deps: StoreDeps,
  key: string,
  text: string,
  { goodUntil, waitMs }: { goodUntil: number; waitMs: number },
): Promise<void> {
  if (waitMs > 0) await deps.clock.sleep(waitMs);
  const seconds = Math.ceil((goodUntil - deps.clock.now()) / 1000);
  await writeKvText(deps, key, text, { expirationTtl: Math.max(KV_SHORTEST_TTL_SECONDS, seconds) });
}

/** Stores an entry in memory at once and in KV after the answer. */
export function storeEntry<T>(deps: StoreDeps, spec: StoreSpec<T>, entry: CacheEntry<T>): void {
  rewrites.delete(spec.key);
  const text = serialiseEntry(spec, entry);
  isolateMemory.set(spec.key, entry, text.length);
  deps.waitUntil(writeKvEntry(deps, spec.key, text, { goodUntil: entry.goodUntil, waitMs: 0 }));
}

function claimKvRewrite({ clock }: StoreDeps, key: string): boolean {
  const now = clock.now();
  if (now - (rewrites.get(key) ?? -Infinity) < KV_REWRITE_GAP_MS) return false;
  keepNewest(rewrites, key, now, MAX_REMEMBERED_REWRITES);
  return true;
}

/**
 * Changes the value of a stored entry and keeps its age: respects KV's write limit, reaches KV at most once a minute,
 * and is dropped if a refresh has replaced the entry. A stale one is not written to KV, where a refresh may have written.
 */
export function rewriteEntry<T>(deps: StoreDeps, spec: StoreSpec<T>, entry: CacheEntry<T>): void {
  const { fetchedAt, freshUntil, goodUntil } = entry;
  const held = heldEntry(spec.key);
  if (held && held.fetchedAt > fetchedAt) return;
  const text = serialiseEntry(spec, entry);
  // Parts of the value can be substrings of other entries' texts, which they keep alive and memory does not count.
  isolateMemory.set(spec.key, parseEntry(spec, text), text.length);
  if (freshUntil <= deps.clock.now() || !claimKvRewrite(deps, spec.key)) return;
  const waitMs = fetchedAt + KV_WRITE_GAP_MS - deps.clock.now();
  deps.waitUntil(writeKvEntry(deps, spec.key, text, { goodUntil, waitMs }));
}
