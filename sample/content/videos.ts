import { VIDEOS, type VideoKey } from "#sample/catalogue.ts";
import { mediaId } from "#sample/ids.ts";
import { manifestUrl } from "#sample/media-url.ts";
import type { Json } from "#sample/wire.ts";
import type { Content, PostContext } from "./content.ts";
import { preview, thumbnail } from "./pictures.ts";

export const BITRATES: Record<number, number> = { 720: 2400, 480: 1200, 360: 800, 240: 450 };

function redditVideo(key: VideoKey, id: string, nowSeconds: number, isGif: boolean): Json {
  const { width, height, duration, hasAudio, heights } = VIDEOS[key];
  const best = heights[0] ?? 480;
  return {
    bitrate_kbps: BITRATES[best],
    fallback_url: `https://v.redd.it/${id}/CMAF_${best}.mp4?source=fallback`,
    has_audio: hasAudio,
    height,
    width,
    scrubber_media_url: `https://v.redd.it/${id}/CMAF_240.mp4`,
    dash_url: manifestUrl(id, "DASHPlaylist.mpd", nowSeconds),
    duration,
    hls_url: manifestUrl(id, "HLSPlaylist.m3u8", nowSeconds),
    is_gif: isGif,
    transcoding_status: "completed",
  };
}

function hosted(key: VideoKey, post: PostContext, isGif: boolean, change: Json): Json {
  const id = mediaId(key, post.id);
  const url = `https://v.redd.it/${id}`;
  const media = { reddit_video: { ...redditVideo(key, id, post.nowSeconds, isGif), ...change } };
  const path = `${id}.png`;
  const host = "external-preview.redd.it";
  const { width, height } = VIDEOS[key];
  const shape = { width, height, widths: [320] };
  return {
    url,
    url_overridden_by_dest: url,
    domain: "v.redd.it",
    post_hint: "hosted:video",
    is_video: true,
    is_reddit_media_domain: true,
    media,
    secure_media: media,
    preview: { ...preview(path, shape, post, { host }), enabled: false },
    ...thumbnail(path, post, host),
  };
}

/** A v.redd.it film; `change` overrides fields of reddit_video. */
export function video(key: VideoKey, change: Json = {}): Content {
  return (post) => hosted(key, post, false, change);
}

/** A silent loop, Reddit's conversion of an uploaded GIF. */
export function loop(key: VideoKey): Content {
  return (post) => hosted(key, post, true, {});
}

/** A v.redd.it upload that is still being converted. */
export function processingVideo(): Content {
  return (post) => {
    const url = `https://v.redd.it/${mediaId("pendingv", post.id)}`;
    return {
      url,
      url_overridden_by_dest: url,
      domain: "v.redd.it",
      is_video: true,
      is_reddit_media_domain: true,
      thumbnail: "default",
    };
  };
}
