import type { RedditJson } from "#schema/companion.ts";
import { isObject } from "#schema/is-object.ts";
import { POST_ID } from "#schema/reddit-id.ts";

/**
 * An allow list: Reddit puts fields about the visitor into every object (saved, likes, hidden, is_friend) and adds new
 * ones. These are exactly the fields that normalise/ reads; a test compares.
 */
const POST_FIELDS = [
  "id",
  "name",
  "title",
  "author",
  "author_fullname",
  "subreddit",
  "subreddit_name_prefixed",
  "permalink",
  "url",
  "url_overridden_by_dest",
  "created",
  "created_utc",
  "over_18",
  "spoiler",
  "score",
  "ups",
  "num_comments",
  "total_awards_received",
  "all_awardings",
  "removed_by_category",
  "is_self",
  "is_gallery",
  "selftext",
  "post_hint",
  "thumbnail",
  "thumbnail_width",
  "thumbnail_height",
  "preview",
  "media",
  "secure_media",
  "media_metadata",
  "gallery_data",
  "crosspost_parent",
] as const;

const USER_FIELDS = [
  "id",
  "name",
  "icon_img",
  "snoovatar_img",
  "created",
  "created_utc",
  "has_verified_email",
  "over_18",
  "is_mod",
  "is_suspended",
  "link_karma",
] as const;

const USER_PAGE_FIELDS = ["title", "public_description", "over_18"] as const;

/** Communities with public posts. Posts of private communities are for their members and stay on Reddit. */
const PUBLIC_COMMUNITIES = new Set<unknown>([
  "public",
  "restricted",
  "user",
  "archived",
  undefined,
]);

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function pick(from: RedditJson, fields: readonly string[]): RedditJson {
  const present = fields.filter((field) => Object.hasOwn(from, field));
  return Object.fromEntries(present.map((field) => [field, from[field]]));
}

/** Null for a post that is not public. The original of a crosspost is filtered like the post itself. */
export function publicPost(raw: unknown, isOrigin = false): RedditJson | null {
  if (!isObject(raw) || !PUBLIC_COMMUNITIES.has(raw.subreddit_type)) return null;
  const post = pick(raw, POST_FIELDS);
  if (isOrigin) return post;
  const parents = list(raw.crosspost_parent_list).flatMap((one) => publicPost(one, true) ?? []);
  return parents.length > 0 ? { ...post, crosspost_parent_list: parents } : post;
}

export function publicUser(raw: RedditJson): RedditJson {
  const user = pick(raw, USER_FIELDS);
  const page = raw.subreddit;
  return isObject(page) ? { ...user, subreddit: pick(page, USER_PAGE_FIELDS) } : user;
}

export interface PublicListing {
  children: RedditJson[];
  after: string | null;
  /** The number of posts that are not public. */
  withheld: number;
}

/** Returns null for anything but a listing. */
export function publicListing(raw: unknown): PublicListing | null {
  const data = isObject(raw) ? raw.data : null;
  if (!isObject(data) || !Array.isArray(data.children)) return null;
  const posts = (data.children as unknown[]).flatMap((child) =>
    isObject(child) && child.kind === "t3" && isObject(child.data) ? [child.data] : [],
  );
  const children = posts.map((post) => publicPost(post)).filter((post) => post !== null);
  const { after } = data;
  const isPlace = typeof after === "string" && POST_ID.test(after);
  return { children, after: isPlace ? after : null, withheld: posts.length - children.length };
}
