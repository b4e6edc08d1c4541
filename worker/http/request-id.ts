import type { MiddlewareHandler } from "hono";
import { log } from "#worker/log.ts";
import type { AppEnv } from "./context.ts";

/** Longer is worth a line; the platform itself counts and times every request. */
const SLOW_MS = 1_000;

/** Made here, never taken from the client: it goes into logs, where what failed or was slow is told. */
export const requestId: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { clock } = c.env.deps;
  const id = clock.uuid();
  const startedAt = clock.now();
  c.set("requestId", id);
  await next();
  c.res.headers.set("X-Request-Id", id);
  const { status } = c.res;
  const ms = clock.now() - startedAt;
  if (status < 500 && ms < SLOW_MS) return;
  log(status >= 500 ? "error" : "warn", "request", {
    requestId: id,
    method: c.req.method,
    // The route's pattern, not the path: names that people search stay out of the logs.
    route: c.req.routePath,
    status,
    ms,
  });
};
