import type { Content, PostContext } from "./content/content.ts";
import { base36, hash, pick } from "./ids.ts";
import type { Json } from "./wire.ts";

export interface PostSpec {
  /** Without t3_. */
  id: string;
  title: string;
  subreddit: string;
  /** Hours before now, at the last full hour. */
  age: number;
  score: number;
  comments: number;
  content: Content;
  over18?: boolean;
  spoiler?: boolean;
  /** "deleted": by the author, whose name disappears with the post. */
  removed?: "deleted" | "moderator";
  /** Still listed, but deleted in a look-up by id. */
  deletedSince?: boolean;
  awards?: number;
  /** Overrides fields, for oddities of real posts. */
  change?: Json;
}

const HOUR_SECONDS = 3600;

export function createdAt(spec: PostSpec, now: number): number {
  const anchor = Math.floor(now / 1000 / HOUR_SECONDS) * HOUR_SECONDS;
  // Not on the hour, because such posts look generated.
  return anchor - Math.round(spec.age * HOUR_SECONDS) - pick(`${spec.id}/minute`, 0, 40) * 60;
}

function slug(title: string): string {
  const words = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
  return words.slice(0, 50).replace(/_+$/, "") || "untitled";
}

function permalink(spec: PostSpec): string {
  return `/r/${spec.subreddit}/comments/${spec.id}/${slug(spec.title)}/`;
}

function community(name: string): Json {
  const isProfile = name.startsWith("u_");
  return {
    subreddit: name,
    subreddit_id: `t5_${base36(name.toLowerCase(), 6)}`,
    subreddit_name_prefixed: isProfile ? `u/${name.slice(2)}` : `r/${name}`,
    subreddit_type: isProfile ? "user" : "public",
    subreddit_subscribers: pick(name.toLowerCase(), 4_000, 900_000),
  };
}

function votes(spec: PostSpec): Json {
  return {
    score: spec.score,
    ups: spec.score,
    downs: 0,
    upvote_ratio: 0.88 + (hash(spec.id) % 12) / 100,
    num_comments: spec.comments,
    num_crossposts: hash(spec.id) % 3,
    total_awards_received: spec.awards ?? 0,
    all_awardings: [],
    awarders: [],
    gilded: 0,
    gildings: {},
    hide_score: false,
    likes: null,
    view_count: null,
  };
}

/** Fields that are equal in all posts for a signed-out reader. */
const CONSTANT: Json = {
  approved_at_utc: null,
  approved_by: null,
  archived: false,
  author_flair_richtext: [],
  author_flair_text: null,
  author_flair_type: "text",
  author_is_blocked: false,
  author_patreon_flair: false,
  author_premium: false,
  banned_at_utc: null,
  can_gild: false,
  can_mod_post: false,
  category: null,
  clicked: false,
  contest_mode: false,
  discussion_type: null,
  distinguished: null,
  edited: false,
  hidden: false,
  is_created_from_ads_ui: false,
  is_crosspostable: true,
  is_gallery: undefined,
  is_meta: false,
  is_original_content: false,
  is_reddit_media_domain: false,
  is_robot_indexable: true,
  is_self: false,
  is_video: false,
  link_flair_richtext: [],
  link_flair_type: "text",
  locked: false,
  media: null,
  media_embed: {},
  media_only: false,
  mod_reports: [],
  no_follow: false,
  pinned: false,
  quarantine: false,
  removed_by: null,
  removal_reason: null,
  saved: false,
  secure_media: null,
  secure_media_embed: {},
  selftext: "",
  selftext_html: null,
  send_replies: true,
  suggested_sort: null,
  thumbnail_height: null,
  thumbnail_width: null,
  treatment_tags: [],
  user_reports: [],
  visited: false,
  wls: 6,
  pwls: 6,
};

function deletion(spec: PostSpec): Json {
  if (!spec.removed) return { removed_by_category: null };
  const gone =
    spec.removed === "deleted" ? { author: "[deleted]", author_fullname: undefined } : {};
  return { removed_by_category: spec.removed, is_robot_indexable: false, ...gone };
}

/** The data of a t3. */
export function post(spec: PostSpec, author: Json, now: number): Json {
  const created = createdAt(spec, now);
  const context: PostContext = {
    id: spec.id,
    subreddit: spec.subreddit,
    isHidden: Boolean(spec.over18 || spec.spoiler),
    isNsfw: Boolean(spec.over18),
    nowSeconds: Math.floor(now / 1000),
  };
  return {
    ...CONSTANT,
    id: spec.id,
    name: `t3_${spec.id}`,
    title: spec.title,
    permalink: permalink(spec),
    author: author.name,
    author_fullname: `t2_${String(author.id)}`,
    ...community(spec.subreddit),
    ...votes(spec),
    created,
    created_utc: created,
    over_18: context.isNsfw,
    spoiler: Boolean(spec.spoiler),
    stickied: false,
    link_flair_text: null,
    ...spec.content(context),
    ...deletion(spec),
    ...spec.change,
  };
}
