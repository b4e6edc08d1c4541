import type { EmbedMedia } from "#schema/media.ts";
import { isHost, segments } from "./address.ts";
import { record } from "./read.ts";
import type { Resolved, Resolver, Subject } from "./resolved.ts";
import { picture, posterUrl, sizeOf, type Still } from "./still.ts";

type Embed = Pick<EmbedMedia, "platform" | "embedUrl" | "watchUrl" | "poster"> & { id: string };

/** The player's own picture, if Reddit made no preview. */
function oembedStill({ post, still }: Subject): Still {
  if (still.source) return still;
  const oembed = record((record(post.secure_media) ?? record(post.media))?.oembed);
  const source =
    oembed && picture(oembed.thumbnail_url, oembed.thumbnail_width, oembed.thumbnail_height);
  return { source, sizes: [] };
}

function resolved(subject: Subject, embed: Embed): Resolved {
  const still = oembedStill(subject);
  const { platform, id, embedUrl, watchUrl } = embed;
  const poster = posterUrl(still) ?? embed.poster;
  return {
    media: {
      kind: "embed",
      platform,
      isEmbedded: true,
      embedUrl,
      watchUrl,
      poster,
      ...sizeOf(still),
      caption: null,
    },
    type: "video",
    key: `${platform}/${id}`,
    still: still.source || !poster ? still : { source: picture(poster, 480, 360), sizes: [] },
  };
}

const YOUTUBE_PATHS = new Set(["shorts", "live", "embed", "v", "e"]);

function youtubeId(url: URL): string | null {
  const parts = segments(url);
  let id: string | null | undefined;
  if (isHost(url, "youtu.be")) id = parts[0];
  else if (isHost(url, "youtube.com") || isHost(url, "youtube-nocookie.com")) {
    id = YOUTUBE_PATHS.has(parts[0] ?? "") ? parts[1] : url.searchParams.get("v");
  }
  return id && /^[A-Za-z0-9_-]{11}$/.test(id) ? id : null;
}

/** Accepts "90", "90s" and "1m30s". */
function startSeconds(url: URL): number {
  const value = url.searchParams.get("t") ?? url.searchParams.get("start") ?? "";
  const found = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/.exec(value);
  const [hours, minutes, seconds] = (found?.slice(1) ?? []).map((part) => Number(part ?? 0));
  return (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0);
}

export const resolveYoutube: Resolver = (subject) => {
  const { url } = subject;
  const id = url && youtubeId(url);
  if (!url || !id) return null;
  const start = startSeconds(url);
  return resolved(subject, {
    platform: "youtube",
    id,
    embedUrl: `https://www.youtube-nocookie.com/embed/${id}${start ? `?start=${start}` : ""}`,
    watchUrl: `https://www.youtube.com/watch?v=${id}`,
    poster: `https://i.ytimg.com/vi/${id}/hqdefault.jpg`,
  });
};

/** Other hosts of Streamable's have files, in folders that look like ids. */
const STREAMABLE_HOST = /^(?:www\.)?streamable\.com$/;

/** Streamable's own pages, whose paths look like videos. */
const STREAMABLE_PAGES = new Set([
  "about",
  "api",
  "blog",
  "faq",
  "dmca",
  "login",
  "pricing",
  "privacy",
  "signup",
  "terms",
]);

export const resolveStreamable: Resolver = (subject) => {
  const { url } = subject;
  if (!url || !STREAMABLE_HOST.test(url.hostname)) return null;
  const parts = segments(url);
  const id = (/^[a-z]$/.test(parts[0] ?? "") ? parts[1] : parts[0])?.toLowerCase();
  if (!id || !/^[a-z0-9]{3,12}$/.test(id) || STREAMABLE_PAGES.has(id)) return null;
  return resolved(subject, {
    platform: "streamable",
    id,
    embedUrl: `https://streamable.com/e/${id}`,
    watchUrl: `https://streamable.com/${id}`,
    poster: null,
  });
};
