import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { brand } from "#schema/brand.ts";
import { AppError } from "#worker/errors.ts";
import type { Config } from "#worker/env.ts";
import type { AppContext, AppEnv } from "./context.ts";

/** `hostname` as the URL parser returns it. */
export const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" ||
  hostname === "[::1]" ||
  hostname.endsWith(".localhost") ||
  /^127\.\d+\.\d+\.\d+$/.test(hostname);

function pageOrigins(config: Config): readonly string[] {
  if (config.environment === "development") return [];
  return brand.environments[config.environment].pageOrigins;
}

/** Whether this address has the API's own host and port. In development every host has the API. */
export function isApiHost(url: string, { environment }: Config): boolean {
  if (environment === "development") return true;
  return new URL(url).host === new URL(brand.environments[environment].apiOrigin).host;
}

function isOwnOrigin(origin: string, c: AppContext): boolean {
  const { config } = c.env.deps;
  if (pageOrigins(config).includes(origin)) return true;
  if (origin === new URL(c.req.url).origin) return true;
  const url = config.environment === "development" ? URL.parse(origin) : null;
  return url !== null && isLoopback(url.hostname);
}

const corsForBrand: MiddlewareHandler<AppEnv> = cors({
  origin: (origin, c) => (pageOrigins(c.env.deps.config).includes(origin) ? origin : null),
  credentials: true,
  allowMethods: ["GET", "POST", "PUT", "DELETE"],
  allowHeaders: ["Content-Type", "Authorization"],
  exposeHeaders: ["Retry-After", "X-Request-Id"],
  maxAge: 86_400,
});

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * 403 for cross-site requests, before the route runs. A request with neither Origin nor Sec-Fetch-Site does not come
 * from a browser, so no other site can have made it send a cookie.
 */
function refuseForeignOrigin(c: AppContext, origin: string | undefined): void {
  const site = c.req.header("Sec-Fetch-Site");
  const originIsOurs = origin !== undefined && isOwnOrigin(origin, c);
  if (origin !== undefined && !originIsOurs) throw new AppError("http.forbidden_origin");
  // A page of the brand calls the API's host as same-site, with an origin on the list.
  const foreign = site === "cross-site" || site === "same-site";
  if (foreign && !(originIsOurs && site === "same-site")) {
    throw new AppError("http.forbidden_origin");
  }
}

/** CORS headers for the brand's pages only; unsafe requests from other origins are refused. */
export const ownOriginsOnly: MiddlewareHandler<AppEnv> = async (c, next) => {
  const origin = c.req.header("Origin");
  if (!SAFE_METHODS.has(c.req.method)) refuseForeignOrigin(c, origin);
  return origin === undefined ? next() : corsForBrand(c, next);
};
