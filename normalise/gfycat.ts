import { isHost, segments } from "./address.ts";
import { record } from "./read.ts";
import { redditVideoFrom } from "./reddit-video.ts";
import type { Resolver } from "./resolved.ts";
import { posterUrl } from "./still.ts";

/** Gfycat shut down in September 2023: shows a notice, and Reddit's copy if there is one. */
export const resolveGfycat: Resolver = ({ post, url, still, now }) => {
  if (!url || !isHost(url, "gfycat.com")) return null;
  const id = /^[A-Za-z0-9]{3,80}/.exec(segments(url).at(-1) ?? "")?.[0];
  if (!id) return null;
  const copy = redditVideoFrom(record(record(post.preview)?.reddit_video_preview), still, now);
  return {
    media: {
      kind: "gone",
      platform: "gfycat",
      isEmbedded: false,
      watchUrl: url.href,
      poster: posterUrl(still),
      fallback: copy?.media.sources ?? [],
      width: still.source?.width ?? 0,
      height: still.source?.height ?? 0,
      caption: null,
    },
    type: "video",
    key: `gfycat/${id.toLowerCase()}`,
    still,
    expiresAt: null,
  };
};
