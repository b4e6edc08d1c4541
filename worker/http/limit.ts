import type { LimitName } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import type { AppContext } from "./context.ts";

const WINDOW_SECONDS = 60;

/** The visitor's address as the platform says it; what a client claims of itself is never read. */
export function clientAddress(c: AppContext): string {
  return c.req.header("CF-Connecting-IP") ?? "local";
}

/** Spends one of the address's attempts, or refuses. Called before any costly work. */
export async function spendAttempt(c: AppContext, name: LimitName): Promise<void> {
  const { config, limits } = c.env.deps;
  if (!config.rateLimits) return;
  const { success } = await limits[name].limit({ key: clientAddress(c) });
  if (!success) throw new AppError("http.rate_limited", { retryAfterSeconds: WINDOW_SECONDS });
}
