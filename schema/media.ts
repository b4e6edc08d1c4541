/** The Worker resolves a post of any host into this union: the web knows single hosts only to frame or to name them. */
export const MEDIA_TYPES = ["image", "gif", "gallery", "video"] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

export type Platform = "reddit" | "imgur" | "direct";

/** Width and height are 0 if the source omits them. */
export interface Picture {
  url: string;
  width: number;
  height: number;
}

export type VideoQuality = "hd" | "sd" | "standard" | "mobile";

export interface VideoSource {
  url: string;
  /** A MIME type of a file: video/mp4, video/webm, video/quicktime. */
  type: string;
  quality: VideoQuality;
  /** Readable form of the quality: "720p", "HD", "Original". */
  label: string;
}

export interface ImageMedia {
  kind: "image";
  image: Picture;
  /** Smaller copies, narrowest first. */
  srcset: Picture[];
  caption: string | null;
}

/** A medium other than a picture. */
interface Framed {
  poster: string | null;
  width: number;
  height: number;
  caption: string | null;
}

export interface VideoMedia extends Framed {
  kind: "video";
  platform: Platform;
  isEmbedded: false;
  /** Tried before `sources`: Reddit's files have no sound, its stream has. */
  hlsUrl: string | null;
  /** Plain files, best quality first. */
  sources: VideoSource[];
  /** The first of `sources`, else the stream; null if there is nothing to play. */
  directUrl: string | null;
  /** Seconds; null when unknown. */
  duration: number | null;
  /** null when unknown. */
  hasAudio: boolean | null;
  /** A silent loop: plays muted and repeats, without controls. */
  isLoop: boolean;
  /** ISO time at which signed addresses expire; null when they are not signed. */
  expiresAt: string | null;
}

/** The web fetches the clip's addresses when it shows the clip: GET /api/reddit/redgifs/{id}. */
export interface RedgifsMedia extends Framed {
  kind: "redgifs";
  platform: "redgifs";
  isEmbedded: false;
  id: string;
  embedUrl: string;
  watchUrl: string;
  /** Reddit's low-resolution copy, tried last before a link. */
  fallback: VideoSource[];
  /** RedGifs hosts pictures too, on i.redgifs.com. */
  isImage: boolean;
}

export interface EmbedMedia extends Framed {
  kind: "embed";
  platform: "youtube" | "streamable";
  isEmbedded: true;
  embedUrl: string;
  watchUrl: string;
}

/** The host has shut down; Reddit may have a still or a low-resolution copy. */
export interface GoneMedia extends Framed {
  kind: "gone";
  platform: "gfycat";
  isEmbedded: false;
  watchUrl: string;
  fallback: VideoSource[];
}

/** Media that only its host can show, such as an Imgur album, or media of a host without a resolver. */
export interface LinkMedia extends Framed {
  kind: "link";
  platform: Platform | "other";
  isEmbedded: false;
  url: string;
}

export type SingleMedia =
  | ImageMedia
  | VideoMedia
  | RedgifsMedia
  | EmbedMedia
  | GoneMedia
  | LinkMedia;

export interface GalleryMedia {
  kind: "gallery";
  items: SingleMedia[];
}

export type Media = SingleMedia | GalleryMedia;

/** A gallery's item at `slide`, or the only medium. */
export const mediaAt = (media: Media, slide = 0): SingleMedia | undefined =>
  media.kind === "gallery" ? media.items[slide] : media;

/** Whether a post shows the NSFW badge. */
export const isAdult = (post: { isNsfw: boolean; subredditIsNsfw: boolean }): boolean =>
  post.isNsfw || post.subredditIsNsfw;

/** A spoiler is covered whatever the visitor has chosen. */
export const isCovered = (post: { isSpoiler: boolean }, blurEnabled: boolean): boolean =>
  blurEnabled || post.isSpoiler;
