import type { MiddlewareHandler } from "hono";
import { log } from "#worker/log.ts";
import type { AppEnv } from "./context.ts";

/** Made here, never taken from the client: it goes into logs. One line is logged a request. */
export const requestId: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { clock } = c.env.deps;
  const id = clock.uuid();
  const startedAt = clock.now();
  c.set("requestId", id);
  await next();
  c.res.headers.set("X-Request-Id", id);
  log(c.res.status >= 500 ? "error" : "info", "request", {
    requestId: id,
    method: c.req.method,
    // The route's pattern, not the path: names that people search stay out of the logs.
    route: c.req.routePath,
    status: c.res.status,
    ms: clock.now() - startedAt,
  });
};
