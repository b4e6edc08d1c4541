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

/** What one host's resolver makes of a post. */
export interface Resolved {
  media: Media;
  type: MediaType;
  /** The media's own identity, whoever posts it where: the key under which reposts are merged. */
  key: string;
  /** What its tile shows. */
  still: Still;
  /** Epoch milliseconds after which an address in it stops working. */
  expiresAt: number | null;
}

/** What resolvers look at: the post that owns the media (a crosspost's origin), read once. */
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

/** A playable clip, or null where nothing is left to play. */
export function video(parts: VideoParts): VideoMedia | null {
  const { platform, hlsUrl = null, sources = [] } = parts;
  const directUrl = sources[0]?.url ?? hlsUrl;
  if (!directUrl) return null;
  return {
    kind: "video",
    platform,
    isEmbedded: false,
    hlsUrl,
    sources,
    directUrl,
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

/** A short clip that stands for a GIF: silent, over and over. */
export function loop(
  url: string,
  still: Still,
  platform: VideoMedia["platform"],
): VideoMedia | null {
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

/** What only opens at its host, behind Reddit's picture of it. */
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
