import type { Post } from "#schema/api/posts.ts";
import type { Media } from "#schema/media.ts";
import { MAX_ORIGINS, type CrosspostOrigin } from "#schema/crosspost-origin.ts";
import { POST_ID, USER_ID } from "#schema/reddit-id.ts";
import { REDDIT_ORIGIN } from "#schema/reddit-origin.ts";
import { isHost, parseAddress } from "./address.ts";
import { resolveStreamable, resolveYoutube } from "./embeds.ts";
import { resolveFile } from "./files.ts";
import { resolveGallery, resolveInline } from "./gallery.ts";
import { resolveGfycat } from "./gfycat.ts";
import { resolveImgur } from "./imgur.ts";
import { resolveElsewhere } from "./links.ts";
import { resolvePicturePage } from "./pages.ts";
import { resolvePreviewVideo } from "./preview-video.ts";
import { cut, flag, list, number, record, text, unescape, whole, type Json } from "./read.ts";
import { resolveRedditVideo } from "./reddit-video.ts";
import { resolveRedgifs } from "./redgifs.ts";
import type { Resolved, Resolver } from "./resolved.ts";
import { previewImage, stillOf, thumbnailField, thumbnails, tileUrl } from "./still.ts";

/** The cached form of a post, without the fields that our database adds. */
export type StoredPost = Omit<Post, "heartCount" | "rank" | "subredditIsNsfw" | "authorAvatar">;

/** The fields in which posts with the same media differ. */
export function repostOf(post: StoredPost) {
  const { id, title, subreddit, url, permalink, redditUrl } = post;
  const { createdAt, created, score, numComments, awardsCount } = post;
  return {
    id,
    title,
    subreddit,
    url,
    permalink,
    redditUrl,
    createdAt,
    created,
    score,
    numComments,
    awardsCount,
  };
}
export type Repost = ReturnType<typeof repostOf>;

export interface NormalisedPost {
  post: StoredPost;
  /** Identifies the media: reposts have the same key. */
  key: string;
  /** Ids of the reposts merged into this post. */
  repostIds: string[];
  /** The first of them in each other community; one is shown where the community of `post` was removed. */
  reposts: Repost[];
  /** The origins of this post and of the reposts merged into it. */
  origins: CrosspostOrigin[];
  /** With its prefix, t2_…; null if the source omits it. */
  authorId: string | null;
  /** The earliest expiry of its addresses, in epoch milliseconds. */
  expiresAt: number | null;
}

/** In order; the first result counts. docs/media.md has the same order. */
const RESOLVERS: Resolver[] = [
  resolveGallery,
  resolveRedditVideo,
  resolveRedgifs,
  resolveImgur,
  resolveGfycat,
  resolveStreamable,
  resolveYoutube,
  resolveFile,
  resolvePreviewVideo,
  resolvePicturePage,
  resolveInline,
  resolveElsewhere,
];

/** Deleted by its author or removed by moderators, according to any field. */
export function isDeletedAtSource(post: Json): boolean {
  const archived = record(post._meta);
  return (
    Boolean(post.removed_by_category) ||
    post.author === "[deleted]" ||
    flag(archived?.was_deleted_later) ||
    Boolean(archived?.removal_type)
  );
}

const target = (post: Json): URL | null =>
  parseAddress(post.url_overridden_by_dest, REDDIT_ORIGIN) ?? parseAddress(post.url, REDDIT_ORIGIN);

/** reddit.com/media?url=… is Reddit's page around a file. */
function unwrapped(url: URL | null): URL | null {
  if (url?.pathname !== "/media" || !isHost(url, "reddit.com")) return url;
  return parseAddress(url.searchParams.get("url")) ?? url;
}

function resolve(post: Json, now: number): Resolved | null {
  const still = stillOf(previewImage(post));
  const small = still.source ? null : thumbnailField(post);
  const subject = { post, url: unwrapped(target(post)), still, now };
  for (const resolver of RESOLVERS) {
    const found = resolver(subject);
    // For a tile Reddit's small thumbnail is better than no picture or the full file.
    if (found && small && found.still.sizes.length === 0) {
      return { ...found, still: { source: found.still.source, sizes: [small] } };
    }
    if (found) return found;
  }
  return null;
}

/** A crosspost shows its origin's media, else Reddit's copy. */
function resolveWithOrigin(post: Json, now: number): Resolved | null {
  const origin = record(list(post.crosspost_parent_list).at(-1));
  if (!origin) return resolve(post, now);
  if (isDeletedAtSource({ ...origin, author: null })) return null;
  return resolve(origin, now) ?? resolve(post, now);
}

export function postId(post: Json): string | null {
  const name = text(post.name) ?? `t3_${text(post.id) ?? ""}`;
  return POST_ID.test(name) ? name : null;
}

const authorIn = (name: string | null): string => (name && /^[\w-]{1,30}$/.test(name) ? name : "");

const communityIn = (name: string): string =>
  /^(?:[\w-]{1,30}|reddit\.com)$/.test(name) ? name : "";

