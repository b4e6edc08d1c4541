import type { EmbedMedia } from "#schema/media.ts";

/** YouTube repeats a single video only if it is also its playlist. */
function youtubeParameters(url: URL): Record<string, string> {
  const id = url.pathname.split("/").at(-1) ?? "";
  return { autoplay: "1", mute: "1", loop: "1", playlist: id };
}

/** If motion is allowed, a YouTube video starts by itself, muted, and repeats. */
export function embedAddress(media: EmbedMedia, autoplays: boolean): string {
  if (media.platform !== "youtube" || !autoplays) return media.embedUrl;
  const url = new URL(media.embedUrl);
  for (const [name, value] of Object.entries(youtubeParameters(url)))
    url.searchParams.set(name, value);
  return url.href;
}
