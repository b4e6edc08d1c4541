import type { Hono } from "hono";
import { AppError } from "#worker/errors.ts";
import type { AppContext, AppEnv } from "./context.ts";

const METHODS = ["GET", "POST", "PUT", "DELETE"] as const;

function allowedMethods(app: Hono<AppEnv>, path: string): string[] {
  return METHODS.filter((method) =>
    app.router
      .match(method, path)[0]
      .some(([[, route]]) => route.method === method && route.path.startsWith("/api/")),
  );
}

/** Hono's GET routes answer HEAD too. */
const withHead = (method: string): string => (method === "GET" ? "GET, HEAD" : method);

/** 405 with Allow if another method has a route on this path, else 404. */
export function refuseUnrouted(app: Hono<AppEnv>, c: AppContext): never {
  const allowed = allowedMethods(app, c.req.path);
  if (allowed.length === 0) throw new AppError("http.not_found");
  c.header("Allow", allowed.map(withHead).join(", "));
  throw new AppError("http.method_not_allowed");
}
