import type { MediaType } from "#schema/media.ts";
import { extension, segments } from "./address.ts";
import { record } from "./read.ts";
import { previewVideo } from "./reddit-video.ts";
import {
  image,
  link,
  source,
  video,
  type Resolved,
  type Resolver,
  type Subject,
} from "./resolved.ts";
import { posterUrl, previewImage, sizeOf, type Still } from "./still.ts";

const HOST = /^(?:(?:www|m|i)\.)?imgur\.(?:com|io)$/;
const ALBUMS = new Set(["a", "gallery"]);
/** In front of a topic's name and, for one of its posts, the post's id. */
const TOPICS = new Set(["t", "topic"]);
/** First path segments of Imgur's own pages. */
const PAGES = new Set([
  "user",
  "account",
  "signin",
  "register",
  "upload",
  "search",
  "memegen",
  "about",
  "apps",
  "blog",
  "help",
  "jobs",
  "privacy",
  "rules",
  "tos",
]);
const CLIPS = new Set(["gifv", "gif", "mp4", "webm"]);
const ID = /^[A-Za-z0-9]{4,12}$/;

/** Imgur's smaller copies, up to 320, 640 and 1024 pixels, if Reddit made no preview. */
function ownStill(id: string, still: Still): Still {
  if (still.source) return still;
  const copy = (size: string, width: number) => ({
    url: `https://i.imgur.com/${id}${size}.jpg`,
    width,
    height: 0,
  });
  return { source: null, sizes: [copy("m", 320), copy("l", 640), copy("h", 1024)] };
}

function resolveClip(id: string, still: Still, type: MediaType): Resolved | null {
  const isLoop = type === "gif";
  const pictures = ownStill(id, still);
  const media = video({
    platform: "imgur",
    sources: [
      source(`https://i.imgur.com/${id}.mp4`, "hd", "Original"),
      source(`https://i.imgur.com/${id}.webm`, "sd", "WebM", "video/webm"),
    ],
    poster: posterUrl(pictures),
    ...sizeOf(still),
    hasAudio: isLoop ? false : null,
    isLoop,
  });
  return media && { media, type, key: `imgur/${id}`, still: pictures };
}

function resolveStill(id: string, url: string, subject: Subject): Resolved {
  const pictures = ownStill(id, subject.still);
  const media = image(url, subject.still);
  return { media, type: "image", key: `imgur/${id}`, still: pictures };
}

/**
 * Listing an album needs Imgur's API: it links out behind Reddit's preview. What follows # is the picture of the album
 * that is meant.
 */
function album(url: URL, parts: string[], { still }: Subject): Resolved {
  return {
    media: link(url, still, "imgur"),
    type: "gallery",
    key: `imgur/${parts.join("/")}${url.hash}`,
    still,
  };
}

/** Reddit made a video preview, so the page shows a clip. */
const hasMotion = ({ post }: Subject): boolean =>
  previewVideo(post) !== null || record(record(previewImage(post)?.variants)?.mp4) !== null;

export const resolveImgur: Resolver = (subject) => {
  const { url } = subject;
  if (!url || !HOST.test(url.hostname)) return null;
  const parts = segments(url);
  // The address of an embed: without it the page's own.
  if (parts.length > 1 && parts.at(-1) === "embed") parts.pop();
  const last = parts.at(-1) ?? "";
  const [place = ""] = parts;
  if (ALBUMS.has(place)) return parts.length > 1 ? album(url, parts, subject) : null;
  if (TOPICS.has(place)) return parts.length > 2 ? album(url, parts, subject) : null;
  if (PAGES.has(place) || /^removed\b/.test(last)) return null;
  const ending = extension(url);
  const name = ending ? last.slice(0, -ending.length - 1).replace(/_d$/, "") : last;
  const id = ending ? name : (name.split("-").at(-1) ?? "");
  if (!ID.test(id)) return null;
  if (CLIPS.has(ending)) {
    return resolveClip(id, subject.still, ending === "gif" || ending === "gifv" ? "gif" : "video");
  }
  if (!ending && hasMotion(subject)) return resolveClip(id, subject.still, "gif");
  return resolveStill(id, `https://i.imgur.com/${id}.${ending || "jpg"}`, subject);
};
