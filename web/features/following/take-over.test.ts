// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { createQueryClient } from "#web/api/query-client.ts";
import { forgetUserData } from "#web/api/user-data.ts";
import { heartKey } from "#web/features/hearts/heart-cache.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { takeOverFollows } from "./take-over.ts";

test("where the account changes, the rest of the device's creators get no heart of the next one", async () => {
  const client = createQueryClient();
  const calls = holdApiCalls();
  const taken = takeOverFollows(client, ["second", "first"], () => {});
  const vote = await callTo(calls, "/api/leaderboard/users/first/vote");
  forgetUserData(client);
  vote.answer({ success: true, voted: true, heartCount: 3 });
  await expect(taken).rejects.toThrow("The account has changed");
  expect(calls).toHaveLength(1);
  expect(client.getQueryData(heartKey({ type: "user", id: "first" }))).toBeUndefined();
});

test("a creator whose name looks like an account's id is hearted by name", async () => {
  const client = createQueryClient();
  const calls = holdApiCalls();
  const taken = takeOverFollows(client, ["t2_abc"], () => {});
  const vote = await callTo(calls, "/api/leaderboard/users/T2_abc/vote");
  vote.answer({ success: true, voted: true, heartCount: 1 });
  expect(await taken).toEqual({ added: 1, refused: [] });
  const heart = client.getQueryData(heartKey({ type: "user", id: "t2_abc" }));
  expect(heart).toMatchObject({ voted: true, heartCount: 1 });
});
