import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { VoteStatusBatchResponse } from "#schema/api/hearts.ts";
import { storedPost, storedUser } from "#worker/testing/targets.ts";
import { testApp } from "#worker/testing/test-app.ts";

test("with `ranks` a creator found by id or by name has its rank, which costs one row of the board", async () => {
  await storedUser("t2_ann", "Ann_Lee", 7);
  await storedUser("t2_ben", "Ben_Lee", 2);
  await storedPost("t3_one", "t2_ann", 3);
  await env.DB.prepare(
    `insert into leaderboard_current (kind, version, total, ranks, generated_at)
    values ('users', 1, 1, '{"t2_ann":3}', 0), ('posts', 1, 1, '{"t3_one":1}', 0)`,
  ).run();
  const app = testApp();
  const send = async (body: { items: { type: string; id: string }[]; ranks?: boolean }) => {
    app.meter.reset();
    const answer = await app.send("POST", "/api/leaderboard/vote-status", body);
    const found = (await answer.json<VoteStatusBatchResponse>()).items;
    return { found, rows: app.meter.rowsRead };
  };
  const ask = (...items: { type: string; id: string }[]) => send({ items, ranks: true });
  const byName = { type: "user", id: "ANN_lee" };
  const byId = { type: "user", id: "t2_ann" };
  const ben = { type: "user", id: "Ben_Lee" };
  const post = { type: "post", id: "t3_one" };
  const { found } = await ask(byName, byId, ben, { type: "user", id: "nobody" }, post);
  expect(found.map(({ rank }) => rank)).toEqual([3, 3, null, null, undefined]);
  expect(found.map(({ heartCount }) => heartCount)).toEqual([7, 7, 2, 0, 3]);
  expect((await ask(byName)).rows, "the creator and the board").toBe(2);
  expect((await ask(byName, ben)).rows, "the board once").toBe(3);
  expect((await ask(post)).rows, "no board for posts").toBe(1);
  const without = await send({ items: [byName] });
  expect(without.found).toEqual([{ ...byName, voted: false, heartCount: 7 }]);
  expect(without.rows, "no board where no rank is asked for").toBe(1);
});
