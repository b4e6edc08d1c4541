import type { RemovalKind } from "#schema/api/removals.ts";

/*
 * Conditions for queries of targets, as text: the vote statements bind it, drizzle takes it as raw SQL (decision 021).
 * Each key test is one look-up by primary key. The argument types allow known table names and aliases only.
 */
type Users = "reddit_user" | "t" | "o";
type Posts = "reddit_post" | "t";

const isListed = (kind: RemovalKind, key: string) =>
  `exists (select 1 from removal where kind = '${kind}' and key = ${key})`;

/** `user` names the table or its alias. */
export const isUserRemoved = (user: Users): string =>
  isListed("user", `lower(${user}.reddit_username)`);

/** Of a damaged value nothing is read, because json_each() and ->> throw for it. */
const WAITING_ORIGINS = `case when json_valid(unverified_post.origins)
  then (select json_group_array(json(value)) from json_each(unverified_post.origins) where type = 'object') end`;

/** Reads no row for a post without origins. */
const isOriginRemoved = (origins: `${Posts}.origins` | typeof WAITING_ORIGINS): string =>
  `exists (select 1 from json_each(${origins}) origin where ${[
    isListed("post", "origin.value ->> 'id'"),
    isListed("user", "lower(origin.value ->> 'author')"),
    isListed("subreddit", "lower(origin.value ->> 'subreddit')"),
  ].join(" or ")})`;

/** `owner`: the joined reddit_user; null if the query does not join it. */
export function isPostRemoved(post: Posts, owner: Users | null): string {
  const byOwner =
    owner === null
      ? `exists (select 1 from reddit_user o where o.id = ${post}.reddit_user_id and ${isUserRemoved("o")})`
      : isUserRemoved(owner);
  const bySubreddit = isListed("subreddit", `lower(${post}.subreddit)`);
  return `(${isListed("post", `${post}.id`)} or ${bySubreddit} or ${byOwner} or ${isOriginRemoved(`${post}.origins`)})`;
}

/** For waiting hearts, by the fields that the browser sent. */
export const IS_WAITING_REMOVED = `(${[
  isListed("post", "unverified_post.reddit_post_id"),
  isListed("user", "lower(unverified_post.username)"),
  isListed("subreddit", "lower(unverified_post.subreddit)"),
  isOriginRemoved(WAITING_ORIGINS),
].join(" or ")})`;
