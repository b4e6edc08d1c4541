import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { CookieOptions } from "hono/utils/cookie";
import {
  readSession,
  SESSION_MS,
  sidOf,
  type CurrentSession,
} from "#worker/auth/sessions.service.ts";
import { AppError } from "#worker/errors.ts";
import type { AppContext } from "./context.ts";
import { isLoopback } from "./origin.ts";

export interface SessionUser {
  id: string;
  username: string;
}

/** Browsers keep no Secure cookie from plain http, which local development is served over. */
function cookieOf(c: AppContext): { name: string; options: CookieOptions } {
  const local = c.req.url.startsWith("http:") && isLoopback(new URL(c.req.url).hostname);
  return {
    name: local ? "sid" : "__Host-sid",
    options: { path: "/", httpOnly: true, sameSite: "Lax", secure: !local },
  };
}

export function readSessionCookie(c: AppContext): string | null {
  if (c.req.header("Cookie") === undefined) return null;
  return getCookie(c, cookieOf(c).name) ?? null;
}

export function setSessionCookie(c: AppContext, token: string): void {
  const { name, options } = cookieOf(c);
  setCookie(c, name, token, { ...options, maxAge: SESSION_MS / 1000 });
}

export function clearSessionCookie(c: AppContext): void {
  const { name, options } = cookieOf(c);
  deleteCookie(c, name, options);
}

export async function optionalSession(c: AppContext): Promise<CurrentSession | null> {
  const token = readSessionCookie(c);
  const current = await readSession(c.env.deps, token);
  if (token !== null && current?.renewed) setSessionCookie(c, token);
  return current;
}

export async function requireSession(c: AppContext): Promise<CurrentSession> {
  const current = await optionalSession(c);
  if (!current) throw new AppError("auth.required");
  return current;
}

export async function requireUser(c: AppContext): Promise<SessionUser> {
  const { account } = await requireSession(c);
  return { id: account.id, username: account.username };
}

/**
 * The session's stored id, not looked up: for a statement that finds the live account itself. Its
 * life is not extended by such calls; every load of the page does that.
 */
export const callerSid = (c: AppContext): Promise<string | null> => sidOf(readSessionCookie(c));
