import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./context.ts";

/**
 * The page's policy: no inline script, media from any https host (creators link anywhere), frames
 * only from the players we embed. web/public/_headers says the same for plain assets.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' https: data:",
  "media-src 'self' https: blob:",
  "font-src 'self'",
  "connect-src 'self' https:",
  "worker-src 'none'",
  "frame-src https://www.youtube-nocookie.com https://www.redgifs.com https://streamable.com",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  // No text becomes markup or a script's address, and nobody can make a policy that says otherwise.
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** What every answer carries. */
const COMMON_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  // RedGifs' media refuse a foreign Referer; the YouTube frame sets a policy of its own.
  "Referrer-Policy": "no-referrer",
  "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
};

export const PAGE_HEADERS: Record<string, string> = {
  "Content-Security-Policy": CONTENT_SECURITY_POLICY,
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
  ...COMMON_HEADERS,
};

/** Data is no page: opened as one it may do nothing at all. Each header's bytes are on every answer. */
export const API_HEADERS: Record<string, string> = {
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  ...COMMON_HEADERS,
};

/** Set and not looked for first: no route has another mind, and it is on every answer's way. */
function set(headers: Headers, entries: [name: string, value: string][]): void {
  for (const [name, value] of entries) headers.set(name, value);
}

const pageEntries = Object.entries(PAGE_HEADERS);
const apiEntries = Object.entries(API_HEADERS);

export const pageHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  set(c.res.headers, pageEntries);
};

/** And nothing under /api is kept by anyone unless its route says so: a missing header means "cached". */
export const apiHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  const { headers } = c.res;
  set(headers, apiEntries);
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
};
