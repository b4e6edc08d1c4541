import type { Deps } from "#worker/deps.ts";
import { readCounts } from "./hearts.store.ts";

export interface HeartsAndRank {
  heartCount: number;
  rank: number | null;
}

/** What a search page shows beside its posts, in one statement; what nobody hearted is not in it. */
export async function heartsOf(
  deps: Pick<Deps, "d1">,
  targets: { username?: string; postIds: string[] },
): Promise<{ user: HeartsAndRank | null; posts: Map<string, HeartsAndRank> }> {
  let user: HeartsAndRank | null = null;
  const posts = new Map<string, HeartsAndRank>();
  for (const row of await readCounts(deps.d1, targets.username, targets.postIds)) {
    const hearts = { heartCount: row.heartCount, rank: row.rank };
    if (row.id === "") user = hearts;
    else posts.set(row.id, hearts);
  }
  return { user, posts };
}
