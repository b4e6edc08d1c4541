import * as z from "zod/mini";
import { newRouter } from "#worker/http/context.ts";
import { limitField } from "#schema/api/fields.ts";
import { sendReady } from "#worker/http/send-ready.ts";
import { validated } from "#worker/http/validated.ts";
import { answerLeaderboard } from "./leaderboard.service.ts";

const DEFAULT_LIMIT = 10;
const boardQuery = z.object({ limit: limitField(DEFAULT_LIMIT) });

export const leaderboardRoutes = newRouter()
  .get("/users", validated("query", boardQuery), async (c) =>
    sendReady(c, await answerLeaderboard(c.env.deps, "users", c.req.valid("query").limit)),
  )
  .get("/posts", validated("query", boardQuery), async (c) =>
    sendReady(c, await answerLeaderboard(c.env.deps, "posts", c.req.valid("query").limit)),
  );
