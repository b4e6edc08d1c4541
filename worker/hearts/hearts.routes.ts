import { isTargetId, vouchedPost, voteStatusRequest, type TargetType } from "#schema/api/hearts.ts";
import { sessionIdIfAny, sessionIdRequired } from "#worker/auth/session.middleware.ts";
import { newRouter } from "#worker/http/context.ts";
import { limitedBy, rateLimited } from "#worker/http/rate-limit.ts";
import { validated } from "#worker/http/validated.ts";
import { postTarget, userTarget } from "./hearts.rules.ts";
import { unvote, vote, voterKey, voteStatus, voteStatuses } from "./hearts.service.ts";
import { vouchedVote } from "./unverified.service.ts";

const voterOf = (type: TargetType) =>
  sessionIdRequired((c) => isTargetId(type, c.req.param("id") ?? ""));
const userVoter = voterOf("user");
const postVoter = voterOf("post");
/** The body may be invalid, so the session is read before validation: 401 comes before 400. */
const bodyVoter = sessionIdRequired(() => false);
/** By address too: a caller can have many accounts, or invent session ids, which count like accounts. */
const voteLimits = [
  limitedBy<{ sid: string }>("HEART_LIMIT", (c) => voterKey(c.env.deps, c.var.sid)),
  rateLimited("HEART_ADDRESS_LIMIT", { networkName: "HEART_NETWORK_LIMIT" }),
] as const;

export const heartsRoutes = newRouter()
  .post("/users/:id/vote", userVoter, validated("param", userTarget), ...voteLimits, async (c) =>
    c.json(await vote(c.env.deps, c.var.sid, c.req.valid("param"))),
  )
  .post("/posts/:id/vote", postVoter, validated("param", postTarget), ...voteLimits, async (c) =>
    c.json(await vote(c.env.deps, c.var.sid, c.req.valid("param"))),
  )
  .post(
    "/posts/:id/vouched-vote",
    bodyVoter,
    validated("param", postTarget),
    validated("json", vouchedPost),
    ...voteLimits,
    async (c) => {
      const { deps } = c.env;
      return c.json(await vouchedVote(deps, c.var.sid, c.req.valid("param"), c.req.valid("json")));
    },
  )
  .delete("/users/:id/vote", userVoter, validated("param", userTarget), ...voteLimits, async (c) =>
    c.json(await unvote(c.env.deps, c.var.sid, c.req.valid("param"))),
  )
  .delete("/posts/:id/vote", postVoter, validated("param", postTarget), ...voteLimits, async (c) =>
    c.json(await unvote(c.env.deps, c.var.sid, c.req.valid("param"))),
  )
  .get("/users/:id/vote-status", sessionIdIfAny, validated("param", userTarget), async (c) =>
    c.json(await voteStatus(c.env.deps, c.var.sid, c.req.valid("param"))),
  )
  .get("/posts/:id/vote-status", sessionIdIfAny, validated("param", postTarget), async (c) =>
    c.json(await voteStatus(c.env.deps, c.var.sid, c.req.valid("param"))),
  )
  .post("/vote-status", sessionIdIfAny, validated("json", voteStatusRequest), async (c) =>
    c.json(await voteStatuses(c.env.deps, c.var.sid, c.req.valid("json"))),
  );
