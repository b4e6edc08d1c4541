import { newRouter } from "#worker/http/context.ts";
import { readPost } from "./posts.service.ts";

export const postsRoutes = newRouter().get("/:id{[^?]+}", async (c) =>
  c.json(await readPost(c.env.deps, c.req.param("id"))),
);
