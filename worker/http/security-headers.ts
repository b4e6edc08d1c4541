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

export const SECURITY_HEADERS: Record<string, string> = {
  "Content-Security-Policy": CONTENT_SECURITY_POLICY,
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  // RedGifs' media refuse a foreign Referer; the YouTube frame sets a policy of its own.
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
  "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
};

const ENTRIES = Object.entries(SECURITY_HEADERS);

/** Set and not looked for first: no route has another mind, and it is on every answer's way. */
export const securityHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  const { headers } = c.res;
  for (const [name, value] of ENTRIES) headers.set(name, value);
};
