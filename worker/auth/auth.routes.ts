import type { Context } from "hono";
import {
  loginRequest,
  signupRequest,
  type AuthStatusResponse,
  type UserEnvelope,
} from "#schema/api/auth.ts";
import type { MessageResponse } from "#schema/api/message.ts";
import { newRouter } from "#worker/http/context.ts";
import { readDeviceCookie, setDeviceCookie } from "#worker/http/device-cookie.ts";
import { clientPrefixes, rateLimited } from "#worker/http/rate-limit.ts";
import { validated } from "#worker/http/validated.ts";
import { toAccountUser } from "./auth.rules.ts";
import { logIn, signUp, type SignedIn } from "./auth.service.ts";
import {
  clearSessionCookie,
  maybeSignedIn,
  readSessionCookie,
  setSessionCookie,
  signedIn,
} from "./session.middleware.ts";
import { endSession } from "./sessions.service.ts";

const callerOf = (c: Context) => ({
  presentedToken: readSessionCookie(c),
  deviceCookie: readDeviceCookie(c),
  prefixes: clientPrefixes(c),
});

function startSession(c: Context, { account, token, deviceCookie }: SignedIn): UserEnvelope {
  setSessionCookie(c, token);
  setDeviceCookie(c, deviceCookie);
  return { success: true, user: toAccountUser(account) };
}

/** By address: a cookie with an invented session id makes a logout a write at the primary too. */
const logoutLimit = rateLimited("HEART_ADDRESS_LIMIT", {
  per: "logout",
  networkName: "HEART_NETWORK_LIMIT",
});

export const authRoutes = newRouter()
  .post("/signup", validated("json", signupRequest), rateLimited("SIGNUP_LIMIT"), async (c) => {
    const entered = await signUp(c.env.deps, c.req.valid("json"), callerOf(c));
    return c.json(startSession(c, entered), 201);
  })
  .post("/login", validated("json", loginRequest), rateLimited("LOGIN_LIMIT"), async (c) => {
    const entered = await logIn(c.env.deps, c.req.valid("json"), callerOf(c));
    return c.json(startSession(c, entered));
  })
  .post("/logout", logoutLimit, async (c) => {
    await endSession(c.env.deps, readSessionCookie(c));
    clearSessionCookie(c);
    return c.json<MessageResponse>({ success: true, message: "Logged out" });
  })
  .get("/status", maybeSignedIn, (c) => {
    const { session } = c.var;
    const user = session && toAccountUser(session.account);
    return c.json<AuthStatusResponse>({ isAuthenticated: user !== null, user });
  })
  .get("/me", signedIn, (c) =>
    c.json<UserEnvelope>({ success: true, user: toAccountUser(c.var.session.account) }),
  );
