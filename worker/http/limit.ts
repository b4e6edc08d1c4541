import type { LimitName } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { errorFields, log } from "#worker/log.ts";
import { within } from "#worker/retry.ts";
import type { AppContext } from "./context.ts";

const WINDOW_SECONDS = 60;
const PATIENCE_MS = 1_000;

/** A counter that is out of order locks nobody out; the lockout in the database goes on counting. */
function open(error: unknown): RateLimitOutcome {
  log("warn", "rate_limit", errorFields(error));
  return { success: true };
}

/** One line has a whole /64 of version 6 to itself: counted one by one, attempts would cost nothing. */
export function addressBlock(address: string): string {
  if (!address.includes(":") || address.includes(".")) return address;
  const [head = "", tail] = address.toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  const after = tail ? tail.split(":") : [];
  const left = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length);
  const all = [...groups, ...Array<string>(left).fill("0"), ...after].slice(0, 4);
  return `${all.map((group) => group.replace(/^0+(?=.)/, "")).join(":")}::/64`;
}

/** The visitor's address as the platform says it; what a client claims of itself is never read. */
export function clientAddress(c: AppContext): string {
  return addressBlock(c.req.header("CF-Connecting-IP") ?? "local");
}

/** Spends one of the address's attempts, or refuses. Called before any costly work. */
export async function spendAttempt(c: AppContext, name: LimitName): Promise<void> {
  const { config, limits } = c.env.deps;
  if (!config.rateLimits) return;
  const counted = within(PATIENCE_MS, limits[name].limit({ key: clientAddress(c) }));
  const { success } = await counted.catch(open);
  if (!success) throw new AppError("http.rate_limited", { retryAfterSeconds: WINDOW_SECONDS });
}
