import type { MiddlewareHandler } from "hono";
import { CHALLENGE_POLICY } from "#schema/api/auth.ts";
import type { AppEnv } from "./context.ts";

/**
 * Pages run no inline script, load media from any https host, because posts link anywhere, and frame embedded players
 * only (decision 068). There is no service worker (decision 059). web/public/_headers has the same policy for assets.
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
  // No text becomes markup or a script URL, and no script can create a policy that allows it.
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** For pages and the API. */
const COMMON_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  // RedGifs refuses media requests with a foreign Referer; the YouTube frame sets its own policy.
  "Referrer-Policy": "no-referrer",
  "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
};

export const PAGE_HEADERS: Record<string, string> = {
  "Content-Security-Policy": CONTENT_SECURITY_POLICY,
  "Cross-Origin-Opener-Policy": "same-origin",
  // A post's picture can have a private address: without the last entry Chrome asks the visitor about their network.
  "Permissions-Policy":
    "camera=(), microphone=(), geolocation=(), payment=(), usb=(), local-network-access=()",
  ...COMMON_HEADERS,
};

/** JSON opened as a page may load nothing. Page-only headers are omitted to save bytes in every response. */
export const API_HEADERS: Record<string, string> = {
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  ...COMMON_HEADERS,
};

/** No route overrides these headers. */
function setAll(headers: Headers, entries: [name: string, value: string][]): void {
  for (const [name, value] of entries) headers.set(name, value);
}

const pageEntries = Object.entries(PAGE_HEADERS);
const apiEntries = Object.entries(API_HEADERS);

const CHALLENGE_HOST = "https://challenges.cloudflare.com";
const POLICY_WITH_CHALLENGE = CONTENT_SECURITY_POLICY.replace(
  /(?<=script-src|frame-src)([^;]*)/g,
  `$1 ${CHALLENGE_HOST}`,
).replace("trusted-types 'none'", `trusted-types ${CHALLENGE_POLICY}`);

/** Turnstile's host, and the trusted-types policy that names its script, are allowed only where it is configured. */
export const pageHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  setAll(c.res.headers, pageEntries);
  if (c.env.deps.config.turnstile !== null) {
    c.res.headers.set("Content-Security-Policy", POLICY_WITH_CHALLENGE);
  }
};

/** A response without Cache-Control may be cached, so /api sends no-store unless the route sets a value. */
export const apiHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  const { headers } = c.res;
  setAll(headers, apiEntries);
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
};
