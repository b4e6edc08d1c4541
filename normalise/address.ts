import { unescape } from "./read.ts";

const LONGEST = 4096;

/** Most addresses, at a host of Reddit with plain URL characters, need no parser. */
const PLAIN =
  /^https:\/\/(?:(?:preview|external-preview|i|v)\.redd\.it|[ab]\.thumbs\.redditmedia\.com)\/[\w\-.~/?&=%,:;+!*()@]*$/;

/** http becomes https; returns null for other schemes. */
export function parseAddress(value: unknown, base?: string): URL | null {
  if (typeof value !== "string" || value.length === 0 || value.length > LONGEST) return null;
  const unescaped = unescape(value).trim();
  const url = URL.parse(unescaped.startsWith("//") ? `https:${unescaped}` : unescaped, base);
  if (!url || url.username || url.password) return null;
  if (url.protocol === "http:") {
    url.protocol = "https:";
    url.port = "";
  }
  return url.protocol === "https:" && url.hostname.includes(".") ? url : null;
}

export function address(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const unescaped = unescape(value);
  if (unescaped.length <= LONGEST && PLAIN.test(unescaped)) return unescaped;
  return parseAddress(value)?.href ?? null;
}

/** Also true for subdomains of `host`. */
export const isHost = (url: URL, host: string): boolean =>
  url.hostname === host || url.hostname.endsWith(`.${host}`);

export const segments = (url: URL): string[] => url.pathname.split("/").filter(Boolean);

/** The path's file extension in lower case. */
export function extension(url: URL): string {
  return /\.([a-z0-9]{2,5})$/i.exec(url.pathname)?.[1]?.toLowerCase() ?? "";
}

/** The expiry of a signed v.redd.it address (`a={expiry},{signature}`), in epoch seconds. */
export function signedUntil(url: string): number | null {
  const found = /[?&]a=(\d{9,11})(?:%2C|,|&|$)/i.exec(url)?.[1];
  return found ? Number(found) : null;
}

export const withoutQuery = (url: string): string => url.replace(/[?#].*$/, "");
