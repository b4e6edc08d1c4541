import type { Deps } from "#worker/deps.ts";
import type { Hearts, HeartsAndRank } from "./hearts.rules.ts";
import type { CountRow } from "./hearts.store.ts";

/**
 * The counts beside a page that many look at are read from the database once in a moment, not once a
 * visitor. A press in this isolate forgets them all; one elsewhere shows here a moment later, and the
 * heart buttons ask for the exact state themselves.
 */
const LIVES_MS = 2_000;
const MOST_KEPT = 500;

interface Kept {
  hearts: Hearts;
  /** What they were read as, to tell whether they have changed. */
  print: string;
  until: number;
}

const memory = new WeakMap<D1Database, Map<string, Kept>>();

export function forgetCounts({ d1 }: Pick<Deps, "d1">): void {
  memory.delete(d1);
}

function heartsIn(rows: readonly CountRow[]): Hearts {
  let user: HeartsAndRank | null = null;
  const posts = new Map<string, HeartsAndRank>();
  for (const { id, heartCount, rank } of rows) {
    if (id === "") user = { heartCount, rank };
    else posts.set(id, { heartCount, rank });
  }
  return { user, posts };
}

/** The same object for as long as the counts are the same: what was made with them is then still right. */
export async function rememberedHearts(
  { d1, clock }: Pick<Deps, "d1" | "clock">,
  key: string,
  read: () => Promise<CountRow[]>,
): Promise<Hearts> {
  const known = memory.get(d1)?.get(key);
  if (known && known.until > clock.now()) return known.hearts;
  const rows = await read();
  const print = JSON.stringify(rows);
  const hearts = known?.print === print ? known.hearts : heartsIn(rows);
  const all = memory.get(d1) ?? new Map<string, Kept>();
  if (all.size >= MOST_KEPT) all.clear();
  all.set(key, { hearts, print, until: clock.now() + LIVES_MS });
  memory.set(d1, all);
  return hearts;
}
