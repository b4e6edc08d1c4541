import type { Deps } from "#worker/deps.ts";
import type { CountRow } from "./hearts.store.ts";

/**
 * The counts beside a page that many look at are read from the database once in a moment, not once a
 * visitor. A press in this isolate forgets them all; one elsewhere shows here a moment later, and the
 * heart buttons ask for the exact state themselves.
 */
const LIVES_MS = 2_000;
const MOST_KEPT = 500;

interface Kept {
  rows: CountRow[];
  until: number;
}

const memory = new WeakMap<D1Database, Map<string, Kept>>();

export function forgetCounts({ d1 }: Pick<Deps, "d1">): void {
  memory.delete(d1);
}

export async function rememberedCounts(
  { d1, clock }: Pick<Deps, "d1" | "clock">,
  key: string,
  read: () => Promise<CountRow[]>,
): Promise<CountRow[]> {
  const known = memory.get(d1)?.get(key);
  const now = clock.now();
  if (known && known.until > now) return known.rows;
  const rows = await read();
  const all = memory.get(d1) ?? new Map<string, Kept>();
  if (all.size >= MOST_KEPT) all.clear();
  all.set(key, { rows, until: now + LIVES_MS });
  memory.set(d1, all);
  return rows;
}
