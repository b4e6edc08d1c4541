import { newRouter, type AppContext } from "#worker/http/context.ts";
import { pageHeaders } from "#worker/http/security-headers.ts";
import { optionalSession } from "#worker/http/session.ts";
import { within } from "#worker/retry.ts";
import { answerPage, refuseMethod } from "./page.service.ts";

const SESSION_PATIENCE_MS = 1_000;

/** A database in trouble costs the page the knowledge of who is looking at it, not the page. */
const sessionIfKnown = async (c: AppContext) =>
  within(SESSION_PATIENCE_MS, optionalSession(c)).catch(() => undefined);

/** Whatever is not /api and not an asset: the app, or a plain 404 for a file that does not exist. */
export const pageRoutes = newRouter()
  .use(pageHeaders)
  .get("/*", async (c) => {
    const session = await sessionIfKnown(c);
    const page = await answerPage(c.env.deps, new URL(c.req.url), session);
    // Through the context, so that a renewed session's cookie goes along.
    return c.newResponse(page.body, page);
  })
  .all("/*", () => refuseMethod());
