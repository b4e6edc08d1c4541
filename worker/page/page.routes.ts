import { newRouter } from "#worker/http/context.ts";
import { answerPage, refuseMethod } from "./page.service.ts";

/** Whatever is not /api and not an asset: the app, or a plain 404 for a file that does not exist. */
export const pageRoutes = newRouter()
  .get("/*", (c) => answerPage(c.env.deps, c.req.raw))
  .all("/*", () => refuseMethod());
