import { and, asc, desc, eq, lte, not, sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import type { VouchedPost } from "#schema/api/hearts.ts";
import { unverifiedPost } from "#schema/db/unverified.ts";
import { waitingIsShown } from "#worker/targets/shown.sql.ts";
import { addSql, type Vote } from "./hearts.store.ts";
import {
  MAX_READ_PER_RUN,
  MAX_UNVERIFIED,
  nextCheckAt,
  type Unverified,
} from "./unverified.rules.ts";

/*
 * ?1 is the post, ?2 the session, ?3 the time. One statement checks session and limit and inserts the row, so that
 * concurrent votes cannot exceed the limit.
 */
const ADD_SQL = `
insert or ignore into unverified_post (unearth_user_id, reddit_post_id, username, title, subreddit, created,
  is_nsfw, is_spoiler, media_type, thumbnail_url, created_at, check_at, origins)
select s.unearth_user_id, ?1, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?3, ?12, ?13
from session s
where s.sid = ?2 and s.expire > ?3 and not exists (select 1 from reddit_post t where t.id = ?1)
  and (select count(*) from unverified_post u where u.unearth_user_id = s.unearth_user_id) < ${MAX_UNVERIFIED}`;

const ADDED_SQL = `
select exists (
    select 1 from unverified_post u where u.unearth_user_id = s.unearth_user_id and u.reddit_post_id = ?1
  ) as isWaiting,
  exists (select 1 from reddit_post t where t.id = ?1) as isStored
from session s where s.sid = ?2 and s.expire > ?3`;

export interface Added {
  isWaiting: 0 | 1;
  /** The post has a row in reddit_post: it was emptied, or another vote has just stored it. */
  isStored: 0 | 1;
}

/** Returns null if the session is not live. */
export async function addUnverified(
  d1: D1Database,
  { sid, target, now }: Omit<Vote, "boardAgeMs">,
  vouched: VouchedPost,
): Promise<Added | null> {
  const { username, title, subreddit, created, isNsfw, isSpoiler, mediaType } = vouched;
  const { thumbnailUrl = null, origins } = vouched;
  const facts = [username, title, subreddit, created, isNsfw, isSpoiler, mediaType, thumbnailUrl];
  const from = origins ? JSON.stringify(origins) : null;
  const [, added] = await d1.batch<Added>([
    d1.prepare(ADD_SQL).bind(target.value, sid, now, ...facts, nextCheckAt(now, now), from),
    d1.prepare(ADDED_SQL).bind(target.value, sid, now),
  ]);
  return added?.results[0] ?? null;
}

/** The account has hearted the post normally since; the row stays until its check is due. */
const isHearted = sql`exists (
  select 1 from post_heart h where h.unearth_user_id = unverified_post.unearth_user_id
    and h.reddit_post_id = unverified_post.reddit_post_id)`;

/** Newest first. */
export async function readUnverified(db: DrizzleD1Database, accountId: string) {
  return db
    .select()
    .from(unverifiedPost)
    .where(and(eq(unverifiedPost.unearthUserId, accountId), waitingIsShown, not(isHearted)))
    .orderBy(desc(unverifiedPost.createdAt));
}

export async function readDue(db: DrizzleD1Database, now: number): Promise<Unverified[]> {
  return db
    .select()
    .from(unverifiedPost)
    .where(lte(unverifiedPost.checkAt, new Date(now)))
    .orderBy(asc(unverifiedPost.checkAt))
    .limit(MAX_READ_PER_RUN)
    .all();
}

/** ?1 is a JSON list of account and post. */
const DELETE_SQL = `
delete from unverified_post
where (unearth_user_id, reddit_post_id) in (select value ->> 0, value ->> 1 from json_each(?1))`;

/** ?1 is a JSON list of account, post and time. */
const POSTPONE_SQL = `
update unverified_post set check_at = found.value ->> 2 from json_each(?1) as found
where unearth_user_id = found.value ->> 0 and reddit_post_id = found.value ->> 1`;

/**
 * The vote statement, with the account from the waiting row instead of a session: a heart that was taken back, that
 * belongs to a deleted account or that exceeds MAX_HEARTS adds nothing.
 */
const HEART_SQL = addSql(
  { type: "post", by: "id" },
  `(select a.id as unearth_user_id, a.created_at as account_created_at
    from unverified_post u join app_user a on a.id = u.unearth_user_id
    where u.unearth_user_id = ?2 and u.reddit_post_id = ?1) s`,
  "insert or ignore",
);

export interface Verdicts {
  /** Become hearts. */
  verified: Unverified[];
  dropped: Unverified[];
  /** Checked again later. */
  later: Unverified[];
}

const rowKey = ({ unearthUserId, redditPostId }: Unverified) => [unearthUserId, redditPostId];

/** One batch. Returns the number of hearts added. */
export async function applyVerdicts(
  d1: D1Database,
  { verified, dropped, later }: Verdicts,
  now: number,
  boardAgeMs: number,
): Promise<number> {
  const heart = d1.prepare(HEART_SQL);
  const hearts = verified.map(({ unearthUserId, redditPostId }) =>
    heart.bind(redditPostId, unearthUserId, now, boardAgeMs),
  );
  const next = later.map((row) => [...rowKey(row), nextCheckAt(row.createdAt.getTime(), now)]);
  const results = await d1.batch([
    ...hearts,
    d1.prepare(DELETE_SQL).bind(JSON.stringify([...verified, ...dropped].map(rowKey))),
    d1.prepare(POSTPONE_SQL).bind(JSON.stringify(next)),
  ]);
  const added = results.slice(0, hearts.length);
  return added.filter(({ meta }) => meta.changes > 0).length;
}
