import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./context.ts";

/** Nothing under /api is kept by anyone unless its route says so: a missing header means "cached". */
export const noStoreByDefault: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "private, no-store");
};
