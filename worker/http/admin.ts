import type { MiddlewareHandler } from "hono";
import type { AdminToken } from "#worker/admin/admin.rules.ts";
import { checkAdmin } from "#worker/admin/admin.service.ts";
import type { AppContext, AppEnv } from "./context.ts";

function bearer(c: AppContext): string | null {
  const [, token] = /^Bearer +(\S+)$/i.exec(c.req.header("Authorization") ?? "") ?? [];
  return token ?? null;
}

/** The admin token that came with the request, or 401 (503 where admin is not configured). */
export async function requireAdmin(c: AppContext): Promise<AdminToken> {
  return checkAdmin(c.env.deps, bearer(c));
}

/** Put on each route that needs it, never on a whole prefix: unknown paths stay 404. */
export const adminOnly: MiddlewareHandler<AppEnv> = async (c, next) => {
  await requireAdmin(c);
  await next();
};
