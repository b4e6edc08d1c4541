const AUTH_PAGES = new Set(["/login", "/signup"]);

/** The target after a login. Only a path of this site: `returnUrl` in a forged link must not lead to another one. */
export function safeReturnUrl(value: string | null, origin = location.origin): string {
  const url = value?.startsWith("/") ? URL.parse(value, origin) : null;
  if (!url || url.origin !== origin || url.pathname.startsWith("//")) return "/";
  if (AUTH_PAGES.has(url.pathname)) return "/";
  return url.pathname + url.search + url.hash;
}
