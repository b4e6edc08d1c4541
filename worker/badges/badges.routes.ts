import { newRouter } from "#worker/http/context.ts";
import { getBadges, refreshBadges } from "./badges.service.ts";

export const badgesRoutes = newRouter()
  .get("/users/:username", async (c) =>
    c.json(await getBadges(c.env.deps, c.req.param("username"))),
  )
  .post("/users/:username/refresh", async (c) =>
    c.json(await refreshBadges(c.env.deps, c.req.param("username"))),
  );
