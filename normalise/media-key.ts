import { isHost, segments } from "./address.ts";

/** Reddit's host for uploads before i.redd.it, with pictures without an extension. */
export const isOldUpload = (url: URL) => url.hostname === "i.reddituploads.com";
export const isReddit = (url: URL) =>
  isHost(url, "redd.it") || isHost(url, "redditmedia.com") || isOldUpload(url);

/**
 * i.redd.it/abc.jpg and preview.redd.it/title-v0-abc.jpg?… are the same file. In folders, as on packaged-media.redd.it,
 * different files share a name, so the whole path counts.
 */
export function fileKeyOf(url: URL): string {
  if (!isReddit(url)) return `${url.hostname}${url.pathname}${url.search}`;
  const [file = url.href, ...inFolder] = segments(url);
  if (inFolder.length > 0) return `${url.hostname}${url.pathname}`;
  const name = file.replace(/\.[a-z0-9]+$/i, "");
  return `reddit/${/-v\d+-([a-z0-9]+)$/.exec(name)?.[1] ?? name}`;
}

/** A page can choose its media by the fragment, so the fragment is in the key. A file's server never gets one. */
export const pageKeyOf = (url: URL): string =>
  isReddit(url) ? fileKeyOf(url) : `${fileKeyOf(url)}${url.hash}`;
