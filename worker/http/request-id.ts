import type { MiddlewareHandler } from "hono";
import { log, withLogFields } from "#worker/log.ts";
import { serverTiming } from "#worker/timing.ts";
import type { AppEnv } from "./context.ts";

/** Slower requests are logged; the platform counts and times the others. */
const SLOW_MS = 1_000;

/** Makes the request id, never from a header of the client, and logs failed and slow requests with it. */
export const requestId: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { deps } = c.env;
  const { clock } = deps;
  const id = clock.uuid();
  const startedAt = clock.now();
  c.set("requestId", id);
  const fields = () => ({
    requestId: id,
    // The route's pattern, not the path: searched usernames stay out of the logs.
    route: c.req.routePath,
    ms: clock.now() - startedAt,
    // Read here: what is not logged need not be parsed.
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
