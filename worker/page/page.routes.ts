import { newRouter, type AppContext } from "#worker/http/context.ts";
import { optionalSession } from "#worker/http/session.ts";
import { answerPage, refuseMethod } from "./page.service.ts";

/** A database in trouble costs the page the knowledge of who is looking at it, not the page. */
const sessionIfKnown = async (c: AppContext) => optionalSession(c).catch(() => undefined);

/** Whatever is not /api and not an asset: the app, or a plain 404 for a file that does not exist. */
export const pageRoutes = newRouter()
  .get("/*", async (c) => {
    const session = await sessionIfKnown(c);
    const page = await answerPage(c.env.deps, new URL(c.req.url), session);
    // Through the context, so that a renewed session's cookie goes along.
    return c.newResponse(page.body, page);
  })
  .all("/*", () => refuseMethod());
