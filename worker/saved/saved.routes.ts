import { newRouter, type AppContext } from "#worker/http/context.ts";
import { readLimit } from "#worker/http/limit-query.ts";
import { requireUser } from "#worker/http/session.ts";
import { savedPosts, savedUsers } from "./saved.service.ts";

const DEFAULT_LIMIT = 50;

const readPage = (c: AppContext) => ({
  limit: readLimit(c, DEFAULT_LIMIT),
  after: c.req.query("after"),
});

export const savedRoutes = newRouter()
  .get("/users", async (c) => {
    const { id } = await requireUser(c);
    return c.json(await savedUsers(c.env.deps, id, readPage(c)));
  })
  .get("/posts", async (c) => {
    const { id } = await requireUser(c);
    return c.json(await savedPosts(c.env.deps, id, readPage(c)));
  });
