const NOWHERE = new Set(["/login", "/signup"]);

/**
 * Where to go after a login. Only a path of our own page counts: an address that a stranger put into
 * a link must not lead somebody elsewhere.
 */
export function safeReturnUrl(value: string | null, origin = location.origin): string {
  const url = value?.startsWith("/") ? URL.parse(value, origin) : null;
  if (!url || url.origin !== origin || url.pathname.startsWith("//")) return "/";
  if (NOWHERE.has(url.pathname)) return "/";
  return url.pathname + url.search + url.hash;
}
