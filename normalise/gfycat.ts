import { isHost, segments } from "./address.ts";
import { previewCopy } from "./reddit-video.ts";
import type { Resolver } from "./resolved.ts";
import { posterUrl, sizeOf } from "./still.ts";

/** Gfycat shut down in September 2023: shows a notice, and Reddit's copy if there is one. */
export const resolveGfycat: Resolver = (subject) => {
  const { url, still } = subject;
  if (!url || !isHost(url, "gfycat.com")) return null;
  const id = /^[A-Za-z0-9]{3,80}/.exec(segments(url).at(-1) ?? "")?.[0];
  if (!id) return null;
  return {
    media: {
      kind: "gone",
      platform: "gfycat",
      isEmbedded: false,
      watchUrl: url.href,
      poster: posterUrl(still),
      fallback: previewCopy(subject)?.sources ?? [],
      ...sizeOf(still),
      caption: null,
    },
    type: "video",
    key: `gfycat/${id.toLowerCase()}`,
    still,
  };
};