/** The last origin owns the media. If it was deleted at Reddit, the crosspost only has its id. */
function originsOf(post: Json): CrosspostOrigin[] {
  const listed = list(post.crosspost_parent_list)
    .slice(-MAX_ORIGINS)
    .flatMap((one) => {
      const origin = record(one);
      const id = origin && postId(origin);
      if (!id) return [];
      const author = authorIn(text(origin.author));
      return [{ id, author, subreddit: communityIn(subredditOf(origin)) }];
    });
  const id = postId({ name: post.crosspost_parent });
  if (!id || listed.some((origin) => origin.id === id)) return listed;
  return [{ id, author: "", subreddit: "" }, ...listed].slice(-MAX_ORIGINS);
}

function permalinkOf(post: Json, id: string): string {
  const url = parseAddress(post.permalink, REDDIT_ORIGIN);
  const own = url?.origin === REDDIT_ORIGIN && url.pathname.includes("/comments/");
  return own ? url.pathname : `/comments/${id.slice(3)}/`;
}

function subredditOf(post: Json): string {
  const name = text(post.subreddit) ?? text(post.subreddit_name_prefixed)?.replace(/^r\//, "");
  return name?.replace(/^u\//, "u_") ?? "";
}

/** Maximum lengths of stored and shown titles and names. */
const LONGEST_TITLE = 1000;
const LONGEST_NAME = 100;

/** Whether the post has an id, and names of at most LONGEST_NAME characters. */
export const isReadable = (post: Json): boolean =>
  postId(post) !== null &&
  (text(post.author) ?? "").length <= LONGEST_NAME &&
  subredditOf(post).length <= LONGEST_NAME;

const LATEST_SECOND = 8_640_000_000_000;

/** Epoch seconds; 0 if unknown. */
export function createdSeconds(post: Json): number {
  const found = Math.trunc(number(post.created_utc) ?? number(post.created) ?? 0);
  return Math.min(LATEST_SECOND, Math.max(0, found));
}

function awardsOf(post: Json): number {
  return number(post.total_awards_received) === null
    ? list(post.all_awardings).length
    : Math.max(0, whole(post.total_awards_received));
}

const posterOf = (media: Media): string | null => {
  if (media.kind === "gallery") return null;
  return media.kind === "image" ? media.image.url : media.poster;
};

function galleryImagesOf({ media, type }: Resolved): string[] {
  if (media.kind === "gallery") return media.items.flatMap((item) => posterOf(item) ?? []);
  // An album that only opens at its host has one picture, Reddit's preview.
  const poster = type === "gallery" ? posterOf(media) : null;
  return poster ? [poster] : [];
}

/** The origin may have been marked after the crosspost was made, so either mark counts. */
const isMarked = (post: Json, mark: "over_18" | "spoiler"): boolean =>
  [post, ...list(post.crosspost_parent_list)].some((one) => flag(record(one)?.[mark]));

function factsOf(post: Json, id: string) {
  const created = createdSeconds(post);
  const permalink = permalinkOf(post, id);
  const isNsfw = isMarked(post, "over_18");
  return {
    id,
    title: cut(unescape(text(post.title) ?? ""), LONGEST_TITLE),
    subreddit: subredditOf(post),
    url: target(post)?.href ?? REDDIT_ORIGIN + permalink,
    permalink,
    redditUrl: REDDIT_ORIGIN + permalink,
    isNsfw,
    nsfw: isNsfw,
    isSpoiler: isMarked(post, "spoiler"),
    createdAt: new Date(created * 1000).toISOString(),
    created,
    score: whole(post.score ?? post.ups),
    numComments: Math.max(0, whole(post.num_comments)),
    awardsCount: awardsOf(post),
  };
}

function shownOf(found: Resolved) {
  const tiles = thumbnails(found.still);
  return {
    mediaType: found.type,
    thumbnailUrl: tileUrl(tiles) ?? posterOf(found.media),
    galleryImages: galleryImagesOf(found),
    media: found.media,
    thumbnails: tiles,
  };
}

function expiryOf(media: Media): number | null {
  const items = media.kind === "gallery" ? media.items : [media];
  const ends = items.flatMap((one) =>
    one.kind === "video" && one.expiresAt ? Date.parse(one.expiresAt) : [],
  );
  return ends.length > 0 ? Math.min(...ends) : null;
}

/** Returns null for posts without media, removed posts and unreadable ones. */
export function normalisePost(
  post: Json,
  now: number,
  owner: string | null = null,
): NormalisedPost | null {
  const id = postId(post);
  const author = text(post.author) || owner;
  if (!id || !author || !isReadable(post) || isDeletedAtSource(post)) return null;
  const found = resolveWithOrigin(post, now);
  if (!found) return null;
  const authorId = text(post.author_fullname);
  return {
    key: found.key,
    repostIds: [],
    reposts: [],
    origins: originsOf(post),
    expiresAt: expiryOf(found.media),
    authorId: authorId && USER_ID.test(authorId) ? authorId : null,
    post: { ...factsOf(post, id), author, username: author, ...shownOf(found), alsoIn: [] },
  };
}
