import { isTargetId, voteStatusRequest, type TargetType } from "#schema/api/hearts.ts";
import { readJson } from "#worker/http/body.ts";
import { newRouter, type AppContext } from "#worker/http/context.ts";
import { callerSid, requireUser } from "#worker/http/session.ts";
import { unvote, vote, voteStatus, voteStatuses } from "./hearts.service.ts";

const PLACES: [place: "users" | "posts", type: TargetType][] = [
  ["users", "user"],
  ["posts", "post"],
];

export const heartsRoutes = newRouter();

/** A press by nobody is 401 whatever it is about, so only a malformed id asks who it is beforehand. */
async function presser(c: AppContext, type: TargetType): Promise<string | null> {
  if (!isTargetId(type, c.req.param("id") ?? "")) await requireUser(c);
  return callerSid(c);
}

for (const [place, type] of PLACES) {
  heartsRoutes
    .post(`/${place}/:id/vote`, async (c) => {
      const sid = await presser(c, type);
      return c.json(await vote(c.env.deps, sid, type, c.req.param("id")));
    })
    .delete(`/${place}/:id/vote`, async (c) => {
      const sid = await presser(c, type);
      return c.json(await unvote(c.env.deps, sid, type, c.req.param("id")));
    })
    .get(`/${place}/:id/vote-status`, async (c) => {
      const sid = await callerSid(c);
      return c.json(await voteStatus(c.env.deps, sid, type, c.req.param("id")));
    });
}

heartsRoutes.post("/vote-status", async (c) => {
  const { items } = await readJson(c, voteStatusRequest);
  return c.json(await voteStatuses(c.env.deps, await callerSid(c), items));
});
