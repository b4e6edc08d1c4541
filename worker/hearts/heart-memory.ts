import { IsolateCache } from "#worker/cache/isolate-cache.ts";
import type { Deps } from "#worker/deps.ts";
import type { Hearts, HeartsAndRank } from "./hearts.rules.ts";
import type { CountRow } from "./hearts.store.ts";

interface CachedCounts {
  hearts: Hearts;
  /** The rows as JSON, for comparison with the next read. */
  fingerprint: string;
}

/**
 * The counts of a popular page are read once per two seconds and isolate, not once per visitor. A heart given in this
 * isolate clears them; other isolates' hearts show when they expire. Heart buttons request the exact state.
 */
const counts = new IsolateCache<CachedCounts>({ freshMs: 2_000, maxEntries: 500 });

export function forgetCounts(deps: Pick<Deps, "database">): void {
  counts.clear(deps);
}

function heartsIn(rows: readonly CountRow[]): Hearts {
  let user: HeartsAndRank | null = null;
  const posts = new Map<string, HeartsAndRank>();
  const gone = new Set<string>();
  for (const { id, heartCount, rank, isGone } of rows) {
    if (id === "") user = { heartCount, rank };
    else posts.set(id, { heartCount, rank });
    if (isGone === 1) gone.add(id);
  }
  return { user, posts, gone: { user: gone.has(""), posts: gone } };
}

type MemoryDeps = Pick<Deps, "database" | "clock">;

export const freshHearts = (deps: MemoryDeps, key: string): Hearts | undefined =>
  counts.fresh(deps, key)?.hearts;

/**
 * Returns the identical object while the counts are unchanged, so that reuseAnswer() can reuse answers. Counts under a
 * visitor's bookmark have their own entry: shared counts may be older than the visitor's own heart.
 */
export async function cachedHearts(
  deps: MemoryDeps,
  key: string,
  bookmark: string | null,
  read: () => Promise<CountRow[]>,
): Promise<Hearts> {
  const { hearts } = await counts.read(deps, keyUnder(key, bookmark), async (stale) => {
    const rows = await read();
    const fingerprint = JSON.stringify(rows);
    const same = [stale, counts.held(deps, key)].find((held) => held?.fingerprint === fingerprint);
    return same ?? { hearts: heartsIn(rows), fingerprint };
  });
  return hearts;
}

export const keyUnder = (key: string, bookmark: string | null): string =>
  bookmark === null ? key : `${bookmark} ${key}`;
