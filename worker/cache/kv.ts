import type { Clock } from "#worker/lib/clock.ts";
import { timed, type Timing } from "#worker/lib/timing.ts";
import { errorFields, log } from "#worker/lib/log.ts";
import type { LogEvent } from "#worker/lib/log-events.ts";

/** KV refuses a shorter expirationTtl. */
export const KV_SHORTEST_TTL_SECONDS = 60;

interface KvDeps {
  kv: KVNamespace;
  clock: Pick<Clock, "now">;
  timing?: Timing;
}

/**
 * Returns null where the key is missing or KV fails: a cache failure never fails a request. The binding's guard sets
 * the timeout. `failureEvent` is the log event of a failure.
 */
export async function readKvText(
  deps: KvDeps,
  key: string,
  failureEvent?: LogEvent,
): Promise<string | null> {
  try {
    return await timed(deps, "cache", () => deps.kv.get(key));
  } catch (error) {
    if (failureEvent !== undefined) log("warn", failureEvent, errorFields(error));
    return null;
  }
}

export async function writeKvText(
  { kv }: Pick<KvDeps, "kv">,
  key: string,
  text: string,
  { expirationTtl, failureEvent }: { expirationTtl: number; failureEvent?: LogEvent },
): Promise<void> {
  try {
    await kv.put(key, text, { expirationTtl });
  } catch (error) {
    if (failureEvent !== undefined) log("warn", failureEvent, errorFields(error));
  }
}
