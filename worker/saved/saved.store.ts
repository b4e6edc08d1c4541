import { POST_COLUMNS, type PostRow } from "#worker/targets/post-row.ts";

/** A page of one account's hearts, newest first; `before` is the time of the last one seen. */
export interface PageOf {
  userId: string;
  before: number | null;
  /** Rows wanted: one more than is shown says whether there is a next page. */
  rows: number;
}

export interface SavedUserRow {
  id: string;
  username: string;
  displayName: string | null;
  avatarUrl: string | null;
  heartCount: number;
  savedAt: number;
  savedTotal: number;
}

export interface SavedPostRow extends PostRow {
  rank: number | null;
  savedAt: number;
  savedTotal: number;
}

/** How many there are, from the account's newest row alone: decision 020. */
const columnsOfHeart = (heart: string) => `h.created_at as savedAt, (
    select saved_total from ${heart} where unearth_user_id = ?1 order by created_at desc limit 1
  ) as savedTotal`;

/** CROSS JOIN keeps the hearts the outer loop, so that the index gives the order and the end. */
const PAGE = `h.unearth_user_id = ?1 and h.created_at < ?2`;

const USERS_SQL = `select u.id, u.reddit_username as username, u.display_name as displayName,
  u.avatar_url as avatarUrl, u.heart_count as heartCount, ${columnsOfHeart("user_heart")}
from user_heart h cross join reddit_user u on u.id = h.reddit_user_id
where ${PAGE} and u.removed_at is null order by h.created_at desc limit ?3`;

const POSTS_SQL = `select ${POST_COLUMNS}, ${columnsOfHeart("post_heart")},
  (select ranks from leaderboard_current where kind = 'posts') ->> p.id as rank
from post_heart h cross join reddit_post p on p.id = h.reddit_post_id
  cross join reddit_user u on u.id = p.reddit_user_id
where ${PAGE} and p.removed_at is null order by h.created_at desc limit ?3`;

async function readPage<Row>(d1: D1Database, sql: string, { userId, before, rows }: PageOf) {
  const statement = d1.prepare(sql).bind(userId, before ?? Number.MAX_SAFE_INTEGER, rows);
  return (await statement.all<Row>()).results;
}

export const readSavedUsers = (d1: D1Database, page: PageOf) =>
  readPage<SavedUserRow>(d1, USERS_SQL, page);

export const readSavedPosts = (d1: D1Database, page: PageOf) =>
  readPage<SavedPostRow>(d1, POSTS_SQL, page);
