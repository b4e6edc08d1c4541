/** The hot calls are plain prepared statements: a query builder's own work would be the larger part. */
const COUNTS_SQL = `
select p.id as id, p.heart_count as heartCount,
  (select ranks from leaderboard_current where kind = 'posts') ->> p.id as rank
from json_each(?1) as wanted cross join reddit_post p on p.id = wanted.value
union all
select '', u.heart_count,
  (select ranks from leaderboard_current where kind = 'users') ->> u.id
from reddit_user u where ?2 is not null and lower(u.reddit_username) = lower(?2)`;

export interface CountRow {
  /** A post's id; empty for the user's own row. */
  id: string;
  heartCount: number;
  rank: number | null;
}

export async function readCounts(
  d1: D1Database,
  username: string | undefined,
  postIds: readonly string[],
): Promise<CountRow[]> {
  const statement = d1.prepare(COUNTS_SQL).bind(JSON.stringify(postIds), username ?? null);
  return (await statement.all<CountRow>()).results;
}
