import { liveAccount } from "#worker/auth/live-account.rules.ts";
import type { Target } from "./hearts.rules.ts";

/*
 * The hot calls are plain prepared statements: a query builder's own work would be the larger part,
 * and their cost in rows is asserted, so their text is what matters. They find the caller's account
 * themselves, so that a press is one journey to the database.
 */
const TABLES = {
  user: { heart: "user_heart", target: "reddit_user", column: "reddit_user_id" },
  post: { heart: "post_heart", target: "reddit_post", column: "reddit_post_id" },
} as const;

/** Of every statement here: ?1 the target, ?2 the session, ?3 now. */
const matches = ({ by }: Target) =>
  by === "id" ? "t.id = ?1" : "t.reddit_username = ?1 collate nocase";
const CALLER = liveAccount("?2", "?3");

/** Two columns of the account's newest heart, read only where a heart is really added: decision 020. */
function addSql(target: Target): string {
  const { heart, target: table, column } = TABLES[target.type];
  const newest = (name: string) =>
    `(select ${name} from ${heart} where unearth_user_id = s.unearth_user_id order by created_at desc limit 1)`;
  return `insert into ${heart} (unearth_user_id, ${column}, created_at, saved_total)
select s.unearth_user_id, t.id,
  max(?3, coalesce(${newest("created_at")} + 1, 0)), coalesce(${newest("saved_total")}, 0) + 1
from session s cross join ${table} t
where s.sid = ?2 and s.expire > ?3 and ${matches(target)} and t.removed_at is null
  and not exists (
    select 1 from ${heart} h where h.unearth_user_id = s.unearth_user_id and h.${column} = t.id
  )`;
}

function removeSql(target: Target): string {
  const { heart, target: table, column } = TABLES[target.type];
  return `delete from ${heart} where unearth_user_id = ${CALLER}
  and ${column} = (select t.id from ${table} t where ${matches(target)})`;
}

/** One row for a live session, none without. */
function countSql(target: Target): string {
  return `select t.heart_count as heartCount, t.removed_at is not null as isRemoved
from session s left join ${TABLES[target.type].target} t on ${matches(target)}
where s.sid = ?2 and s.expire > ?3`;
}

export interface Pressed {
  /** null: the target is not stored, and nothing happened. */
  heartCount: number | null;
  /** Nothing is added to a removed target; what was there can be taken back. */
  isRemoved: 0 | 1;
}

export interface Press {
  /** The stored id of the caller's session. */
  sid: string;
  target: Target;
  now: number;
}

async function press(d1: D1Database, changeSql: string, { sid, target, now }: Press) {
  const [, counted] = await d1.batch<Pressed>(
    [changeSql, countSql(target)].map((sql) => d1.prepare(sql).bind(target.value, sid, now)),
  );
  return counted?.results[0] ?? null;
}

/** null: nobody is signed in by that session any more. */
export function addHeart(d1: D1Database, added: Press): Promise<Pressed | null> {
  return press(d1, addSql(added.target), added);
}

export function removeHeart(d1: D1Database, removed: Press): Promise<Pressed | null> {
  return press(d1, removeSql(removed.target), removed);
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

export interface CountsAsked {
  username?: string;
  postIds: readonly string[];
}

export async function readCounts(
  d1: D1Database,
  { username, postIds }: CountsAsked,
): Promise<CountRow[]> {
  const statement = d1.prepare(COUNTS_SQL).bind(JSON.stringify(postIds), username ?? null);
  return (await statement.all<CountRow>()).results;
}
