import { HOUR_MS } from "#schema/time.ts";
import type { Deps } from "#worker/deps.ts";
import { isSignedText, signText } from "#worker/signatures.ts";

/** Older bookmarks are not needed: replicas lag by seconds. */
const BOOKMARK_MS = HOUR_MS;
/** Time in base 36, D1's bookmark, signature. */
const COOKIE = /^([0-9a-z]{8,9})\.([0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32})\.([\w-]{43})$/;
const BOOKMARK = /^[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}$/;

const textOf = (time: string, bookmark: string) => `${time} ${bookmark}`;

/** Returns the cookie's value; null for a bookmark in an unknown format. */
export async function signBookmark(deps: Deps, bookmark: string): Promise<string | null> {
  if (!BOOKMARK.test(bookmark)) return null;
  const time = deps.clock.now().toString(36);
  return `${time}.${bookmark}.${await signText(deps, "bookmark", textOf(time, bookmark))}`;
}

/** Returns null for a cookie that is forged, expired or of another deployment. */
export async function readBookmark(deps: Deps, cookie: string): Promise<string | null> {
  const [, time = "", bookmark = "", mac = ""] = COOKIE.exec(cookie) ?? [];
  const age = deps.clock.now() - parseInt(time, 36);
  if (bookmark === "" || age >= BOOKMARK_MS) return null;
  const isOurs = await isSignedText(deps, "bookmark", textOf(time, bookmark), mac);
  return isOurs ? bookmark : null;
}
