import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { VoteStatusBatchResponse } from "#schema/api/hearts.ts";
import { storedPost, storedUser } from "#worker/testing/targets.ts";
import { testApp } from "#worker/testing/test-app.ts";

test("a creator's status has the rank beside the count, by id and by name, for one row of the board", async () => {
  await storedUser("t2_ann", "Ann_Lee", 7);
  await storedUser("t2_ben", "Ben_Lee", 2);
  await storedPost("t3_one", "t2_ann", 3);
  await env.DB.prepare(
    `insert into leaderboard_current (kind, version, total, ranks, generated_at)
    values ('users', 1, 1, '{"t2_ann":3}', 0), ('posts', 1, 1, '{"t3_one":1}', 0)`,
  ).run();
  const app = testApp();
  const ask = async (...items: { type: string; id: string }[]) => {
    app.meter.reset();
    const answer = await app.send("POST", "/api/leaderboard/vote-status", { items });
    const found = (await answer.json<VoteStatusBatchResponse>()).items;
    return { found, rows: app.meter.rowsRead };
  };
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
});
