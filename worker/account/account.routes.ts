import {
  changePasswordRequest,
  deleteAccountRequest,
  type MessageResponse,
} from "#schema/api/auth.ts";
import { brand } from "#schema/brand.ts";
import { readJson } from "#worker/http/body.ts";
import { newRouter } from "#worker/http/context.ts";
import { clientAddress, spendAttempt } from "#worker/http/limit.ts";
import { clearSessionCookie, requireSession } from "#worker/http/session.ts";
import { changePassword, closeAccount, exportAccount } from "./account.service.ts";

const done = (message: string): MessageResponse => ({ success: true, message });

export const accountRoutes = newRouter()
  .put("/password", async (c) => {
    const current = await requireSession(c);
    const request = await readJson(c, changePasswordRequest);
    await spendAttempt(c, "LOGIN_LIMIT");
    await changePassword(c.env.deps, current, request, clientAddress(c));
    return c.json(done("Your password has been changed."));
  })
  .delete("/", async (c) => {
    const current = await requireSession(c);
    const request = await readJson(c, deleteAccountRequest);
    await spendAttempt(c, "LOGIN_LIMIT");
    await closeAccount(c.env.deps, current, request, clientAddress(c));
    clearSessionCookie(c);
    return c.json(done("Your account has been deleted."));
  })
  .get("/export", async (c) => {
    const current = await requireSession(c);
    const file = `${brand.name.toLowerCase()}-${current.account.username}.json`;
    c.header("Content-Disposition", `attachment; filename="${file}"`);
    return c.json(await exportAccount(c.env.deps, current));
  });
