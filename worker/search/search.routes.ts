import * as z from "zod/mini";
import { searchRequest } from "#schema/api/posts.ts";
import { newRouter } from "#worker/http/context.ts";
import { validated } from "#worker/http/validated.ts";
import { readUser, searchPosts } from "./search.service.ts";

const userPath = z.pick(searchRequest, { username: true });

export const searchRoutes = newRouter()
  .post("/search", validated("json", searchRequest), async (c) => {
    const body = await searchPosts(c.env.deps, c.req.valid("json"));
    return c.body(body, 200, { "Content-Type": "application/json" });
  })
  .get("/user/:username", validated("param", userPath), async (c) =>
    c.json(await readUser(c.env.deps, c.req.valid("param").username.trim())),
  );
