import type { VideoMedia, VideoSource } from "#schema/media.ts";
import { type MaxHeight, withinHeight } from "./video-quality.ts";

export interface Candidate {
  url: string;
  isStream: boolean;
}

export type PlayableVideo = Pick<
  VideoMedia,
  "hlsUrl" | "sources" | "poster" | "isLoop" | "hasAudio" | "width" | "height"
>;

/** In the order tried: the stream, which has the sound, then the files, the chosen quality first. */
export function candidatesOf(
  media: Pick<PlayableVideo, "hlsUrl" | "sources">,
  maxHeight: MaxHeight = null,
): Candidate[] {
  const ordered = withinHeight(media.sources, maxHeight);
  const files = ordered.filter(({ url }) => url !== media.hlsUrl);
  const urls = [...new Set(files.map(({ url }) => url))];
  return [
    ...(media.hlsUrl ? [{ url: media.hlsUrl, isStream: true }] : []),
    ...urls.map((url) => ({ url, isStream: isStream(files.find((file) => file.url === url)) })),
  ];
}

function isStream(source: VideoSource | undefined): boolean {
  return source?.type === "application/vnd.apple.mpegurl";
}
