import type { MiddlewareHandler } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { ReadConstraints } from "#worker/database/database.ts";
import { readBookmark, signBookmark } from "./bookmark.ts";
import type { AppContext, AppEnv } from "./context.ts";
import { ownCookie } from "./own-cookie.ts";

/** Reads that are sent as POST. */
const POSTED_READS = new Set([
  "/api/reddit/search",
  "/api/leaderboard/vote-status",
  "/api/following/feed",
]);
/** Reads of operators and the account export must not be older than the last write. */
const READ_AT_PRIMARY = /^\/api\/(?:admin|feedback|health|user\/export)(?:\/|$)/;

/** These routes read no session, so an ended one cannot continue there (worker/search/signed-in-search.test.ts). */
const WITHOUT_SESSION = /^\/api\/(?:reddit|badges)\//;

function readsNearest({ req }: AppContext): boolean {
  const isGet = req.method === "GET" || req.method === "HEAD";
  return isGet ? !READ_AT_PRIMARY.test(req.path) : POSTED_READS.has(req.path);
}

async function constraintsOf(c: AppContext): Promise<ReadConstraints> {
  const session = getCookie(c, ownCookie(c, "sid").name);
  const cookie = getCookie(c, ownCookie(c, "bm").name);
  return {
    hasSession: session !== undefined,
    readsSession: !WITHOUT_SESSION.test(c.req.path),
    bookmark: cookie === undefined ? null : await readBookmark(c.env.deps, cookie),
  };
}

const SIGNED_OUT: ReadConstraints = { hasSession: false, readsSession: false, bookmark: null };
const signedOutConstraints = () => Promise.resolve(SIGNED_OUT);

/** Whether the visitor is still signed in after this response. */
function staysSignedIn(c: AppContext): boolean {
  const { name } = ownCookie(c, "sid");
  // The last line wins: a request that renews a session can end it too.
  const set = c.res.headers.getSetCookie().findLast((one) => one.startsWith(`${name}=`));
  if (set !== undefined) return !set.startsWith(`${name}=;`);
  return getCookie(c, name) !== undefined;
}

async function keepBookmark(c: AppContext): Promise<void> {
  const { deps } = c.env;
  const { written } = deps.database;
  // After a 401 nothing of an account is written; logins read the counters of failures at the primary.
  if (written === null || c.res.status === 401) return;
  const { name, options } = ownCookie(c, "bm");
  if (!staysSignedIn(c)) {
    if (getCookie(c, name) !== undefined) deleteCookie(c, name, options);
    return;
  }
  const cookie = await signBookmark(deps, written);
  if (cookie !== null) setCookie(c, name, cookie, options);
}

/**
 * Reads go to the nearest replica of the database, requests that may write to the primary (decision 090). A response to a
 * write sets the bookmark cookie of a signed-in visitor, and deletes it at logout.
 */
export const chooseDatabase: MiddlewareHandler<AppEnv> = (c, next) => {
  if (!readsNearest(c)) return next().then(() => keepBookmark(c));
  const isCookieless = c.req.header("Cookie") === undefined;
  c.env.deps.database.readNearest(isCookieless ? signedOutConstraints : () => constraintsOf(c));
  return next();
};
