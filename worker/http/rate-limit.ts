import type { Context, MiddlewareHandler } from "hono";
import type { ErrorCode } from "#schema/api/errors.ts";
import { addressPrefixes, type AddressPrefixes } from "#worker/address-prefixes.ts";
import type { Deps } from "#worker/deps.ts";
import type { LimitName } from "#worker/env.ts";
import { AppError } from "#worker/errors.ts";
import { errorFields, log } from "#worker/log.ts";
import { withTimeout } from "#worker/with-timeout.ts";
import type { AppEnv } from "./context.ts";

const WINDOW_SECONDS = 60;
const COUNTER_TIMEOUT_MS = 1_000;

/** A counter that fails blocks no caller; the lockouts in D1 keep counting. */
function allow(error: unknown): RateLimitOutcome {
  log("warn", "rate_limit", errorFields(error));
  return { success: true };
}

async function count(
  { limits }: Deps,
  name: LimitName,
  key: string,
  code: ErrorCode = "http.rate_limited",
): Promise<void> {
  const counted = withTimeout(COUNTER_TIMEOUT_MS, limits[name].limit({ key }));
  const { success } = await counted.catch(allow);
  if (!success) throw new AppError(code, { retryAfterSeconds: WINDOW_SECONDS });
}

/** The prefixes of the caller's address as the platform gives it; headers a client can set are never read. */
export const clientPrefixes = (c: Context): AddressPrefixes =>
  addressPrefixes(c.req.header("CF-Connecting-IP") ?? "local");

interface Counting {
  /** Counts apart from other routes with the same limit. */
  per?: string;
  code?: ErrorCode;
  /** The ceilings of the wider prefixes. */
  wideName?: LimitName;
  widestName?: LimitName;
}

/**
 * Counts an attempt of the caller's address, then of its wider prefixes under their shared ceilings; 429 past a
 * limit. A refused attempt does not count further, so that one address cannot use up its neighbours' share.
 * Stands after validation, before costly work.
 */
export function rateLimited(
  name: LimitName,
  { per, code, wideName = "WIDE_LIMIT", widestName = "WIDEST_LIMIT" }: Counting = {},
): MiddlewareHandler<AppEnv> {
  const keyOf = (prefix: string) => (per === undefined ? prefix : `${per} ${prefix}`);
  return async (c, next) => {
    const { deps } = c.env;
    if (deps.config.rateLimits) {
      const { own, wide, widest } = clientPrefixes(c);
      await count(deps, name, keyOf(own), code);
      if (wide !== null) await count(deps, wideName, `${name} ${keyOf(wide)}`, code);
      if (widest !== null) await count(deps, widestName, `${name} ${keyOf(widest)}`, code);
    }
    await next();
  };
}

/** Counts a call under the key that the route gives; 429 past the limit. Costs no statement. */
export function limitedBy<Variables extends object>(
  name: LimitName,
  keyOf: (c: Context<AppEnv & { Variables: Variables }>) => string | Promise<string>,
): MiddlewareHandler<AppEnv & { Variables: Variables }> {
  return async (c, next) => {
    const { deps } = c.env;
    if (deps.config.rateLimits) await count(deps, name, await keyOf(c));
    await next();
  };
}
