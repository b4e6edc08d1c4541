import { signedIn } from "#worker/auth/session.middleware.ts";
import { waitingPosts } from "#worker/hearts/unverified.service.ts";
import { newRouter } from "#worker/http/context.ts";
import { validated } from "#worker/http/validated.ts";
import { savedQuery } from "./saved.rules.ts";
import { savedPosts, savedUsers } from "./saved.service.ts";

export const savedRoutes = newRouter()
  .get("/users", signedIn, validated("query", savedQuery), async (c) =>
    c.json(await savedUsers(c.env.deps, c.var.session.account.id, c.req.valid("query"))),
  )
  .get("/posts", signedIn, validated("query", savedQuery), async (c) =>
    c.json(await savedPosts(c.env.deps, c.var.session.account.id, c.req.valid("query"))),
  )
  .get("/waiting", signedIn, async (c) =>
    c.json(await waitingPosts(c.env.deps, c.var.session.account.id)),
  );
