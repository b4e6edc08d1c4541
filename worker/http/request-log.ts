import type { HonoRequest, MiddlewareHandler } from "hono";
import type { Deps } from "#worker/deps.ts";
import { type LogFields, log, withLogFields } from "#worker/lib/log.ts";
import { serverTiming } from "#worker/lib/timing.ts";
import type { AppEnv } from "./context.ts";

/** Only slower requests are logged; the platform counts and times all of them. */
const SLOW_MS = 1_000;

/** A function of its own, so that it holds neither the Hono context nor `deps`, which both lead to the response. */
const fieldsOf =
  ({ clock, colo }: Deps, req: HonoRequest, requestId: string, startedAt: number) =>
  (): LogFields => ({
    requestId,
    // The route's pattern instead of the path: searched usernames must not be logged.
    route: req.routePath,
    ms: clock.now() - startedAt,
    // Read here, so that only logged requests parse `cf`.
    colo: colo(),
  });

/** Gives the request an id, never a client's own, and logs it with the id if it fails or is slow. */
export const requestLog: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { clock } = c.env.deps;
  const id = clock.uuid();
  const startedAt = clock.now();
  c.set("requestId", id);
  const fields = fieldsOf(c.env.deps, c.req, id, startedAt);
  await withLogFields(fields, next);
  c.res.headers.set("X-Request-Id", id);
  const { status } = c.res;
  const ms = clock.now() - startedAt;
  const timing = serverTiming(c.env.deps.timing, ms);
  if (timing !== null) c.res.headers.set("Server-Timing", timing);
  if (status < 500 && ms < SLOW_MS) return;
  log(status >= 500 ? "error" : "warn", "request", { ...fields(), method: c.req.method, status });
};
