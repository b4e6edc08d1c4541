import { errorFields, log } from "./log.ts";
import type { LogEvent } from "./log-events.ts";
import { withTimeout } from "./with-timeout.ts";

const COUNTER_TIMEOUT_MS = 1_000;

/**
 * Counts once under `key`. A binding that fails or is late has room: the lockouts in D1 and the call budget still limit
 * logins and upstream calls. `event` names the failure in the log.
 */
export async function rateLimitHasRoom(
  limit: RateLimit,
  key: string,
  event: LogEvent,
): Promise<boolean> {
  const counted = withTimeout(COUNTER_TIMEOUT_MS, limit.limit({ key }));
  try {
    return (await counted).success;
  } catch (error) {
    log("warn", event, errorFields(error));
    return true;
  }
}
