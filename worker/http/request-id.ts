import type { MiddlewareHandler } from "hono";
import { log, withLogFields } from "#worker/log.ts";
import { serverTiming } from "#worker/timing.ts";
import type { AppEnv } from "./context.ts";

/** Only slower requests are logged; the platform counts and times all of them. */
const SLOW_MS = 1_000;

/** The request id is never taken from a client's header. Failed and slow requests are logged with it. */
export const requestId: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { deps } = c.env;
  const { clock } = deps;
  const id = clock.uuid();
  const startedAt = clock.now();
  c.set("requestId", id);
  const fields = () => ({
    requestId: id,
    // The route's pattern instead of the path: searched usernames must not be logged.
    route: c.req.routePath,
    ms: clock.now() - startedAt,
    // Read here, so that only logged requests parse `cf`.
    colo: deps.colo(),
  });
  await withLogFields(fields, next);
  c.res.headers.set("X-Request-Id", id);
  const { status } = c.res;
  const ms = clock.now() - startedAt;
  const timing = serverTiming(c.env.deps.timing, ms);
  if (timing !== null) c.res.headers.set("Server-Timing", timing);
  if (status < 500 && ms < SLOW_MS) return;
  log(status >= 500 ? "error" : "warn", "request", { ...fields(), method: c.req.method, status });
};
