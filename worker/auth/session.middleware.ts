import type { Context, MiddlewareHandler } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import type { AppEnv } from "#worker/http/context.ts";
import { ownCookie } from "#worker/http/own-cookie.ts";
import { readSession, SESSION_MS, sidOf, type CurrentSession } from "./sessions.service.ts";

const cookieOf = (c: Context) => ownCookie(c, "sid");

export function readSessionCookie(c: Context): string | null {
  if (c.req.header("Cookie") === undefined) return null;
  return getCookie(c, cookieOf(c).name) ?? null;
}

export function setSessionCookie(c: Context, token: string): void {
  const { name, options } = cookieOf(c);
  setCookie(c, name, token, { ...options, maxAge: SESSION_MS / 1000 });
}

export function clearSessionCookie(c: Context): void {
  const { name, options } = cookieOf(c);
  deleteCookie(c, name, options);
}

/** Returns null for a signed-out caller. Renews the cookie with the session. */
async function readCurrentSession(deps: Deps, c: Context): Promise<CurrentSession | null> {
  const token = readSessionCookie(c);
  const session = await readSession(deps, token);
  if (token !== null && session?.renewed) setSessionCookie(c, token);
  return session;
}

/*
 * A route's line names one of these as its caller. `signedIn` and `maybeSignedIn` read the session with one D1
 * statement. `sessionIdRequired` and `sessionIdIfAny` only take its id from the cookie, for statements that find the
 * live account themselves (decision 025).
 */
type With<Variables extends object> = MiddlewareHandler<AppEnv & { Variables: Variables }>;

/** `session` is null for a signed-out caller. */
export const maybeSignedIn: With<{ session: CurrentSession | null }> = async (c, next) => {
  c.set("session", await readCurrentSession(c.env.deps, c));
  await next();
};

/** 401 without a live session. */
export const signedIn: With<{ session: CurrentSession }> = async (c, next) => {
  const session = await readCurrentSession(c.env.deps, c);
  if (!session) throw new AppError("auth.required");
  c.set("session", session);
  await next();
};

/** `sid` is null without a session cookie. Such calls do not extend a session; each page load does. */
export const sessionIdIfAny: With<{ sid: string | null }> = async (c, next) => {
  c.set("sid", await sidOf(readSessionCookie(c)));
  await next();
};

/**
 * 401 without a session cookie. The route's statement checks that the session is live; an invalid request reaches no
 * statement, so its session is read here: 401 comes before 400.
 */
export const sessionIdRequired =
  (isValid: (c: Context) => boolean): With<{ sid: string }> =>
  async (c, next) => {
    const sid = isValid(c)
      ? await sidOf(readSessionCookie(c))
      : (await readCurrentSession(c.env.deps, c))?.sid;
    if (!sid) throw new AppError("auth.required");
    c.set("sid", sid);
    await next();
  };
