import { followingRequest } from "#schema/api/following.ts";
import { maybeSignedIn } from "#worker/auth/session.middleware.ts";
import { newRouter } from "#worker/http/context.ts";
import { clientPrefixes, limitedBy } from "#worker/http/rate-limit.ts";
import { validated } from "#worker/http/validated.ts";
import { followingFeed } from "./following.service.ts";

/** By address and not by account: a request without an account costs the same cache reads. */
const feedLimit = limitedBy("HEART_LIMIT", (c) => `following ${clientPrefixes(c).own}`);

export const followingRoutes = newRouter().post(
  "/feed",
  maybeSignedIn,
  validated("json", followingRequest),
  feedLimit,
  async (c) => {
    const accountId = c.var.session?.account.id ?? null;
    return c.json(await followingFeed(c.env.deps, accountId, c.req.valid("json")));
  },
);
