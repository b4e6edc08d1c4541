import type {
  ImageMedia,
  LinkMedia,
  Media,
  MediaType,
  VideoMedia,
  VideoSource,
} from "#schema/media.ts";
import { number, type Json } from "./read.ts";
import { posterUrl, sizeOf, type Still } from "./still.ts";

/** The result of a resolver. */
export interface Resolved {
  media: Media;
  type: MediaType;
  /** Identifies the media: reposts with the same key are merged. */
  key: string;
  /** The tile's picture. */
  still: Still;
}

/** A resolver's input. `post` owns the media: of a crosspost it is the origin. */
export interface Subject {
  post: Json;
  url: URL | null;
  still: Still;
  /** Epoch milliseconds. Signed addresses that have expired by then are not passed on. */
  now: number;
}

export type Resolver = (subject: Subject) => Resolved | null;

export function image(url: string, still: Still): ImageMedia {
  return { kind: "image", image: { url, ...sizeOf(still) }, srcset: still.sizes, caption: null };
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

const SECONDS_OF_DAY = 86_400;

/** Rejects lengths that would break the slideshow, which waits for the end of a video, and those that round to a day. */
export function clipSeconds(value: unknown): number | null {
  const found = number(value);
  return found !== null && found >= 0 && Math.round(found) < SECONDS_OF_DAY ? found : null;
}

interface VideoParts extends Partial<
  Omit<VideoMedia, "kind" | "isEmbedded" | "directUrl" | "caption" | "expiresAt">
> {
  platform: VideoMedia["platform"];
  /** In epoch milliseconds. */
  expiresAt?: number | null;
}

/** A video without a playable file, because its host failed to make it or has lost it. */
export function unplayable({ expiresAt = null, ...parts }: VideoParts): VideoMedia {
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
    caption: null,
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
  };
}

export type PlayableVideo = VideoMedia & { directUrl: string };

/** Returns null without a playable file. */
export function video(parts: VideoParts): PlayableVideo | null {
  const { hlsUrl = null, sources = [] } = parts;
  const directUrl = sources[0]?.url ?? hlsUrl;
  return directUrl ? { ...unplayable(parts), hlsUrl, sources, directUrl } : null;
}

/** A silent loop instead of a GIF, at Reddit. */
export function loop(url: string, still: Still): PlayableVideo | null {
  return video({
    platform: "reddit",
    sources: [source(url, "hd", "Original")],
    poster: still.source?.url ?? null,
    ...sizeOf(still),
    hasAudio: false,
    isLoop: true,
  });
}

/** Shows Reddit's preview and opens at its host. */
export function link(url: URL, still: Still, platform: LinkMedia["platform"]): LinkMedia {
  return {
    kind: "link",
    platform,
    isEmbedded: false,
    url: url.href,
    poster: posterUrl(still),
    ...sizeOf(still),
    caption: null,
  };
}
