import {
  adminLoginRequest,
  type AdminLoginResponse,
  type AdminSessionResponse,
} from "#schema/api/admin.ts";
import type { MessageResponse } from "#schema/api/auth.ts";
import { requireAdmin } from "#worker/http/admin.ts";
import { readJson } from "#worker/http/body.ts";
import { newRouter } from "#worker/http/context.ts";
import { spendAttempt } from "#worker/http/limit.ts";
import { adminSettings, logInAdmin, logOutAdmin } from "./admin.service.ts";

export const adminRoutes = newRouter()
  .post("/login", async (c) => {
    adminSettings(c.env.deps.config);
    const { password } = await readJson(c, adminLoginRequest);
    await spendAttempt(c, "ADMIN_LOGIN_LIMIT");
    const { token, expiresAt } = await logInAdmin(c.env.deps, password);
    return c.json<AdminLoginResponse>({
      success: true,
      token,
      expiresAt: expiresAt.toISOString(),
    });
  })
  .post("/logout", async (c) => {
    await logOutAdmin(c.env.deps, await requireAdmin(c));
    return c.json<MessageResponse>({ success: true, message: "Admin session ended" });
  })
  .get("/session", async (c) => {
    const { expiresAt } = await requireAdmin(c);
    return c.json<AdminSessionResponse>({ success: true, expiresAt: expiresAt.toISOString() });
  });
