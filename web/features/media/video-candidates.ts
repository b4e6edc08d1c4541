import type { VideoMedia, VideoSource } from "#schema/media.ts";

export interface Candidate {
  url: string;
  isStream: boolean;
}

export type PlayableVideo = Pick<
  VideoMedia,
  "hlsUrl" | "sources" | "poster" | "isLoop" | "hasAudio" | "width" | "height"
>;

/** What to try, in turn: the stream (it has the sound), then the files, best first. */
export function candidatesOf(media: Pick<PlayableVideo, "hlsUrl" | "sources">): Candidate[] {
  const files = media.sources.filter(({ url }) => url !== media.hlsUrl);
  const urls = [...new Set(files.map(({ url }) => url))];
  return [
    ...(media.hlsUrl ? [{ url: media.hlsUrl, isStream: true }] : []),
    ...urls.map((url) => ({ url, isStream: isStream(files.find((file) => file.url === url)) })),
  ];
}

function isStream(source: VideoSource | undefined): boolean {
  return source?.type === "application/vnd.apple.mpegurl";
}
