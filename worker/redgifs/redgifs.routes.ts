import { newRouter } from "#worker/http/context.ts";
import { readRedgifs } from "./redgifs.service.ts";

/** Under two addresses; `?retry=1` asks RedGifs again when the addresses given did not play. */
export const redgifsRoutes = newRouter().get("/:id{[^?]+}", async (c) => {
  const isRetry = c.req.query("retry") === "1";
  return c.json(await readRedgifs(c.env.deps, c.req.param("id"), isRetry));
});
