import type { Context, MiddlewareHandler } from "hono";
import type { ErrorCode } from "#schema/api/errors.ts";
import { addressPrefixes, type AddressPrefixes } from "#worker/lib/address-prefixes.ts";
import type { Deps } from "#worker/deps.ts";
import type { LimitName } from "#worker/env.ts";
import { AppError } from "#worker/errors.ts";
import { rateLimitHasRoom } from "#worker/lib/rate-limit-has-room.ts";
import type { AppEnv } from "./context.ts";

const WINDOW_SECONDS = 60;

async function countOrRefuse(
  { limits }: Deps,
  name: LimitName,
  key: string,
  code: ErrorCode = "http.rate_limited",
): Promise<void> {
  const hasRoom = await rateLimitHasRoom(limits[name], key, "rate_limit");
  if (!hasRoom) throw new AppError(code, { retryAfterSeconds: WINDOW_SECONDS });
}

/** Uses the address that the platform sets, never a header that a client can set. */
export const clientPrefixes = (c: Context): AddressPrefixes =>
  addressPrefixes(c.req.header("CF-Connecting-IP") ?? "local");

interface Counting {
  /** A separate count for this route, beside other routes with the same limit. */
  per?: string;
  code?: ErrorCode;
  /** The limit of both wider address prefixes, instead of WIDE_LIMIT and WIDEST_LIMIT. */
  networkName?: LimitName;
}

/**
 * Counts the request for the caller's address, then for the wider prefixes; 429 past a limit. A request over its own
 * limit does not count for the wider ones, so that one address cannot use up its neighbours' share. It comes after
 * validation and before costly work.
 */
export function rateLimited(
  name: LimitName,
  { per, code, networkName }: Counting = {},
): MiddlewareHandler<AppEnv> {
  const counterKey = (prefix: string) => (per === undefined ? prefix : `${per} ${prefix}`);
  return async (c, next) => {
    const { deps } = c.env;
    if (deps.config.rateLimits) {
      const { own, wide, widest } = clientPrefixes(c);
      const count = (limit: LimitName, key: string) => countOrRefuse(deps, limit, key, code);
      await count(name, counterKey(own));
      if (wide !== null) await count(networkName ?? "WIDE_LIMIT", `${name} ${counterKey(wide)}`);
      if (widest !== null)
        await count(networkName ?? "WIDEST_LIMIT", `${name} ${counterKey(widest)}`);
    }
    await next();
  };
}

/** Counts the request under the route's own key; 429 past the limit. */
export function limitedBy<Variables extends object>(
  name: LimitName,
  counterKeyFor: (c: Context<AppEnv & { Variables: Variables }>) => string,
): MiddlewareHandler<AppEnv & { Variables: Variables }> {
  return async (c, next) => {
    const { deps } = c.env;
    if (deps.config.rateLimits) await countOrRefuse(deps, name, counterKeyFor(c));
    await next();
  };
}
