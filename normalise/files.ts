import type { Platform } from "#schema/media.ts";
import { extension, isHost } from "./address.ts";
import { isOldUpload, isReddit, fileKeyOf } from "./media-key.ts";
import { mp4Variant, resolvePreviewVideo } from "./preview-video.ts";
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
import { posterUrl, sizeOf, type Still } from "./still.ts";

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

const platformOf = (url: URL): Platform => (isReddit(url) ? "reddit" : "direct");

/** Without Reddit's copies the file itself is the tile's picture. */
const withFile = (still: Still, { href }: URL): Still =>
  still.source ? still : { source: { url: href, width: 0, height: 0 }, sizes: [] };

function gif(url: URL, subject: Subject): Resolved {
  const { still } = subject;
  const media = mp4Variant(subject) ?? { ...image(url.href, still), srcset: [] };
  return { media, type: "gif", key: fileKeyOf(url), still: withFile(still, url) };
}

function resolvePicture(url: URL, subject: Subject): Resolved {
  const { still } = subject;
  const media = image(url.href, still);
  return { media, type: "image", key: fileKeyOf(url), still: withFile(still, url) };
}

/** Epoch milliseconds at which an address of Reddit's packaged videos stops working (`e={seconds}`, signed by `s=`). */
function packagedUntil(url: URL): number | null {
  if (!isHost(url, "packaged-media.redd.it")) return null;
  const seconds = url.searchParams.get("e") ?? "";
  return /^\d{9,11}$/.test(seconds) ? Number(seconds) * 1000 : null;
}

function resolveVideo(url: URL, mime: string, subject: Subject): Resolved | null {
  const { still, now } = subject;
  const expiresAt = packagedUntil(url);
  const parts = {
    platform: platformOf(url),
    poster: posterUrl(still),
    ...sizeOf(still),
  };
  const found = { type: "video" as const, key: fileKeyOf(url), still };
  // Such a file is not served without its signature: Reddit's copy of it, if there is one, is what is left.
  if (expiresAt !== null && expiresAt <= now)
    return resolvePreviewVideo(subject) ?? { ...found, media: unplayable(parts) };
  const media = video({
    ...parts,
    sources: [source(url.href, "hd", "Original", mime)],
    expiresAt,
  });
  return media && { ...found, media };
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
  if (mime) return resolveVideo(url, mime, subject);
  if (isReddit(url) && format === "mp4") {
    const media = loop(url.href, subject.still);
    return media && { media, type: "gif", key: fileKeyOf(url), still: subject.still };
  }
  if (ending === "gif") return gif(url, subject);
  if (PICTURES.has(ending)) return resolvePicture(url, subject);
  if (FOREIGN_PICTURES.has(ending)) return foreignPicture(url, subject);
  const isPicture = post.post_hint === "image" || isOldUpload(url);
  return isPicture && url.pathname !== "/" ? unnamedPicture(url, subject) : null;
};

/** Shows Reddit's copy; without one the address is only linked. */
function foreignPicture(url: URL, subject: Subject): Resolved {
  const { still } = subject;
  if (still.source) return unnamedPicture(url, subject);
  const media = link(url, still, platformOf(url));
  return { media, type: "image", key: fileKeyOf(url), still };
}

/** A picture whose file name has no picture extension; prefers Reddit's copy. */
function unnamedPicture(url: URL, subject: Subject): Resolved {
  const { source: full } = subject.still;
  const moving = mp4Variant(subject);
  const shown: Resolved = resolvePicture(url, subject);
  if (moving) return { ...shown, media: moving, type: "gif" };
  return full ? { ...shown, media: image(full.url, subject.still) } : shown;
}
