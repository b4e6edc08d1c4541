import type { VideoMedia } from "#schema/media.ts";
import { type MaxHeight, withinHeight } from "./video-quality.ts";

export interface Candidate {
  url: string;
  isStream: boolean;
}

export type PlayableVideo = Pick<VideoMedia, "hlsUrl" | "sources" | "poster" | "isLoop">;

/** In the order tried: the stream, which has the sound, then the files, the chosen quality first. */
export function candidatesOf(
  media: Pick<PlayableVideo, "hlsUrl" | "sources">,
  maxHeight: MaxHeight = null,
): Candidate[] {
  const files = new Set(withinHeight(media.sources, maxHeight).map(({ url }) => url));
  return [
    ...(media.hlsUrl ? [{ url: media.hlsUrl, isStream: true }] : []),
    ...[...files].map((url) => ({ url, isStream: false })),
  ];
}
