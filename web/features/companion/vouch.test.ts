// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { createQueryClient } from "#web/api/query-client.ts";
import { endSession, startSession } from "#web/features/auth/session-cache.ts";
import { heartKey, sharedVoteState } from "#web/features/hearts/heart-cache.ts";
import { heartMutation } from "#web/features/hearts/hearts.mutations.ts";
import { dismissToast, toastStore } from "#web/features/toasts/toast-store.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { eventually } from "#web/testing/eventually.ts";
import { MEMBER } from "#web/testing/sessions.ts";
import { postOf } from "#web/testing/posts.ts";
import { vouchFor } from "./vouch.ts";

const POST = postOf({
  id: "t3_own1",
  username: "Ann_Maker",
  thumbnailUrl: "https://preview.redd.it/own1.jpg?width=320&s=abc",
});
const VOTE = "/api/leaderboard/posts/t3_own1/vote";
const VOUCHED = "/api/leaderboard/posts/t3_own1/vouched-vote";
const UNKNOWN = { success: false, error: "hearts.target_not_found", message: "Not there." };

afterEach(() => {
  dismissToast();
  delete sharedVoteState.retry;
});

function press({ id = POST.id, before = { voted: false, heartCount: 0 } } = {}) {
  const client = createQueryClient();
  const target = { type: "post", id } as const;
  const calls = holdApiCalls();
  client.setQueryData(heartKey(target), before);
  const mutation = client.getMutationCache().build(client, heartMutation(client, target));
  void mutation.execute(before).catch(() => undefined);
  return { client, calls, seen: () => client.getQueryData(heartKey(target)) };
}

test("a vote that the server cannot take is sent again with only the card's data", async () => {
  vouchFor([{ ...POST, origins: [] }]);
  const { calls, seen } = press();
  const first = await callTo(calls, VOTE);
  expect(first.body).toBeNull();
  first.answer(UNKNOWN, 404);
  const second = await callTo(calls, VOUCHED);
  expect(second.body).toEqual({
    username: "Ann_Maker",
    title: POST.title,
    subreddit: POST.subreddit,
    created: POST.created,
    isNsfw: POST.isNsfw,
    isSpoiler: POST.isSpoiler,
    mediaType: POST.mediaType,
    thumbnailUrl: POST.thumbnailUrl,
  });
  const message = "Your heart is kept.";
  second.answer({ success: true, voted: true, heartCount: 1, isWaiting: true, message });
  await eventually(() => expect(toastStore.read()).toMatchObject({ description: message }));
  expect(seen()).toEqual({ voted: true, heartCount: 1 });
});

test("a vouched vote includes a crosspost's originals, up to the server's limit", async () => {
  const origins = Array.from({ length: 6 }, (_, at) => ({
    id: `t3_from${at}`,
    author: "Bob",
    subreddit: "Studio",
  }));
  vouchFor([{ ...POST, origins }]);
  const { calls } = press();
  (await callTo(calls, VOTE)).answer({ ...UNKNOWN, error: "reddit.unavailable" }, 503);
  expect((await callTo(calls, VOUCHED)).body).toHaveProperty("origins", origins.slice(0, 5));
});

test("a picture of another host is left out", async () => {
  vouchFor([{ ...POST, thumbnailUrl: "https://i.imgur.com/a.jpg" }]);
  const { calls } = press();
  (await callTo(calls, VOTE)).answer({ ...UNKNOWN, error: "archive.unavailable" }, 503);
  expect((await callTo(calls, VOUCHED)).body).not.toHaveProperty("thumbnailUrl");
});

test.each([
  ["a post that the companion did not show", "t3_other", UNKNOWN, 404],
  ["a signed-out visitor", POST.id, { ...UNKNOWN, error: "auth.required" }, 401],
  ["a removal", POST.id, { ...UNKNOWN, error: "hearts.removed" }, 410],
  ["too many votes", POST.id, { ...UNKNOWN, error: "http.rate_limited" }, 429],
] as const)("nothing is sent again for %s", async (_, id, answer, status) => {
  vouchFor([POST]);
  const { calls, seen } = press({ id });
  (await callTo(calls, `/api/leaderboard/posts/${id}/vote`)).answer(answer, status);
  await eventually(() => expect(seen()).toEqual({ voted: false, heartCount: 0 }));
  expect(calls).toHaveLength(1);
});

test("the last 2000 posts can be vouched for; older ones are dropped", async () => {
  const POSTS = Array.from({ length: 2_000 }, (_, at) => postOf({ id: `t3_n${at}` }));
  vouchFor([POST]);
  vouchFor(POSTS);
  const oldest = press();
  (await callTo(oldest.calls, VOTE)).answer(UNKNOWN, 404);
  await eventually(() => expect(oldest.seen()).toEqual({ voted: false, heartCount: 0 }));
  expect(oldest.calls).toHaveLength(1);
  const newest = press({ id: "t3_n0" });
  (await callTo(newest.calls, "/api/leaderboard/posts/t3_n0/vote")).answer(UNKNOWN, 404);
  await callTo(newest.calls, "/api/leaderboard/posts/t3_n0/vouched-vote");
});

test("a post that is shown again counts as new", async () => {
  vouchFor([POST]);
  vouchFor(Array.from({ length: 1_999 }, (_, at) => postOf({ id: `t3_m${at}` })));
  vouchFor([POST]);
  vouchFor([postOf({ id: "t3_newest" })]);
  const { calls, client } = press();
  (await callTo(calls, VOTE)).answer(UNKNOWN, 404);
  (await callTo(calls, VOUCHED)).answer({ success: true, voted: true, heartCount: 1 });
  await eventually(() => expect(client.isMutating()).toBe(0));
});

test("a heart that cannot be removed is not sent as a vouched vote", async () => {
  vouchFor([POST]);
  const { calls, seen } = press({ before: { voted: true, heartCount: 1 } });
  (await callTo(calls, VOTE)).answer(UNKNOWN, 404);
  await eventually(() => expect(seen()).toEqual({ voted: true, heartCount: 1 }));
  expect(calls).toHaveLength(1);
});

test("a vote of a member who has logged out is not sent again with the next session", async () => {
  vouchFor([POST]);
  const { client, calls } = press();
  const first = await callTo(calls, VOTE);
  endSession(client);
  startSession(client, { success: true, user: { ...MEMBER, id: "another" } });
  first.answer(UNKNOWN, 404);
  await eventually(() => expect(client.isMutating()).toBe(0));
  expect(calls.filter(({ url }) => url.endsWith(VOUCHED))).toEqual([]);
});
