import type { Context } from "hono";
import type { CookieOptions } from "hono/utils/cookie";
import { isLoopback } from "./origin.ts";

/** Local development uses plain http, where browsers refuse Secure cookies. */
export function ownCookie(c: Context, name: string): { name: string; options: CookieOptions } {
  const isLocal = c.req.url.startsWith("http:") && isLoopback(new URL(c.req.url).hostname);
  return {
    name: isLocal ? name : `__Host-${name}`,
    options: { path: "/", httpOnly: true, sameSite: "Lax", secure: !isLocal },
  };
}
