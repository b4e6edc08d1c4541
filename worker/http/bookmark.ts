import { fromBase64Url, toBase64Url } from "#worker/base64-url.ts";
import type { Deps } from "#worker/deps.ts";
import { signingKey } from "#worker/signing-key.ts";

/** Older bookmarks are not needed: replicas lag by seconds. */
const BOOKMARK_MS = 3_600_000;
/** Time in base 36, D1's bookmark, signature. */
const COOKIE = /^([0-9a-z]{8,9})\.([0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32})\.([\w-]{43})$/;
const BOOKMARK = /^[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}$/;

const textOf = (time: string, bookmark: string) => new TextEncoder().encode(`${time} ${bookmark}`);

/** Returns the cookie's value; null for a bookmark in an unknown format. */
export async function signBookmark(deps: Deps, bookmark: string): Promise<string | null> {
  if (!BOOKMARK.test(bookmark)) return null;
  const key = await signingKey(deps, "bookmark");
  const time = deps.clock.now().toString(36);
  const mac = await crypto.subtle.sign("HMAC", key, textOf(time, bookmark));
  return `${time}.${bookmark}.${toBase64Url(new Uint8Array(mac))}`;
}

/** Returns null for a cookie that is forged, expired or of another deployment. */
export async function readBookmark(deps: Deps, cookie: string): Promise<string | null> {
  const [, time = "", bookmark = "", mac = ""] = COOKIE.exec(cookie) ?? [];
  const age = deps.clock.now() - parseInt(time, 36);
  if (bookmark === "" || age >= BOOKMARK_MS) return null;
  const key = await signingKey(deps, "bookmark");
  const bytes = fromBase64Url(mac) ?? new Uint8Array();
  const isOurs = await crypto.subtle.verify("HMAC", key, bytes, textOf(time, bookmark));
  return isOurs ? bookmark : null;
}
