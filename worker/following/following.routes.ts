import { followingRequest } from "#schema/api/following.ts";
import { maybeSignedIn } from "#worker/auth/session.middleware.ts";
import { newRouter } from "#worker/http/context.ts";
import { rateLimited } from "#worker/http/rate-limit.ts";
import { validated } from "#worker/http/validated.ts";
import { followingFeed } from "./following.service.ts";

/** By address, not by account: a signed-out request costs the same cache reads. */
const feedLimit = rateLimited("HEART_LIMIT", {
  per: "following",
  networkName: "HEART_NETWORK_LIMIT",
});

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
