import type { GalleryMedia, MediaType, SingleMedia } from "#schema/media.ts";
import { address } from "./address.ts";
import { cut, flag, list, own, record, text, unescape, type Json } from "./read.ts";
import { stillSigned } from "./reddit-video.ts";
import { image, loop, video, type Resolved, type Resolver, type Subject } from "./resolved.ts";
import { dimension, metadataStill, posterUrl, type Still } from "./still.ts";

interface Item {
  id: string;
  media: SingleMedia;
  type: Exclude<MediaType, "gallery">;
  still: Still;
}

/** Far above Reddit's 20. A faulty source could name one picture ten thousand times. */
const MAX_ITEMS = 100;
/** Each is searched for in the text. A hostile source could name twenty thousand, which would take seconds. */
const MAX_SEARCHED_IDS = 4 * MAX_ITEMS;
const LONGEST_CAPTION = 1000;

/** The original file, by id and MIME type; the only file while Reddit processes the item. */
function originalUrl(id: string, mime: string | null): string | null {
  const ending = /^image\/(jpe?g|png|gif|webp)$/i.exec(mime ?? "")?.[1]?.toLowerCase();
  if (!ending || !/^[a-z0-9]{1,40}$/i.test(id)) return null;
  return `https://i.redd.it/${id}.${ending === "jpeg" ? "jpg" : ending}`;
}

function animatedItem(id: string, metadata: Json): Item | null {
  const full = record(metadata.s);
  const gif = address(full?.gif) ?? originalUrl(id, text(metadata.m));
  const mp4 = address(full?.mp4);
  const size = { width: dimension(full?.x), height: dimension(full?.y) };
  const original = gif ? { url: gif, ...size } : null;
  const { sizes } = metadataStill(metadata);
  // Tiles choose by width, so the poster has to have its own size instead of the clip's.
  const still: Still = { source: sizes.at(-1) ?? original, sizes };
  const moving = mp4 && loop(mp4, still);
  const media = moving
    ? { ...moving, ...size }
    : original && { ...image(original.url, still), image: original, srcset: [] };
  return media ? { id, media, type: "gif", still } : null;
}

function clipItem(id: string, metadata: Json, now: number): Item | null {
  const still = metadataStill(metadata);
  const hls = stillSigned(address(metadata.hlsUrl), now);
  const isLoop = flag(metadata.isGif);
  const media = video({
    platform: "reddit",
    hlsUrl: hls.url,
    poster: posterUrl(still),
    width: dimension(metadata.x),
    height: dimension(metadata.y),
    isLoop,
    hasAudio: isLoop ? false : null,
    expiresAt: hls.until,
  });
  return media && { id, media, type: isLoop ? "gif" : "video", still };
}

function pictureItem(id: string, metadata: Json): Item | null {
  const still = metadataStill(metadata);
  const url = still.source?.url ?? originalUrl(id, text(metadata.m)) ?? still.sizes.at(-1)?.url;
  return url ? { id, media: image(url, still), type: "image", still } : null;
}

/** Returns null for an entry of `media_metadata` that failed or has nothing to show yet. */
function itemFrom(id: string, metadata: Json | null, now: number): Item | null {
  if (!metadata || metadata.status === "failed") return null;
  if (metadata.e === "RedditVideo") return clipItem(id, metadata, now);
  if (metadata.e === "AnimatedImage" || metadata.m === "image/gif")
    return animatedItem(id, metadata);
  return pictureItem(id, metadata);
}

/** A gallery of one item becomes that item. */
function combineItems(items: Item[]): Resolved | null {
  const [first] = items;
  if (!first) return null;
  const key = `reddit/${items.map((item) => item.id).join(",")}`;
  if (items.length === 1) return { ...first, key };
  const media: GalleryMedia = { kind: "gallery", items: items.map((item) => item.media) };
  const still = items.find((item) => item.still.source ?? item.still.sizes.length)?.still;
  return { media, type: "gallery", key, still: still ?? first.still };
}

function listOrdered({ post, now }: Subject): Item[] {
  const metadata = record(post.media_metadata);
  const entries = list(record(post.gallery_data)?.items).slice(0, MAX_ITEMS);
  return entries.flatMap((entry) => {
    const named = record(entry);
    const id = text(named?.media_id);
    if (!named || !id || flag(named.is_deleted)) return [];
    const item = itemFrom(id, record(own(metadata, id)), now);
    if (!item) return [];
    const caption = cut(unescape(text(named.caption)?.trim() ?? ""), LONGEST_CAPTION);
    return caption ? { ...item, media: { ...item.media, caption } } : item;
  });
}

/** Reddit sometimes loses the order (`gallery_data: null` or `{}`); the order of the metadata is used then. */
function listUnordered({ post, now }: Subject): Item[] {
  const metadata = record(post.media_metadata) ?? {};
  const ids = Object.keys(metadata).slice(0, MAX_ITEMS);
  return ids.flatMap((id) => itemFrom(id, record(metadata[id]), now) ?? []);
}

export const resolveGallery: Resolver = (subject) => {
  const { post, still } = subject;
  const order = record(post.gallery_data);
  if (!order && !flag(post.is_gallery)) return null;
  const isOrdered = Array.isArray(order?.items);
  const found = combineItems(isOrdered ? listOrdered(subject) : listUnordered(subject));
  if (found) return found;
  const url = still.source?.url;
  return url ? { media: image(url, still), type: "image", key: url, still } : null;
};

const FOREIGN = /^(?:emote|snoomoji)\|/;

/** Pictures and clips inside a text post, in the text's order. */
export const resolveInline: Resolver = ({ post, now }) => {
  const metadata = record(post.media_metadata);
  if (!metadata || !flag(post.is_self)) return null;
  const body = text(post.selftext) ?? "";
  const placeOf = (id: string) => {
    const at = body.indexOf(id);
    return at < 0 ? Number.MAX_SAFE_INTEGER : at;
  };
  const items = Object.keys(metadata)
    .filter((id) => !FOREIGN.test(id))
    .slice(0, MAX_SEARCHED_IDS)
    .map((id) => ({ id, place: placeOf(id) }))
    .sort((a, b) => a.place - b.place)
    .slice(0, MAX_ITEMS)
    .flatMap(({ id }) => itemFrom(id, record(metadata[id]), now) ?? []);
  return combineItems(items);
};
