import * as z from "zod/mini";
import { newRouter } from "#worker/http/context.ts";
import { limitField } from "#schema/api/fields.ts";
import { validated } from "#worker/http/validated.ts";
import { leaderboardText } from "./leaderboard.service.ts";

const DEFAULT_LIMIT = 10;
const boardQuery = z.object({ limit: limitField(DEFAULT_LIMIT) });

const JSON_TYPE = { "Content-Type": "application/json" };

export const leaderboardRoutes = newRouter()
  .get("/users", validated("query", boardQuery), async (c) => {
    const text = await leaderboardText(c.env.deps, "users", c.req.valid("query").limit);
    return c.body(text, 200, JSON_TYPE);
  })
  .get("/posts", validated("query", boardQuery), async (c) => {
    const text = await leaderboardText(c.env.deps, "posts", c.req.valid("query").limit);
    return c.body(text, 200, JSON_TYPE);
  });
