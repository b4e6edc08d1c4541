import {
  loginRequest,
  signupRequest,
  type AuthStatusResponse,
  type MessageResponse,
  type UserEnvelope,
} from "#schema/api/auth.ts";
import { readJson } from "#worker/http/body.ts";
import { newRouter, type AppContext } from "#worker/http/context.ts";
import { clientAddress, spendAttempt } from "#worker/http/limit.ts";
import {
  clearSessionCookie,
  optionalSession,
  readSessionCookie,
  requireSession,
  setSessionCookie,
} from "#worker/http/session.ts";
import { toAccountUser } from "./auth.rules.ts";
import { logIn, signUp, type SignedIn } from "./auth.service.ts";
import { endSession } from "./sessions.service.ts";

const callerOf = (c: AppContext) => ({
  presentedToken: readSessionCookie(c),
  address: clientAddress(c),
});

function welcome(c: AppContext, { account, token }: SignedIn): UserEnvelope {
  setSessionCookie(c, token);
  return { success: true, user: toAccountUser(account) };
}

export const authRoutes = newRouter()
  .post("/signup", async (c) => {
    const request = await readJson(c, signupRequest);
    await spendAttempt(c, "SIGNUP_LIMIT");
    return c.json(welcome(c, await signUp(c.env.deps, request, callerOf(c))), 201);
  })
  .post("/login", async (c) => {
    const request = await readJson(c, loginRequest);
    await spendAttempt(c, "LOGIN_LIMIT");
    return c.json(welcome(c, await logIn(c.env.deps, request, callerOf(c))));
  })
  .post("/logout", async (c) => {
    await endSession(c.env.deps, readSessionCookie(c));
    clearSessionCookie(c);
    return c.json<MessageResponse>({ success: true, message: "Logged out" });
  })
  .get("/status", async (c) => {
    const current = await optionalSession(c);
    const user = current && toAccountUser(current.account);
    return c.json<AuthStatusResponse>({ isAuthenticated: user !== null, user });
  })
  .get("/me", async (c) => {
    const { account } = await requireSession(c);
    return c.json<UserEnvelope>({ success: true, user: toAccountUser(account) });
  });
