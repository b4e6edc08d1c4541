import {
  GIFS,
  VIDEOS,
  stillOf,
  type GifKey,
  type StillKey,
  type VideoKey,
} from "#sample/catalogue.ts";
import { hash, mediaId } from "#sample/ids.ts";
import { manifestUrl, previewUrl } from "#sample/media-url.ts";
import type { Json } from "#sample/wire.ts";
import type { Content, PostContext } from "./content.ts";
import { heightAt, smaller, thumbnail } from "./pictures.ts";

interface Extras {
  caption?: string;
  outbound?: string;
}
export type GalleryItem = Extras &
  (
    | { image: StillKey | `tile${string}`; upload?: string }
    | { gif: GifKey }
    | { video: VideoKey }
    | { status: "failed" | "unprocessed" }
    /** Listed in gallery_data, absent from media_metadata. */
    | { missing: true }
    /** In media_metadata, marked deleted in gallery_data. */
    | { deleted: StillKey }
  );

interface Entry {
  id: string;
  /** null: no entry in media_metadata. */
  metadata: Json | null;
}

const sized = (copies: Json[]): Json[] =>
  copies.map(({ url, width, height }) => ({ y: height, x: width, u: url }));

function imageEntry(key: string, upload: string, post: PostContext): Entry {
  const id = mediaId(key, upload);
  const shape = stillOf(key);
  const path = `${id}.jpg`;
  const whole = { width: shape.width, format: "pjpg", auto: "webp" };
  const blurred = previewUrl(path, { width: 320, blur: 40, format: "pjpg", auto: "webp" });
  return {
    id,
    metadata: {
      status: "valid",
      e: "Image",
      m: "image/jpg",
      ...(post.isHidden ? { o: [{ y: heightAt(shape, 320), x: 320, u: blurred }] } : {}),
      p: sized(smaller(path, shape)),
      s: { y: shape.height, x: shape.width, u: previewUrl(path, whole) },
      id,
    },
  };
}

function gifEntry(key: GifKey, upload: string): Entry {
  const id = mediaId(key, upload);
  const { width, height } = GIFS[key];
  const path = `${id}.gif`;
  return {
    id,
    metadata: {
      status: "valid",
      e: "AnimatedImage",
      m: "image/gif",
      p: [{ y: height, x: width, u: previewUrl(path, { width, format: "png8" }) }],
      s: {
        y: height,
        gif: `https://i.redd.it/${path}`,
        mp4: previewUrl(path, { format: "mp4" }),
        x: width,
      },
      id,
    },
  };
}

function videoEntry(key: VideoKey, upload: string, post: PostContext): Entry {
  const id = mediaId(key, upload);
  const { width, height, hasAudio } = VIDEOS[key];
  const path = `link/${post.id}/asset/${id}`;
  return {
    id,
    metadata: {
      status: "valid",
      e: "RedditVideo",
      dashUrl: manifestUrl(path, "DASHPlaylist.mpd", post.nowSeconds),
      x: width,
      y: height,
      hlsUrl: manifestUrl(path, "HLSPlaylist.m3u8", post.nowSeconds),
      id,
      isGif: !hasAudio,
    },
  };
}

function entry(item: GalleryItem, index: number, post: PostContext): Entry {
  const upload = `${post.id}.${index}`;
  if ("image" in item) return imageEntry(item.image, item.upload ?? upload, post);
  if ("gif" in item) return gifEntry(item.gif, upload);
  if ("video" in item) return videoEntry(item.video, upload, post);
  if ("deleted" in item) return imageEntry(item.deleted, upload, post);
  const id = mediaId("nofileyt", upload);
  return { id, metadata: "status" in item ? { status: item.status } : null };
}

/** media_metadata of some items, and their ids in order. */
export function metadataOf(items: readonly GalleryItem[], post: PostContext) {
  const entries = items.map((item, index) => entry(item, index, post));
  const known = entries.filter((one) => one.metadata);
  // The order of Reddit's object differs from the order of the items.
  const metadata = Object.fromEntries(known.toReversed().map((one) => [one.id, one.metadata]));
  return { ids: entries.map((one) => one.id), metadata };
}

/** A gallery post. It has no preview and no hint, as on Reddit. */
export function gallery(items: readonly GalleryItem[]): Content {
  return (post) => {
    const { ids, metadata } = metadataOf(items, post);
    const url = `https://www.reddit.com/gallery/${post.id}`;
    const first = items.findIndex((item) => "image" in item);
    return {
      url,
      url_overridden_by_dest: url,
      domain: "reddit.com",
      is_gallery: true,
      media_metadata: metadata,
      gallery_data: {
        items: items.map((item, index) => ({
          ...(item.caption === undefined ? {} : { caption: item.caption }),
          ...(item.outbound ? { outbound_url: item.outbound } : {}),
          ...("deleted" in item ? { is_deleted: true } : {}),
          media_id: ids[index],
          id: 700_000_000 + (hash(`${post.id}.${index}`) % 90_000_000),
        })),
      },
      ...(first < 0 ? { thumbnail: "default" } : thumbnail(`${ids[first]}.jpg`, post)),
    };
  };
}

/** is_gallery without items, as on posts whose pictures were taken down. */
export function emptyGallery(): Content {
  return (post) => ({
    url: `https://www.reddit.com/gallery/${post.id}`,
    domain: "reddit.com",
    is_gallery: true,
    media_metadata: null,
    gallery_data: null,
    thumbnail: "default",
  });
}
