import * as z from "zod/mini";
import { searchRequest } from "#schema/api/posts.ts";
import { checkShape, readJson } from "#worker/http/body.ts";
import { newRouter } from "#worker/http/context.ts";
import { readUser, searchPosts } from "./search.service.ts";

const userPath = z.pick(searchRequest, { username: true });

export const searchRoutes = newRouter()
  .post("/search", async (c) => {
    const query = await readJson(c, searchRequest);
    const body = await searchPosts(c.env.deps, query);
    return c.body(body, 200, { "Content-Type": "application/json" });
  })
  .get("/user/:username{[^?]+}", async (c) => {
    const { username } = checkShape(userPath, { username: c.req.param("username") });
    return c.json(await readUser(c.env.deps, username.trim()));
  });
