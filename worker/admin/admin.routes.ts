import {
  adminLoginRequest,
  type AdminLoginResponse,
  type AdminSessionResponse,
} from "#schema/api/admin.ts";
import type { MessageResponse } from "#schema/api/message.ts";
import { newRouter } from "#worker/http/context.ts";
import { readDeviceCookie, setDeviceCookie } from "#worker/http/device-cookie.ts";
import { clientPrefixes, rateLimited } from "#worker/http/rate-limit.ts";
import { validated } from "#worker/http/validated.ts";
import { adminConfigured, adminOnly } from "./admin.middleware.ts";
import { logInAdmin, logOutAdmin } from "./admin.service.ts";

export const adminRoutes = newRouter()
  .post(
    "/login",
    adminConfigured,
    validated("json", adminLoginRequest),
    rateLimited("ADMIN_LOGIN_LIMIT"),
    async (c) => {
      const caller = { deviceCookie: readDeviceCookie(c), prefixes: clientPrefixes(c) };
      const { password } = c.req.valid("json");
      const { token, expiresAt, deviceCookie } = await logInAdmin(c.env.deps, password, caller);
      setDeviceCookie(c, deviceCookie);
      return c.json<AdminLoginResponse>({
        success: true,
        token,
        expiresAt: expiresAt.toISOString(),
      });
    },
  )
  .post("/logout", adminOnly, async (c) => {
    await logOutAdmin(c.env.deps, c.var.adminToken);
    return c.json<MessageResponse>({ success: true, message: "Admin session ended" });
  })
  .get("/session", adminOnly, (c) => {
    const { expiresAt } = c.var.adminToken;
    return c.json<AdminSessionResponse>({ success: true, expiresAt: expiresAt.toISOString() });
  });
