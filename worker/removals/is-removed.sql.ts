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

/**
 * Reads no row for a post without origins. json_each() throws for a damaged value, and `origin.value ->> …` for an entry
 * that is text: a path into the whole value does not.
 */
function isOriginRemoved(post: Posts | "unverified_post"): string {
  const origins = `${post}.origins`;
  const property = (name: string) => `${origins} ->> (origin.fullkey || '.${name}')`;
  return `exists (select 1 from json_each(case when json_valid(${origins}) then ${origins} end) origin where ${[
    isListed("post", property("id")),
    isListed("user", `lower(${property("author")})`),
    isListed("subreddit", `lower(${property("subreddit")})`),
  ].join(" or ")})`;
}

/** `owner`: the joined reddit_user; null if the query does not join it. */
export function isPostRemoved(post: Posts, owner: Users | null): string {
  const byOwner =
    owner === null
      ? `exists (select 1 from reddit_user o where o.id = ${post}.reddit_user_id and ${isUserRemoved("o")})`
      : isUserRemoved(owner);
  const bySubreddit = isListed("subreddit", `lower(${post}.subreddit)`);
  return `(${isListed("post", `${post}.id`)} or ${bySubreddit} or ${byOwner} or ${isOriginRemoved(post)})`;
}

/** For waiting hearts, by the fields that the browser sent. */
export const IS_WAITING_REMOVED = `(${[
  isListed("post", "unverified_post.reddit_post_id"),
  isListed("user", "lower(unverified_post.username)"),
  isListed("subreddit", "lower(unverified_post.subreddit)"),
  isOriginRemoved("unverified_post"),
].join(" or ")})`;
