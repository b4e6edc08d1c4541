import { AppError } from "#worker/errors.ts";
import type { Target } from "./hearts.rules.ts";

/*
 * The hot calls are plain prepared statements: a query builder's own work would be the larger part,
 * and their cost in rows is asserted, so their text is what matters.
 */
const TABLES = {
  user: { heart: "user_heart", target: "reddit_user", column: "reddit_user_id" },
  post: { heart: "post_heart", target: "reddit_post", column: "reddit_post_id" },
} as const;

const matches = ({ by }: Target) =>
  by === "id" ? "t.id = ?1" : "t.reddit_username = ?1 collate nocase";

/** Two columns of the account's newest heart, read only where a heart is really added: decision 020. */
function addSql(target: Target): string {
  const { heart, target: table, column } = TABLES[target.type];
  const newest = (name: string) =>
    `(select ${name} from ${heart} where unearth_user_id = ?2 order by created_at desc limit 1)`;
  return `insert into ${heart} (unearth_user_id, ${column}, created_at, saved_total)
select ?2, t.id, max(?3, coalesce(${newest("created_at")} + 1, 0)), coalesce(${newest("saved_total")}, 0) + 1
from ${table} t where ${matches(target)} and t.removed_at is null
  and not exists (select 1 from ${heart} h where h.unearth_user_id = ?2 and h.${column} = t.id)`;
}

function removeSql(target: Target): string {
  const { heart, target: table, column } = TABLES[target.type];
  return `delete from ${heart} where unearth_user_id = ?2
  and ${column} = (select t.id from ${table} t where ${matches(target)})`;
}

function countSql(target: Target): string {
  return `select t.heart_count as heartCount, t.removed_at is not null as removed
from ${TABLES[target.type].target} t where ${matches(target)}`;
}

export interface CountedTarget {
  heartCount: number;
  removed: 0 | 1;
}

async function press(
  d1: D1Database,
  change: D1PreparedStatement,
  count: D1PreparedStatement,
): Promise<CountedTarget | null> {
  try {
    const [, counted] = await d1.batch<CountedTarget>([change, count]);
    return counted?.results[0] ?? null;
  } catch (cause) {
    // The session outlived the account by the length of this request.
    if (cause instanceof Error && cause.message.includes("FOREIGN KEY constraint failed")) {
      throw new AppError("auth.required", { cause });
    }
    throw cause;
  }
}

/** null: the target is not stored, and nothing happened. Nothing happens to a removed one either. */
export function addHeart(d1: D1Database, userId: string, target: Target, now: number) {
  return press(
    d1,
    d1.prepare(addSql(target)).bind(target.value, userId, now),
    d1.prepare(countSql(target)).bind(target.value),
  );
}

export function removeHeart(d1: D1Database, userId: string, target: Target) {
  return press(
    d1,
    d1.prepare(removeSql(target)).bind(target.value, userId),
    d1.prepare(countSql(target)).bind(target.value),
  );
}

const COUNTS_SQL = `
select p.id as id, p.heart_count as heartCount,
  (select ranks from leaderboard_current where kind = 'posts') ->> p.id as rank
from json_each(?1) as wanted cross join reddit_post p on p.id = wanted.value
union all
select '', u.heart_count,
  (select ranks from leaderboard_current where kind = 'users') ->> u.id
from reddit_user u where ?2 is not null and u.reddit_username = ?2 collate nocase`;

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
