import type { VideoQuality } from "../media.ts";

export interface RedgifsVideoUrl {
  url: string;
  type: string;
  quality: VideoQuality;
}

export interface RedgifsResponse {
  success: true;
  /** In quality order: hd, sd, standard, mobile. Empty for a picture, whose address is `poster`. */
  videoUrls: RedgifsVideoUrl[];
  poster: string | null;
  hasAudio: boolean | null;
  /** Seconds. */
  duration: number | null;
}
