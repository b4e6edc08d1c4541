import { decodeJwt } from "jose";
import type { RedgifsResponse, RedgifsVideoUrl } from "#schema/api/redgifs.ts";
import { MINUTE_MS } from "#schema/time.ts";
import { parseAddress } from "#normalise/address.ts";
import { number, optionalFlag, record, type Json } from "#normalise/read.ts";
import { clipSeconds } from "#normalise/resolved.ts";

/** RedGifs ids are letters and digits; the length leaves room. */
export const REDGIFS_ID = /^[A-Za-z0-9]{3,80}$/;

/** RedGifs' names for the files of a clip, best first, and the API's names for them. */
const FILES = [
  ["hd", "hd"],
  ["sd", "sd"],
  ["silent", "standard"],
  ["vthumbnail", "mobile"],
] as const;

const PICTURE = 2;
const PICTURE_FILE = /\.(?:jpe?g|png|webp)$/i;
const UNSIGNED_MS = 45 * MINUTE_MS;
const MAX_SIGNED_MS = 30 * MINUTE_MS;
const MARGIN_MS = MINUTE_MS;

export interface Clip {
  answer: RedgifsResponse;
  /** Milliseconds for which its addresses may be handed out. */
  keepMs: number;
}

/** The earliest expiry, in epoch milliseconds; null if no address is signed. */
function expiryOf(urls: (string | null)[]): number | null {
  const ends = urls.flatMap((url) => {
    const seconds = Number(url && new URL(url).searchParams.get("expires"));
    return seconds > 0 ? seconds * 1000 : [];
  });
  return ends.length > 0 ? Math.min(...ends) : null;
}

function filesOf(urls: Json | null): RedgifsVideoUrl[] {
  return FILES.flatMap(([name, quality]) => {
    const url = parseAddress(urls?.[name]);
    if (!url || PICTURE_FILE.test(url.pathname)) return [];
    const type = url.pathname.toLowerCase().endsWith(".webm") ? "video/webm" : "video/mp4";
    return { url: url.href, type, quality };
  });
}

/** The largest picture. Some posts have a picture in place of the clip's file although their type is not PICTURE. */
function pictureOf(urls: Json | null, isPicture: boolean): string | null {
  for (const name of ["hd", "sd"]) {
    const url = parseAddress(urls?.[name]);
    if (url && (isPicture || PICTURE_FILE.test(url.pathname))) return url.href;
  }
  return null;
}

/** Returns null for an answer without a clip or a picture. */
export function clipFrom(body: unknown, now: number): Clip | null {
  const gif = record(record(body)?.gif);
  if (!gif) return null;
  const urls = record(gif.urls);
  const isPicture = number(gif.type) === PICTURE;
  const videoUrls = isPicture ? [] : filesOf(urls);
  const address = (name: string) => parseAddress(urls?.[name])?.href ?? null;
  const picture = videoUrls.length === 0 ? pictureOf(urls, isPicture) : null;
  const poster = picture ?? address("poster") ?? address("thumbnail");
  if (videoUrls.length === 0 && !poster) return null;
  const expiresAt = expiryOf([...videoUrls.map(({ url }) => url), poster]);
  const keepMs =
    expiresAt === null ? UNSIGNED_MS : Math.min(MAX_SIGNED_MS, expiresAt - now - MARGIN_MS);
  const answer: RedgifsResponse = {
    success: true,
    videoUrls,
    poster,
    hasAudio: optionalFlag(gif.hasAudio),
    duration: clipSeconds(gif.duration),
  };
  return { answer, keepMs: Math.max(0, keepMs) };
}

/** The `exp` of a JWT in epoch milliseconds; null if there is none. */
export function tokenEnd(token: string): number | null {
  try {
    const seconds = number(decodeJwt(token).exp);
    return seconds === null ? null : seconds * 1000;
  } catch {
    return null;
  }
}
