import type { Post } from "#schema/api/posts.ts";

/** What of a Reddit user is kept. */
export interface UserFacts {
  id: string;
  username: string;
  displayName: string | null;
  description: string | null;
  avatarUrl: string | null;
}

/** What of a post is kept. */
export type PostFacts = Omit<Post, "heartCount" | "rank" | "authorAvatar">;

/** Whichever unique key it collides with (its id, its name), it is the same user: names are for life. */
const STORE_USER = `insert into reddit_user
  (id, reddit_username, display_name, description, avatar_url, checked_at, last_updated, created_at)
values (?1, ?2, ?3, ?4, ?5, ?6, ?6, ?6)
on conflict do update set reddit_username = excluded.reddit_username,
  display_name = excluded.display_name, description = excluded.description,
  avatar_url = excluded.avatar_url, checked_at = excluded.checked_at,
  last_updated = excluded.last_updated, removed_at = null
returning id`;

export async function storeUser(d1: D1Database, user: UserFacts, now: number): Promise<string> {
  const { id, username, displayName, description, avatarUrl } = user;
  const stored = await d1
    .prepare(STORE_USER)
    .bind(id, username, displayName, description, avatarUrl, now)
    .first<string>("id");
  return stored ?? id;
}

/** Only the name is known: the profile is still to be asked for, so it is first in the re-check. */
const STORE_OWNER = `insert into reddit_user
  (id, reddit_username, checked_at, last_updated, created_at) values (?1, ?2, 0, ?3, ?3)
on conflict do nothing`;

/** The columns that a re-check brings up to date; `name` is the property of the JSON that holds it. */
const FRESH: [column: string, name: keyof PostFacts][] = [
  ["title", "title"],
  ["subreddit", "subreddit"],
  ["score", "score"],
  ["num_comments", "numComments"],
  ["awards_count", "awardsCount"],
  ["url", "url"],
  ["thumbnail_url", "thumbnailUrl"],
  ["media_type", "mediaType"],
  ["is_nsfw", "isNsfw"],
  ["subreddit_is_nsfw", "subredditIsNsfw"],
  ["is_spoiler", "isSpoiler"],
  ["permalink", "permalink"],
  ["gallery_images", "galleryImages"],
  ["media", "media"],
  ["thumbnails", "thumbnails"],
];

const columns = FRESH.map(([column]) => column).join(", ");
const values = (json: string) => FRESH.map(([, name]) => `${json} ->> '${name}'`).join(", ");
const excluded = FRESH.map(([column]) => `${column} = excluded.${column}`).join(", ");
const fromFound = FRESH.map(([column, name]) => `${column} = found.value ->> '${name}'`).join(", ");

const STORE_POST = `insert into reddit_post
  (id, reddit_user_id, created, checked_at, last_updated, created_at, ${columns})
select ?1 ->> 'id', u.id, ?1 ->> 'created', ?3, ?3, ?3, ${values("?1")}
from reddit_user u where u.reddit_username = ?2 collate nocase
on conflict do update set ${excluded}, checked_at = excluded.checked_at,
  last_updated = excluded.last_updated, removed_at = null`;

/** The post and, where it is not stored, its owner; true: the owner is new. */
export async function storePost(
  d1: D1Database,
  post: PostFacts,
  ownerId: string,
  now: number,
): Promise<boolean> {
  const [owner] = await d1.batch([
    d1.prepare(STORE_OWNER).bind(ownerId, post.username, now),
    d1.prepare(STORE_POST).bind(JSON.stringify(post), post.username, now),
  ]);
  return (owner?.meta.changes ?? 0) > 0;
}

export function readUsername(d1: D1Database, id: string): Promise<string | null> {
  return d1
    .prepare("select reddit_username from reddit_user where id = ?")
    .bind(id)
    .first<string>("reddit_username");
}

/** Those longest unchecked; what lies ahead of now is not due (made-up targets are kept so). */
const dueSql = (table: string, column: string) =>
  `select ${column} as name from ${table} where removed_at is null and checked_at <= ?1
order by checked_at limit ?2`;

async function readDue(d1: D1Database, sql: string, now: number, limit: number) {
  const { results } = await d1.prepare(sql).bind(now, limit).all<{ name: string }>();
  return results.map(({ name }) => name);
}

export const duePosts = (d1: D1Database, now: number, limit: number) =>
  readDue(d1, dueSql("reddit_post", "id"), now, limit);

export const dueUsers = (d1: D1Database, now: number, limit: number) =>
  readDue(d1, dueSql("reddit_user", "reddit_username"), now, limit);

export interface CheckedPosts {
  fresh: PostFacts[];
  deleted: string[];
  /** Asked about without news. */
  same: string[];
}

/** Nothing of what was said or shown stays; the row does, so that its hearts can be taken back. */
const EMPTY_POSTS = `update reddit_post set title = '', subreddit = '', url = '', thumbnail_url = null,
  permalink = '', gallery_images = '[]', media = null, thumbnails = '[]', score = 0, num_comments = 0,
  awards_count = 0, removed_at = ?2, checked_at = ?2, last_updated = ?2
where id in (select value from json_each(?1))`;

const FRESHEN_POSTS = `update reddit_post set ${fromFound}, checked_at = ?2, last_updated = ?2
from json_each(?1) as found where reddit_post.id = found.value ->> 'id'`;

const TOUCH_POSTS =
  "update reddit_post set checked_at = ?2 where id in (select value from json_each(?1))";

export async function noteCheckedPosts(d1: D1Database, checked: CheckedPosts, now: number) {
  const work: [string, unknown[]][] = [
    [EMPTY_POSTS, checked.deleted],
    [FRESHEN_POSTS, checked.fresh],
    [TOUCH_POSTS, checked.same],
  ];
  const due = work.filter(([, items]) => items.length > 0);
  if (due.length === 0) return;
  await d1.batch(due.map(([sql, items]) => d1.prepare(sql).bind(JSON.stringify(items), now)));
}

export interface CheckedUsers {
  fresh: UserFacts[];
  /** By the names that were asked. */
  deleted: string[];
  same: string[];
}

/** The name stays: it is what the people who hearted it take their heart back by. */
const EMPTY_USERS = `update reddit_user set display_name = null, description = null, avatar_url = null,
  removed_at = ?2, checked_at = ?2, last_updated = ?2
where reddit_username collate nocase in (select value from json_each(?1))`;

const FRESHEN_USERS = `update reddit_user set display_name = found.value ->> 'displayName',
  description = found.value ->> 'description', avatar_url = found.value ->> 'avatarUrl',
  checked_at = ?2, last_updated = ?2
from json_each(?1) as found
where reddit_user.reddit_username = found.value ->> 'username' collate nocase`;

const TOUCH_USERS = `update reddit_user set checked_at = ?2
where reddit_username collate nocase in (select value from json_each(?1))`;

export async function noteCheckedUsers(d1: D1Database, checked: CheckedUsers, now: number) {
  const work: [string, unknown[]][] = [
    [EMPTY_USERS, checked.deleted],
    [FRESHEN_USERS, checked.fresh],
    [TOUCH_USERS, checked.same],
  ];
  const due = work.filter(([, items]) => items.length > 0);
  if (due.length === 0) return;
  await d1.batch(due.map(([sql, items]) => d1.prepare(sql).bind(JSON.stringify(items), now)));
}
