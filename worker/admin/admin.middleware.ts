import type { Context, MiddlewareHandler } from "hono";
import { AppError } from "#worker/errors.ts";
import type { AppEnv } from "#worker/http/context.ts";
import { isApiHost } from "#worker/http/origin.ts";
import type { AdminToken } from "./admin.rules.ts";
import { adminSettings, checkAdmin } from "./admin.service.ts";

function bearerToken(c: Context): string | null {
  const [, token] = /^Bearer +(\S+)$/i.exec(c.req.header("Authorization") ?? "") ?? [];
  return token ?? null;
}

/**
 * 401 without a valid admin token, 503 where admin access is not configured. Put on each route, never on
 * a prefix: unknown paths stay 404.
 */
export const adminOnly: MiddlewareHandler<
  AppEnv & { Variables: { adminToken: AdminToken } }
> = async (c, next) => {
  c.set("adminToken", await checkAdmin(c.env.deps, bearerToken(c)));
  await next();
};

/** 503 where admin access is not configured, before the request body is read. */
export const adminConfigured: MiddlewareHandler<AppEnv> = async (c, next) => {
  adminSettings(c.env.deps.config);
  await next();
};

/**
 * 404 at every address but the one that Cloudflare Access protects (docs/operations.md), which must not be passed by
 * another name of this Worker, such as a page's host, one with a dot at its end, or one of workers.dev, nor by another
 * spelling of the path, such as /api/%61dmin, which the router decodes.
 */
export const atItsAddressOnly: MiddlewareHandler<AppEnv> = async (c, next) => {
  const isLiteral = new URL(c.req.url).pathname.startsWith("/api/admin/");
  if (!isLiteral || !isApiHost(c.req.url, c.env.deps.config)) throw new AppError("http.not_found");
  await next();
};
