import { signature } from "./ids.ts";

/** Hosts whose files the development Worker serves. */
export const MEDIA_HOSTS: ReadonlySet<string> = new Set([
  "i.redd.it",
  "preview.redd.it",
  "external-preview.redd.it",
  "v.redd.it",
  "styles.redditmedia.com",
  "www.redditstatic.com",
  "media.redgifs.com",
  "i.redgifs.com",
  "i.imgur.com",
]);

export const MEDIA_PATH = "/sample/media/";

/** https://i.redd.it/x.jpeg -> /sample/media/i.redd.it/x.jpeg; any other address unchanged. */
export function mediaUrl(url: string): string {
  const match = /^https:\/\/([a-z0-9.-]+)\/(.+)$/i.exec(url);
  const host = match?.[1]?.toLowerCase();
  if (!host || !MEDIA_HOSTS.has(host)) return url;
  return `${MEDIA_PATH}${host}/${match?.[2] ?? ""}`;
}

/** A signed picture address, with the signature last, as at Reddit. */
export function previewUrl(
  path: string,
  params: Record<string, string | number>,
  host: "preview.redd.it" | "external-preview.redd.it" = "preview.redd.it",
): string {
  const query = Object.entries(params)
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
  const unsigned = query ? `/${path}?${query}&` : `/${path}?`;
  return `https://${host}${unsigned}s=${signature(unsigned)}`;
}

const DAY_SECONDS = 86_400;
const LIFETIME_SECONDS = 30 * DAY_SECONDS;

/** A manifest's address, valid for 30 days from today's midnight, so that it is the same all day. */
export function manifestUrl(path: string, name: string, nowSeconds: number): string {
  const expires = Math.floor(nowSeconds / DAY_SECONDS) * DAY_SECONDS + LIFETIME_SECONDS;
  const token = btoa(signature(`${path}/${name}:${expires}`)).replaceAll("=", "%3D");
  return `https://v.redd.it/${path}/${name}?a=${expires}%2C${token}&v=1&f=sd`;
}
