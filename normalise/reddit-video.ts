import type { VideoSource } from "#schema/media.ts";
import { address, isHost, segments, signedUntil, withoutQuery } from "./address.ts";
import { flag, optionalFlag, record, text, type Json } from "./read.ts";
import {
  clipSeconds,
  qualityOf,
  source,
  unplayable,
  video,
  type PlayableVideo,
  type Resolved,
  type Resolver,
  type Subject,
} from "./resolved.ts";
import { dimension, posterUrl, type Still } from "./still.ts";

/** CMAF_720.mp4?source=fallback; before 2025-11 DASH_720.mp4, and before that without an extension. */
const LADDER_FILE = /^(https:\/\/[^?#]+\/(?:DASH|CMAF)_)(\d{2,4})(\.mp4)?(\?[^#]*)?$/;
const LADDER = [720, 480, 360, 240];
const BROKEN = new Set(["error", "failed"]);

function files(fallbackUrl: string | null): VideoSource[] {
  if (!fallbackUrl) return [];
  const [, stem, top, ending = "", query = ""] = LADDER_FILE.exec(fallbackUrl) ?? [];
  if (!stem) return [source(fallbackUrl, "hd", "Original")];
  const heights = [Number(top), ...LADDER.filter((height) => height < Number(top))];
  return heights.map((height) =>
    source(`${stem}${height}${ending}${query}`, qualityOf(height), `${height}p`),
  );
}

/** After its expiry an address still works without the signature, unless Reddit has withdrawn the file. */
export function stillSigned(
  url: string | null,
  now: number,
): { url: string | null; until: number | null } {
  const until = url && signedUntil(url);
  if (!url || !until) return { url, until: null };
  return until * 1000 > now
    ? { url, until: until * 1000 }
    : { url: withoutQuery(url), until: null };
}

/** `reddit_video` and `reddit_video_preview` have the same shape. */
function redditVideoFrom(clip: Json | null, still: Still, now: number): PlayableVideo | null {
  if (!clip || BROKEN.has(text(clip.transcoding_status) ?? "")) return null;
  const hls = stillSigned(address(clip.hls_url), now);
  const isGif = flag(clip.is_gif);
  return video({
    platform: "reddit",
    hlsUrl: hls.url,
    sources: files(address(clip.fallback_url)),
    poster: posterUrl(still),
    width: dimension(clip.width),
    height: dimension(clip.height),
    duration: clipSeconds(clip.duration),
    hasAudio: isGif ? false : optionalFlag(clip.has_audio),
    isLoop: isGif,
    expiresAt: hls.until,
  });
}

export const previewVideo = (post: Json): Json | null =>
  record(record(post.preview)?.reddit_video_preview);

/** Reddit's low-resolution copy of another host's clip. */
export const previewCopy = ({ post, still, now }: Subject): PlayableVideo | null =>
  redditVideoFrom(previewVideo(post), still, now);

/** From v.redd.it/{id}/… or, in a text post, v.redd.it/link/{post}/asset/{id}/… */
function redditVideoId(url: string): string | null {
  const found = URL.parse(url);
  if (!found || !isHost(found, "v.redd.it")) return null;
  const parts = segments(found);
  return (parts[0] === "link" ? parts[3] : parts[0]) ?? null;
}

/** A v.redd.it address without `reddit_video`: in processing, or a crosspost whose origin was deleted. */
function bare(id: string, still: Still): Resolved | null {
  const media = video({
    platform: "reddit",
    hlsUrl: `https://v.redd.it/${id}/HLSPlaylist.m3u8`,
    poster: posterUrl(still),
  });
  return media && { media, type: "video", key: `v.redd.it/${id}`, still };
}

/** Reddit could not convert the upload, so no file exists. */
const failed = (id: string, still: Still): Resolved => ({
  media: unplayable({ platform: "reddit", poster: posterUrl(still) }),
  type: "video",
  key: `v.redd.it/${id}`,
  still,
});

export const resolveRedditVideo: Resolver = ({ post, url, still, now }) => {
  const clip =
    record(record(post.secure_media)?.reddit_video) ?? record(record(post.media)?.reddit_video);
  const media = redditVideoFrom(clip, still, now);
  if (media) {
    const id = redditVideoId(media.directUrl) ?? (url && redditVideoId(url.href));
    const key = id ? `v.redd.it/${id}` : withoutQuery(media.directUrl);
    return { media, type: media.isLoop ? "gif" : "video", key, still };
  }
  const id = url && redditVideoId(url.href);
  if (!id || !/^[a-z0-9]{1,40}$/i.test(id)) return null;
  return clip ? failed(id, still) : bare(id, still);
};
