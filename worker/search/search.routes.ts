import * as z from "zod/mini";
import { searchRequest } from "#schema/api/search.ts";
import { newRouter } from "#worker/http/context.ts";
import { sendReady } from "#worker/http/send-ready.ts";
import { validated } from "#worker/http/validated.ts";
import { readUser } from "./read-user.service.ts";
import { answerSearch } from "./search.service.ts";

const userPath = z.pick(searchRequest, { username: true });

export const searchRoutes = newRouter()
  .post("/search", validated("json", searchRequest), async (c) =>
    sendReady(c, await answerSearch(c.env.deps, c.req.valid("json"))),
  )
  .get("/user/:username", validated("param", userPath), async (c) =>
    c.json(await readUser(c.env.deps, c.req.valid("param").username.trim())),
  );
