import type { Platform } from "#schema/media.ts";
import { extension, isHost, segments } from "./address.ts";
import { record, text } from "./read.ts";
import { redditVideoFrom } from "./reddit-video.ts";
import {
  image,
  link,
  loop,
  source,
  unplayable,
  video,
  type Resolved,
  type Resolver,
  type Subject,
} from "./resolved.ts";
import { posterUrl, previewImage, stillOf } from "./still.ts";

const PICTURES = new Set(["jpg", "jpeg", "png", "webp", "avif", "bmp", "jfif"]);
/** Picture formats that at most one browser shows. */
const FOREIGN_PICTURES = new Set(["tif", "tiff", "heic", "heif", "psd"]);
const VIDEO_TYPES: Record<string, string> = {
  mp4: "video/mp4",
  m4v: "video/mp4",
  webm: "video/webm",
  mov: "video/quicktime",
  avi: "video/x-msvideo",
  mkv: "video/x-matroska",
};

/** Reddit's host for uploads before i.redd.it, with pictures without an extension. */
const isOldUpload = (url: URL) => url.hostname === "i.reddituploads.com";
const isReddit = (url: URL) =>
  isHost(url, "redd.it") || isHost(url, "redditmedia.com") || isOldUpload(url);
const platformOf = (url: URL): Platform => (isReddit(url) ? "reddit" : "direct");

/**
 * i.redd.it/abc.jpg and preview.redd.it/title-v0-abc.jpg?… are the same file. In folders, as on packaged-media.redd.it,
 * different files share a name, so the whole path counts.
 */
function keyOf(url: URL): string {
  if (!isReddit(url)) return `${url.hostname}${url.pathname}${url.search}`;
  const [file = url.href, ...inFolder] = segments(url);
  if (inFolder.length > 0) return `${url.hostname}${url.pathname}`;
  const name = file.replace(/\.[a-z0-9]+$/i, "");
  return `reddit/${/-v\d+-([a-z0-9]+)$/.exec(name)?.[1] ?? name}`;
}

/** A page can choose its media by the fragment, so the fragment is in the key. A file's server never gets one. */
const pageKeyOf = (url: URL): string => (isReddit(url) ? keyOf(url) : `${keyOf(url)}${url.hash}`);

/** Reddit's silent mp4 of a GIF, a tenth of its size. */
function mp4Variant({ post, still }: Subject) {
  const variant = stillOf(record(record(previewImage(post)?.variants)?.mp4));
  return variant.source && loop(variant.source.url, still, "reddit");
}

function gif(url: URL, subject: Subject): Resolved {
  const { still } = subject;
  const media = mp4Variant(subject) ?? { ...image(url.href, still), srcset: [] };
  const shown = still.source
    ? still
    : { source: { url: url.href, width: 0, height: 0 }, sizes: [] };
  return { media, type: "gif", key: keyOf(url), still: shown, expiresAt: null };
}

function picture(url: URL, subject: Subject): Resolved {
  const { still } = subject;
  const shown = still.source
    ? still
    : { source: { url: url.href, width: 0, height: 0 }, sizes: [] };
  const media = image(url.href, still);
  return { media, type: "image", key: keyOf(url), still: shown, expiresAt: null };
}

/** Epoch milliseconds at which an address of Reddit's packaged videos stops working (`e={seconds}`, signed by `s=`). */
function packagedUntil(url: URL): number | null {
  if (!isHost(url, "packaged-media.redd.it")) return null;
  const seconds = url.searchParams.get("e") ?? "";
  return /^\d{9,11}$/.test(seconds) ? Number(seconds) * 1000 : null;
}

function clip(url: URL, mime: string, subject: Subject): Resolved | null {
  const { still, now } = subject;
  const expiresAt = packagedUntil(url);
  const parts = {
    platform: platformOf(url),
    poster: posterUrl(still),
    width: still.source?.width ?? 0,
    height: still.source?.height ?? 0,
  };
  const found = { type: "video" as const, key: keyOf(url), still };
  // Such a file is not served without its signature: Reddit's copy of it, if there is one, is what is left.
  if (expiresAt !== null && expiresAt <= now)
    return resolvePreviewVideo(subject) ?? { ...found, media: unplayable(parts), expiresAt: null };
  const media = video({
    ...parts,
    sources: [source(url.href, "hd", "Original", mime)],
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
  });
  return media && { ...found, media, expiresAt };
}

/** A wiki's page about a file ends like the file, and Imgur redirects deleted pictures to removed.png. */
const isNoFile = ({ pathname }: URL) =>
  pathname.startsWith("/wiki/") || pathname === "/removed.png";

/** Files at any host, by their extension or post_hint. */
export const resolveFile: Resolver = (subject) => {
  const { post, url } = subject;
  if (!url || isHost(url, "reddit.com") || isNoFile(url)) return null;
  const ending = extension(url);
  const format = url.searchParams.get("format");
  const mime = Object.hasOwn(VIDEO_TYPES, ending) ? VIDEO_TYPES[ending] : undefined;
  if (mime) return clip(url, mime, subject);
  if (isReddit(url) && format === "mp4") {
    const media = loop(url.href, subject.still, "reddit");
    return media && { media, type: "gif", key: keyOf(url), still: subject.still, expiresAt: null };
  }
  if (ending === "gif") return gif(url, subject);
  if (PICTURES.has(ending)) return picture(url, subject);
  if (FOREIGN_PICTURES.has(ending)) return foreignPicture(url, subject);
  const isPicture = text(post.post_hint) === "image" || isOldUpload(url);
  return isPicture && url.pathname !== "/" ? unnamedPicture(url, subject) : null;
};

/** Shows Reddit's copy; without one the address is only linked. */
function foreignPicture(url: URL, subject: Subject): Resolved {
  const { still } = subject;
  if (still.source) return unnamedPicture(url, subject);
  const media = link(url, still, platformOf(url));
  return { media, type: "image", key: keyOf(url), still, expiresAt: null };
}

/** A picture whose file name has no picture extension; prefers Reddit's copy. */
function unnamedPicture(url: URL, subject: Subject): Resolved {
  const { source: full } = subject.still;
  const moving = mp4Variant(subject);
  const shown: Resolved = picture(url, subject);
  if (moving) return { ...shown, media: moving, type: "gif" };
  return full ? { ...shown, media: image(full.url, subject.still) } : shown;
}

/** Reddit's video preview of a link that no other resolver knows. */
export const resolvePreviewVideo: Resolver = (subject) => {
  const { post, url, still, now } = subject;
  if (post.is_self === true) return null;
  const key = url ? pageKeyOf(url) : "";
  const copy = redditVideoFrom(record(record(post.preview)?.reddit_video_preview), still, now);
  if (copy) {
    const { media, isGif, expiresAt } = copy;
    return { media, type: isGif ? "gif" : "video", key: key || media.directUrl, still, expiresAt };
  }
  const media = mp4Variant(subject);
  return media && { media, type: "gif", key: key || media.directUrl, still, expiresAt: null };
};

/** A video of a host without a resolver opens at that host. */
export const resolveElsewhere: Resolver = ({ post, url, still }) => {
  const oembed = record((record(post.secure_media) ?? record(post.media))?.oembed);
  const isVideo = text(post.post_hint) === "rich:video" || oembed?.type === "video";
  if (!url || !isVideo || isHost(url, "reddit.com")) return null;
  return {
    media: link(url, still, "other"),
    type: "video",
    key: pageKeyOf(url),
    still,
    expiresAt: null,
  };
};
