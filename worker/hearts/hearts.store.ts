import { liveAccount } from "#worker/auth/live-account.sql.ts";
import type { redditPost } from "#schema/db/reddit.ts";
import type { session } from "#schema/db/sessions.ts";
import { AppError, isNullViolation } from "#worker/errors.ts";
import { ranksOf } from "#worker/targets/ranks.sql.ts";
import { isPostRemoved, isUserRemoved } from "#worker/removals/is-removed.sql.ts";
import type { Target } from "#worker/targets/target.ts";
import { MAX_HEARTS } from "./hearts.rules.ts";

/** Both target tables have the columns used here. */
type TargetRow = typeof redditPost.$inferSelect;
type SessionRow = typeof session.$inferSelect;

/*
 * SQL text instead of drizzle: for these most frequent calls, building a query would take longer than the rest of the
 * call. cost.test.ts asserts their rows. The statements find the caller's account themselves, so that a vote is one
 * round trip (decisions 021, 025).
 */
const TABLES = {
  user: { heart: "user_heart", target: "reddit_user", column: "reddit_user_id" },
  post: { heart: "post_heart", target: "reddit_post", column: "reddit_post_id" },
} as const;

/** In every vote statement ?1 is the target, ?2 the session id, ?3 the time, ?4 the minimum account age for boards. */
const matches = ({ by }: Pick<Target, "by">) =>
  by === "id" ? "t.id = ?1" : "t.reddit_username = ?1 collate nocase";
const CALLER = liveAccount("?2", "?3");

/** Checked inside the vote statement: no extra round trip, and no race with a removal. */
const isRemoved = ({ type }: Pick<Target, "type">) =>
  type === "user" ? isUserRemoved("t") : isPostRemoved("t", null);

const SESSION = "(select * from session where sid = ?2 and expire > ?3) s";

/**
 * Reads the account's newest hearts (decision 020) only if there is a heart to add. Past MAX_HEARTS `saved_total`
 * becomes null and violates NOT NULL, which reports the limit without another statement.
 */
export function addSql(
  target: Pick<Target, "type" | "by">,
  caller = SESSION,
  verb: "insert" | "insert or ignore" = "insert",
): string {
  const { heart, target: table, column } = TABLES[target.type];
  const { heart: otherHeart } = TABLES[target.type === "user" ? "post" : "user"];
  return `${verb} into ${heart} (unearth_user_id, ${column}, created_at, saved_total, young_until)
select s.unearth_user_id, t.id, max(?3, coalesce(n.created_at + 1, 0)),
  case when coalesce(n.saved_total, 0) + coalesce((
    select o.saved_total from ${otherHeart} o where o.unearth_user_id = s.unearth_user_id order by o.created_at desc limit 1
  ), 0) < ${MAX_HEARTS} then coalesce(n.saved_total, 0) + 1 end,
  case when s.account_created_at + ?4 > ?3 then s.account_created_at + ?4 end
from ${caller} cross join ${table} t left join ${heart} n on n.unearth_user_id = s.unearth_user_id
where ${matches(target)} and t.removed_at is null
  and not ${isRemoved(target)}
  and not exists (
    select 1 from ${heart} h where h.unearth_user_id = s.unearth_user_id and h.${column} = t.id
  )
order by n.created_at desc limit 1`;
}

function removeSql(target: Target): string {
  const { heart, target: table, column } = TABLES[target.type];
  return `delete from ${heart} where unearth_user_id = ${CALLER}
  and ${column} = (select t.id from ${table} t where ${matches(target)})`;
}

const REMOVE_UNVERIFIED = `delete from unverified_post where unearth_user_id = ${CALLER} and reddit_post_id = ?1`;

/** The statement returns one row for a live session, else none. */
function countSql(target: Target): string {
  return `select t.heart_count as heartCount, t.removed_at is not null as isEmptied,
  t.removed_at <= t.checked_at as isDeletedAtSource, ${isRemoved(target)} as isRemoved, s.unearth_user_id as accountId
from session s left join ${TABLES[target.type].target} t on ${matches(target)}
where s.sid = ?2 and s.expire > ?3`;
}

export interface VoteResult {
  /** null: the target is not stored, and nothing changed. */
  heartCount: TargetRow["heartCount"] | null;
  /** 1: hearts can be taken back but not added. */
  isEmptied: 0 | 1;
  /** 1: emptied because the source deleted it. 0: emptied because it had no hearts (decision 132). */
  isDeletedAtSource: 0 | 1 | null;
  /** 1: removed at request; hearts can be taken back but not added. */
  isRemoved: 0 | 1;
  accountId: SessionRow["unearthUserId"];
}

export interface Vote {
  /** The stored id of the caller's session. */
  sid: SessionRow["sid"];
  target: Target;
  now: number;
  /** Hearts of younger accounts do not count on the boards yet. */
  boardAgeMs: number;
}

async function changeHeart(d1: D1Database, changes: D1PreparedStatement[], vote: Vote) {
  const count = d1.prepare(countSql(vote.target)).bind(vote.target.value, vote.sid, vote.now);
  const results = await d1.batch<VoteResult>([...changes, count]);
  return results.at(-1)?.results[0] ?? null;
}

/** Returns null if the session is not live. */
export function addHeart(d1: D1Database, vote: Vote): Promise<VoteResult | null> {
  const { target, sid, now, boardAgeMs } = vote;
  const change = d1.prepare(addSql(target)).bind(target.value, sid, now, boardAgeMs);
  return changeHeart(d1, [change], vote).catch((cause: unknown) => {
    const { heart } = TABLES[target.type];
    if (isNullViolation(cause, `${heart}.saved_total`))
      throw new AppError("hearts.too_many", { cause });
    throw cause;
  });
}

export function removeHeart(d1: D1Database, vote: Vote): Promise<VoteResult | null> {
  const { target, sid, now } = vote;
  const texts =
    target.type === "post" ? [removeSql(target), REMOVE_UNVERIFIED] : [removeSql(target)];
  const changes = texts.map((text) => d1.prepare(text).bind(target.value, sid, now));
  return changeHeart(d1, changes, vote);
}

const COUNTS_SQL = `
select p.id as id, p.heart_count as heartCount,
  ${ranksOf("posts")} ->> p.id as rank, p.removed_at <= p.checked_at as isGone
from json_each(?1) as wanted cross join reddit_post p on p.id = wanted.value
union all
select '', u.heart_count,
  ${ranksOf("users")} ->> u.id, u.removed_at <= u.checked_at
from reddit_user u where ?2 is not null and u.reddit_username = ?2 collate nocase`;

/** The row of the user has an empty id. */
export type CountRow = Pick<TargetRow, "id" | "heartCount"> & {
  rank: number | null;
  /** 1: emptied because a source did not have it any more. 0: emptied without hearts. null: not emptied. */
  isGone: 0 | 1 | null;
};

export interface CountsQuery {
  username?: string;
  postIds: readonly string[];
}

export async function readCounts(
  d1: D1Database,
  { username, postIds }: CountsQuery,
): Promise<CountRow[]> {
  const statement = d1.prepare(COUNTS_SQL).bind(JSON.stringify(postIds), username ?? null);
  return (await statement.all<CountRow>()).results;
}
