import { voteStatusRequest, type TargetType } from "#schema/api/hearts.ts";
import { readJson } from "#worker/http/body.ts";
import { newRouter } from "#worker/http/context.ts";
import { optionalUser, requireUser } from "#worker/http/session.ts";
import { unvote, vote, voteStatus, voteStatuses } from "./hearts.service.ts";

const PLACES: [place: "users" | "posts", type: TargetType][] = [
  ["users", "user"],
  ["posts", "post"],
];

export const heartsRoutes = newRouter();

for (const [place, type] of PLACES) {
  heartsRoutes
    .post(`/${place}/:id/vote`, async (c) => {
      const user = await requireUser(c);
      return c.json(await vote(c.env.deps, user.id, type, c.req.param("id")));
    })
    .delete(`/${place}/:id/vote`, async (c) => {
      const user = await requireUser(c);
      return c.json(await unvote(c.env.deps, user.id, type, c.req.param("id")));
    })
    .get(`/${place}/:id/vote-status`, async (c) => {
      const user = await optionalUser(c);
      return c.json(await voteStatus(c.env.deps, user?.id ?? null, type, c.req.param("id")));
    });
}

heartsRoutes.post("/vote-status", async (c) => {
  const { items } = await readJson(c, voteStatusRequest);
  const user = await optionalUser(c);
  return c.json(await voteStatuses(c.env.deps, user?.id ?? null, items));
});
