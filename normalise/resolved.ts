import type {
  ImageMedia,
  LinkMedia,
  Media,
  MediaType,
  Picture,
  VideoMedia,
  VideoSource,
} from "#schema/media.ts";
import type { Json } from "./read.ts";
import { posterUrl, type Still } from "./still.ts";

/** The result of a resolver. */
export interface Resolved {
  media: Media;
  type: MediaType;
  /** The media's identity in any post: reposts with the same key are merged. */
  key: string;
  /** The picture of its tile. */
  still: Still;
  /** Epoch milliseconds after which one of its addresses stops working. */
  expiresAt: number | null;
}

/** The input of a resolver: the post that owns the media (a crosspost's origin), read once. */
export interface Subject {
  post: Json;
  url: URL | null;
  still: Still;
  /** Epoch milliseconds: signed addresses that are past it are not passed on. */
  now: number;
}

export type Resolver = (subject: Subject) => Resolved | null;

export function image(url: string, still: Still, caption: string | null = null): ImageMedia {
  const { source, sizes } = still;
  const full: Picture = { url, width: source?.width ?? 0, height: source?.height ?? 0 };
  return { kind: "image", image: full, srcset: sizes, caption };
}

export const source = (
  url: string,
  quality: VideoSource["quality"],
  label: string,
  type = "video/mp4",
): VideoSource => ({ url, type, quality, label });

export function qualityOf(height: number): VideoSource["quality"] {
  if (height >= 720) return "hd";
  if (height >= 480) return "sd";
  return height >= 360 ? "standard" : "mobile";
}

interface VideoParts extends Partial<Omit<VideoMedia, "kind" | "isEmbedded" | "directUrl">> {
  platform: VideoMedia["platform"];
}

/** A video of which nothing can be played: its host has failed to make it, or lost it. */
export function unplayable(parts: VideoParts): VideoMedia {
  return {
    kind: "video",
    platform: parts.platform,
    isEmbedded: false,
    hlsUrl: null,
    sources: [],
    directUrl: null,
    poster: parts.poster ?? null,
    width: parts.width ?? 0,
    height: parts.height ?? 0,
    duration: parts.duration ?? null,
    hasAudio: parts.hasAudio ?? null,
    isLoop: parts.isLoop ?? false,
    caption: parts.caption ?? null,
    expiresAt: parts.expiresAt ?? null,
  };
}

export type PlayableVideo = VideoMedia & { directUrl: string };

/** A video with something to play, or null. */
export function video(parts: VideoParts): PlayableVideo | null {
  const { hlsUrl = null, sources = [] } = parts;
  const directUrl = sources[0]?.url ?? hlsUrl;
  return directUrl ? { ...unplayable(parts), hlsUrl, sources, directUrl } : null;
}

/** A silent clip in a loop, in place of a GIF. */
export function loop(
  url: string,
  still: Still,
  platform: VideoMedia["platform"],
): PlayableVideo | null {
  return video({
    platform,
    sources: [source(url, "hd", "Original")],
    poster: still.source?.url ?? null,
    width: still.source?.width ?? 0,
    height: still.source?.height ?? 0,
    hasAudio: false,
    isLoop: true,
  });
}

/** Media that only opens at its host, behind Reddit's preview. */
export function link(url: URL, still: Still, platform: LinkMedia["platform"]): LinkMedia {
  return {
    kind: "link",
    platform,
    isEmbedded: false,
    url: url.href,
    poster: posterUrl(still),
    width: still.source?.width ?? 0,
    height: still.source?.height ?? 0,
    caption: null,
  };
}
