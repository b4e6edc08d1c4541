import { changePasswordRequest, deleteAccountRequest } from "#schema/api/account.ts";
import type { MessageResponse } from "#schema/api/message.ts";
import { brand } from "#schema/brand.ts";
import { clearSessionCookie, setSessionCookie, signedIn } from "#worker/auth/session.middleware.ts";
import { newRouter } from "#worker/http/context.ts";
import {
  clearDeviceCookie,
  readDeviceCookie,
  setDeviceCookie,
} from "#worker/http/device-cookie.ts";
import { clientPrefixes, rateLimited } from "#worker/http/rate-limit.ts";
import { validated } from "#worker/http/validated.ts";
import { openExport } from "./export.service.ts";
import { changePassword, closeAccount } from "./account.service.ts";

const done = (message: string): MessageResponse => ({ success: true, message });

export const accountRoutes = newRouter()
  .put(
    "/password",
    signedIn,
    validated("json", changePasswordRequest),
    rateLimited("LOGIN_LIMIT"),
    async (c) => {
      const request = c.req.valid("json");
      const caller = { deviceCookie: readDeviceCookie(c), prefixes: clientPrefixes(c) };
      const kept = await changePassword(c.env.deps, c.var.session, request, caller);
      // Where it has ended, another tab has signed out, or in to another account.
      if (kept.token !== null) setSessionCookie(c, kept.token);
      setDeviceCookie(c, kept.deviceCookie);
      return c.json(done("Your password has been changed."));
    },
  )
  .delete(
    "/",
    signedIn,
    validated("json", deleteAccountRequest),
    rateLimited("LOGIN_LIMIT"),
    async (c) => {
      await closeAccount(c.env.deps, c.var.session, c.req.valid("json"), clientPrefixes(c));
      clearSessionCookie(c);
      // Nothing of the account stays in the browser. Other accounts of the device have to log in again to be known.
      clearDeviceCookie(c);
      return c.json(done("Your account has been deleted."));
    },
  )
  .get("/export", signedIn, rateLimited("LOGIN_LIMIT", { per: "export" }), async (c) => {
    const { session } = c.var;
    const file = `${brand.name.toLowerCase()}-${session.account.username}.json`;
    c.header("Content-Disposition", `attachment; filename="${file}"`);
    c.header("Content-Type", "application/json");
    return c.body(await openExport(c.env.deps, session));
  });
