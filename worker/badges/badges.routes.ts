import * as z from "zod/mini";
import { REDDIT_NAME } from "#schema/username.ts";
import { newRouter } from "#worker/http/context.ts";
import { validated } from "#worker/http/validated.ts";
import { getBadges, refreshBadges } from "./badges.service.ts";

const redditName = z.object({ username: z.string().check(z.trim(), z.regex(REDDIT_NAME)) });

/** A name that is impossible at Reddit is 404, like an unknown one. */
const badgesUser = validated("param", redditName, "badges.user_not_found");

export const badgesRoutes = newRouter()
  .get("/users/:username", badgesUser, async (c) =>
    c.json(await getBadges(c.env.deps, c.req.valid("param").username)),
  )
  .post("/users/:username/refresh", badgesUser, async (c) =>
    c.json(await refreshBadges(c.env.deps, c.req.valid("param").username)),
  );
