import type { RedgifsResponse, RedgifsVideoUrl } from "#schema/api/redgifs.ts";
import { parseAddress } from "#worker/source/normalise/address.ts";
import { number, record, type Json } from "#worker/source/normalise/read.ts";

/** An id as RedGifs makes them: letters and digits, with some room. */
export const REDGIFS_ID = /^[A-Za-z0-9]{3,80}$/;

/** RedGifs' names for one clip's files, best first, and what spec.md calls them. */
const FILES = [
  ["hd", "hd"],
  ["sd", "sd"],
  ["silent", "standard"],
  ["vthumbnail", "mobile"],
] as const;

const PICTURE = 2;
const UNSIGNED_MS = 45 * 60_000;
const MOST_SIGNED_MS = 30 * 60_000;
const MARGIN_MS = 60_000;

export interface Clip {
  answer: RedgifsResponse;
  /** How long its addresses may be handed out, in milliseconds. */
  keepMs: number;
}

/** The moment a signed address names; links bound to it stop working then. */
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
    if (!url || /\.(?:jpe?g|png|webp)$/i.test(url.pathname)) return [];
    const type = url.pathname.toLowerCase().endsWith(".webm") ? "video/webm" : "video/mp4";
    return { url: url.href, type, quality };
  });
}

/** null: not a clip's answer. */
export function clipFrom(body: unknown, now: number): Clip | null {
  const gif = record(record(body)?.gif);
  if (!gif) return null;
  const urls = record(gif.urls);
  const isPicture = gif.type === PICTURE;
  const videoUrls = isPicture ? [] : filesOf(urls);
  const address = (name: string) => parseAddress(urls?.[name])?.href ?? null;
  const poster = isPicture
    ? (address("hd") ?? address("sd") ?? address("poster"))
    : (address("poster") ?? address("thumbnail"));
  if (videoUrls.length === 0 && !poster) return null;
  const expiresAt = expiryOf([...videoUrls.map(({ url }) => url), poster]);
  const keepMs =
    expiresAt === null ? UNSIGNED_MS : Math.min(MOST_SIGNED_MS, expiresAt - now - MARGIN_MS);
  const answer: RedgifsResponse = {
    success: true,
    videoUrls,
    poster,
    hasAudio: typeof gif.hasAudio === "boolean" ? gif.hasAudio : null,
    duration: number(gif.duration),
  };
  return { answer, keepMs: Math.max(0, keepMs) };
}

/** The end of a guest token: a JWT says it in `exp`. */
export function tokenEnd(token: string): number | null {
  try {
    const body = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const seconds = number(record(JSON.parse(atob(body)))?.exp);
    return seconds === null ? null : seconds * 1000;
  } catch {
    return null;
  }
}
