/**
 * What the Worker makes of any host's media, and all the web knows how to draw. The Worker decides,
 * the web only renders: no host name is parsed in the browser.
 */
export const MEDIA_TYPES = ["image", "gif", "gallery", "video"] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

export type Platform =
  | "reddit"
  | "redgifs"
  | "imgur"
  | "streamable"
  | "gfycat"
  | "youtube"
  | "direct";

/** Width and height are 0 where the source does not say. */
export interface Picture {
  url: string;
  width: number;
  height: number;
}

export const VIDEO_QUALITIES = ["hd", "sd", "standard", "mobile"] as const;
export type VideoQuality = (typeof VIDEO_QUALITIES)[number];

export interface VideoSource {
  url: string;
  /** A MIME type: video/mp4, video/webm, application/vnd.apple.mpegurl … */
  type: string;
  quality: VideoQuality;
  /** What a person reads: "720p", "HD", "Original". */
  label: string;
}

export interface ImageMedia {
  kind: "image";
  image: Picture;
  /** Smaller copies, narrowest first. */
  srcset: Picture[];
  caption: string | null;
}

export interface VideoMedia {
  kind: "video";
  platform: Platform;
  isEmbedded: false;
  /** A stream with the sound in it; tried before `sources`. */
  hlsUrl: string | null;
  /** Plain files, best quality first. */
  sources: VideoSource[];
  /** The first of `sources`, or the stream. */
  directUrl: string;
  poster: string | null;
  width: number;
  height: number;
  /** Seconds; null when unknown. */
  duration: number | null;
  /** null: the source does not say. */
  hasAudio: boolean | null;
  /** A silent loop: plays muted, over and over, with no need for controls. */
  isLoop: boolean;
  caption: string | null;
  /** ISO time after which the addresses stop working, where they are signed. */
  expiresAt: string | null;
}

/** A clip whose addresses are asked for when it is shown (GET /api/reddit/redgifs/{id}). */
export interface RedgifsMedia {
  kind: "redgifs";
  platform: "redgifs";
  isEmbedded: false;
  id: string;
  embedUrl: string;
  watchUrl: string;
  poster: string | null;
  /** Reddit's own low copy, the last thing to try before a link. */
  fallback: VideoSource[];
  width: number;
  height: number;
  /** An i.redgifs.com still: RedGifs hosts pictures too. */
  isImage: boolean;
  caption: string | null;
}

export interface EmbedMedia {
  kind: "embed";
  platform: "youtube" | "streamable";
  isEmbedded: true;
  embedUrl: string;
  watchUrl: string;
  poster: string | null;
  width: number;
  height: number;
  caption: string | null;
}

/** The host has shut down; only a still or a low copy may be left. */
export interface GoneMedia {
  kind: "gone";
  platform: "gfycat";
  isEmbedded: false;
  watchUrl: string;
  poster: string | null;
  fallback: VideoSource[];
  width: number;
  height: number;
  caption: string | null;
}

/** Media that can only be opened at its host (an Imgur album, a host we do not know). */
export interface LinkMedia {
  kind: "link";
  platform: Platform | "other";
  isEmbedded: false;
  url: string;
  poster: string | null;
  width: number;
  height: number;
  caption: string | null;
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
