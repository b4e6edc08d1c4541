import { extension, isHost, segments } from "./address.ts";
import { record, text, unescape } from "./read.ts";
import { previewCopy } from "./reddit-video.ts";
import type { Resolver } from "./resolved.ts";
import { posterUrl, sizeOf } from "./still.ts";

const PICTURES = new Set(["jpg", "jpeg", "png", "webp"]);
/** First path segments of pages that are no clip. */
const PAGES = new Set([
  "users",
  "browse",
  "niches",
  "tags",
  "search",
  "explore",
  "collections",
  "about",
  "blog",
  "create",
  "dmca",
  "login",
  "privacy",
  "read",
  "signup",
  "terms",
  "upload",
]);
/** First path segments in front of an id. */
const PREFIXES = new Set(["watch", "ifr", "i", "gifs", "embed", "detail"]);

/** On the site `gifs` is a page about a tag, unless it is an old address with `detail`; the API has clips there. */
const isTagPage = (url: URL, parts: string[]): boolean =>
  parts[0] === "gifs" && parts[1] !== "detail" && !url.hostname.startsWith("api.");

/** Accepts every form of address that RedGifs and gifdeliverynetwork.com have used. */
function redgifsId(url: URL): { id: string; isImage: boolean } | null {
  if (!isHost(url, "redgifs.com") && !isHost(url, "gifdeliverynetwork.com")) return null;
  const parts = segments(url).filter((part) => !/^v\d$/.test(part));
  if (PAGES.has(parts[0] ?? "") || isTagPage(url, parts)) return null;
  const isPicturePath = parts.length > 1 && parts[0] === "i";
  while (parts.length > 1 && PREFIXES.has(parts[0] ?? "")) parts.shift();
  const name = parts[0] ?? "";
  const id = /^[A-Za-z0-9]{3,80}(?![A-Za-z0-9])/.exec(name)?.[0]?.toLowerCase();
  if (!id || PREFIXES.has(id)) return null;
  const isPicture = isPicturePath || PICTURES.has(extension(url));
  const ownsPictures = url.hostname === "i.redgifs.com" || !name.includes("-");
  return { id, isImage: isPicture && ownsPictures };
}

/** From Reddit's embed, for links without the clip's id. */
function embedded(media: unknown): { id: string; isImage: boolean } | null {
  const found = record(media);
  if (!found || !/redgifs/i.test(text(found.type) ?? "")) return null;
  const html = unescape(text(record(found.oembed)?.html) ?? "");
  const id = /\/(?:ifr|watch)\/([A-Za-z0-9]{3,80})/.exec(decodeSafely(html))?.[1];
  return id ? { id: id.toLowerCase(), isImage: false } : null;
}

function decodeSafely(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

export const resolveRedgifs: Resolver = (subject) => {
  const { post, url, still } = subject;
  const found = (url && redgifsId(url)) ?? embedded(post.secure_media) ?? embedded(post.media);
  if (!found) return null;
  const { id, isImage } = found;
  return {
    media: {
      kind: "redgifs",
      platform: "redgifs",
      isEmbedded: false,
      id,
      embedUrl: `https://www.redgifs.com/ifr/${id}`,
      watchUrl: `https://www.redgifs.com/watch/${id}`,
      poster: posterUrl(still),
      fallback: previewCopy(subject)?.sources ?? [],
      ...sizeOf(still),
      isImage,
      caption: null,
    },
    type: isImage ? "image" : "video",
    key: `redgifs/${id}`,
    still,
  };
};
