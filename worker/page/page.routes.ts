import { getCookie } from "hono/cookie";
import { environmentFor } from "#schema/environment.ts";
import { readSessionCookie } from "#worker/auth/session.middleware.ts";
import { peekSession } from "#worker/auth/sessions.service.ts";
import { newRouter, type AppContext } from "#worker/http/context.ts";
import { pageHeaders } from "#worker/http/security-headers.ts";
import { withTimeout } from "#worker/lib/with-timeout.ts";
import { answerPage, refuseMethod } from "./page.answer.ts";

/** Set on devices with an own theme or uncovered pictures; its value does not tell which (web/app/first.js). */
const OWN_LOOKS_COOKIE = "looks";
const SESSION_TIMEOUT_MS = 50;

/**
 * Resolves with undefined if the session is late, or if the API has a host of its own; the app then requests it. Such a
 * page gets no session cookie from a browser, so an invented one must not cost a statement.
 */
async function sessionInTime(c: AppContext, { hostname }: URL) {
  if (environmentFor(hostname).apiBase !== "") return undefined;
  const token = readSessionCookie(c);
  if (token === null) return null;
  return withTimeout(SESSION_TIMEOUT_MS, peekSession(c.env.deps, token)).catch(() => undefined);
}

/** Every path outside /api that is no asset: a page, or a plain 404 for a missing file. */
export const pageRoutes = newRouter()
  .use(pageHeaders)
  .get("/*", (c) => {
    const savesData = c.req.header("Save-Data") === "on";
    const hasOwnLooks = getCookie(c, OWN_LOOKS_COOKIE) !== undefined;
    const isDocument = c.req.header("Sec-Fetch-Dest") === "document";
    const url = new URL(c.req.url);
    const visitor = { session: sessionInTime(c, url), savesData, hasOwnLooks, isDocument };
    return answerPage(c.env.deps, url, visitor);
  })
  .all("/*", () => refuseMethod());
