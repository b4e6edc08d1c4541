import { MutationObserver, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { queryKeys } from "#schema/queries.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import { dismissToast, toastStore } from "#web/features/toasts/toast-store.ts";
import { type ApiCall, callTo, holdApiCalls } from "#web/testing/api.ts";
import { eventually } from "#web/testing/eventually.ts";
import { signedIn, signedOut } from "#web/testing/sessions.ts";
import { forgetUserData } from "#web/api/user-data.ts";
import { askToLogIn } from "./ask-to-log-in.ts";
import { type Heart, heartKey, setHeart } from "./heart-cache.ts";
import { requestHeartStatus } from "./heart-status.ts";
import { heartMutation } from "./hearts.mutations.ts";
import { heartQuery } from "./hearts.queries.ts";

const GEM = { type: "user", id: "GemHunter" } as const;
const VOTE = "/api/leaderboard/users/GemHunter/vote";
const STATUS = "/api/leaderboard/vote-status";

afterEach(dismissToast);

function setUp(heart: Heart = { voted: false, heartCount: 5 }) {
  const client = createQueryClient();
  const calls = holdApiCalls();
  client.setQueryData(heartKey(GEM), heart);
  const seen = () => client.getQueryData<Heart>(heartKey(GEM));
  const button = new MutationObserver(client, heartMutation(client, GEM));
  /** Resolves when the click shows. */
  const click = async () => {
    const before = seen()!;
    button.mutate(before).catch(() => {});
    await eventually(() => expect(seen()?.voted).toBe(!before.voted));
  };
  const shows = (voted: boolean, heartCount: number) =>
    eventually(() => expect(seen()).toEqual({ voted, heartCount }));
  const isIdle = () => eventually(() => expect(client.isMutating()).toBe(0));
  return { client, calls, seen, click, shows, isIdle };
}

const itemsOf = ({ body }: ApiCall) => (body as { items: { type: string; id: string }[] }).items;
const methodsOf = (calls: readonly ApiCall[]) => calls.map(({ method }) => method);

test("a click shows at once, and the server's count replaces the expected one", async () => {
  const { calls, click, shows } = setUp();
  await click();
  await shows(true, 6);
  const vote = await callTo(calls, VOTE);
  expect(vote.method).toBe("POST");
  vote.answer({ success: true, voted: true, heartCount: 9, message: "" });
  await shows(true, 9);
  expect(toastStore.read()).toMatchObject({
    title: "Vote Added",
    description: "Successfully voted for user!",
    tone: "success",
  });
});

test("a username in the form of an account's id is sent as a username", async () => {
  const named = { type: "user", id: "t2_cutter" } as const;
  const { client, calls } = setUp();
  const status = requestHeartStatus(named);
  const asked = await callTo(calls, STATUS);
  expect(itemsOf(asked)).toEqual([{ type: "user", id: "T2_cutter" }]);
  asked.answer({ success: true, items: [{ ...itemsOf(asked)[0], voted: false, heartCount: 7 }] });
  expect(await status).toMatchObject({ heartCount: 7 });
  const button = new MutationObserver(client, heartMutation(client, named));
  button.mutate({ voted: false, heartCount: 7 }).catch(() => {});
  (await callTo(calls, "/api/leaderboard/users/T2_cutter/vote")).answer({ success: true });
  await eventually(() =>
    expect(client.getQueryData(heartKey(named))).toEqual({ voted: true, heartCount: 8 }),
  );
});

test.each([
  [5, false, 6],
  [null, false, null],
  [0, true, 0],
])("an answer without a count keeps the expected count, after %s too", async (from, voted, to) => {
  const { calls, click, isIdle, seen } = setUp({ voted, heartCount: from });
  await click();
  (await callTo(calls, VOTE)).answer({ success: true });
  await isIdle();
  expect(seen()).toEqual({ voted: !voted, heartCount: to });
});

test("a failure reverts the change and shows the server's sentence", async () => {
  const { calls, click, shows } = setUp();
  await click();
  const body = { success: false, error: "hearts.target_not_found", message: "No." };
  (await callTo(calls, VOTE)).answer(body, 404);
  await shows(false, 5);
  expect(toastStore.read()).toMatchObject({
    title: "Vote Failed",
    description: "No.",
    tone: "destructive",
  });
});

test("a vote for a target removed at request shows a toast of its own", async () => {
  const { calls, click, shows } = setUp();
  await click();
  const body = { success: false, error: "hearts.removed", message: "Removed at request." };
  (await callTo(calls, VOTE)).answer(body, 410);
  await shows(false, 5);
  expect(toastStore.read()).toMatchObject({
    title: "Removed at request",
    description: "It can no longer be hearted.",
  });
});

test("a 200 without success is a failure, with our own sentence", async () => {
  const { calls, click, shows } = setUp({ voted: true, heartCount: 5 });
  await click();
  await shows(false, 4);
  (await callTo(calls, VOTE)).answer({ success: false });
  await shows(true, 5);
  expect(toastStore.read()).toMatchObject({
    title: "Remove Vote Failed",
    description: "Failed to remove vote for user",
  });
});

test("fast clicks are sent in order, and only the last answer shows", async () => {
  const { calls, seen, click, shows } = setUp();
  await click();
  await click();
  const first = await callTo(calls, VOTE);
  expect(methodsOf(calls)).toEqual(["POST"]);
  first.answer({ success: true, voted: true, heartCount: 6, message: "" });
  const second = await callTo(calls, VOTE);
  expect(seen()).toEqual({ voted: false, heartCount: 5 });
  expect(methodsOf(calls)).toEqual(["POST", "DELETE"]);
  second.answer({ success: true, voted: false, heartCount: 7 });
  await shows(false, 7);
  expect(toastStore.read()).toMatchObject({ title: "Vote Removed", tone: "success" });
});

test("when several clicks all fail, the heart returns to its state before the first", async () => {
  const { calls, seen, click, isIdle } = setUp();
  await click();
  await click();
  (await callTo(calls, VOTE)).answer({}, 500);
  (await callTo(calls, VOTE)).answer({}, 500);
  await isIdle();
  expect(calls).toHaveLength(2);
  expect(seen()).toEqual({ voted: false, heartCount: 5 });
});

test("an ended session shows a toast for an added heart and none for a removed one", async () => {
  vi.stubGlobal("location", { pathname: "/user/GemHunter" });
  const refusal = { success: false, error: "auth.required", message: "x" };
  const added = setUp();
  await added.click();
  const vote = await callTo(added.calls, VOTE);
  forgetUserData(added.client);
  vote.answer(refusal, 401);
  await added.shows(false, 5);
  await eventually(() =>
    expect(toastStore.read()).toMatchObject({
      title: "Authentication Required",
      description: "Please log in to vote for users.",
    }),
  );
  dismissToast();
  const removed = setUp({ voted: true, heartCount: 1 });
  await removed.click();
  (await callTo(removed.calls, VOTE)).answer(refusal, 401);
  await removed.shows(true, 1);
  expect(toastStore.read()).toBeNull();
});

test("the toast of a post's heart leads to the login, except on the login page", async () => {
  const labelAt = (pathname: string) => {
    vi.stubGlobal("location", { pathname });
    askToLogIn({ type: "post", id: "t3_a" });
    return toastStore.read()?.action?.label;
  };
  expect(labelAt("/user/GemHunter")).toBe("Log in");
  expect(labelAt("/login")).toBeUndefined();
});

test.each([null, 500, 503])(
  "a vote whose answer is lost, or late (%s), is reverted, and its status requested, because it may have been counted",
  async (failure) => {
    const { client, calls, click, seen } = setUp();
    const stop = new QueryObserver(client, heartQuery(GEM)).subscribe(() => undefined);
    await click();
    const vote = await callTo(calls, VOTE);
    if (failure === null) vote.lose();
    else vote.answer({ success: false, error: "internal.unavailable", message: "Busy." }, failure);
    const status = await callTo(calls, STATUS);
    expect(seen()).toEqual({ voted: false, heartCount: 5 });
    status.answer({ items: [{ ...GEM, voted: true, heartCount: 6 }] });
    await eventually(() => expect(seen()).toEqual({ voted: true, heartCount: 6 }));
    stop();
  },
);

test.each(["reddit.unavailable", "reddit.blocked", "archive.unavailable"])(
  "a vote that failed because the source did (%s) is reverted, and its status not requested: nothing was written",
  async (error) => {
    const { client, calls, click, isIdle, shows } = setUp();
    const stop = new QueryObserver(client, heartQuery(GEM)).subscribe(() => undefined);
    await click();
    (await callTo(calls, VOTE)).answer({ success: false, error, message: "Not now." }, 503);
    await isIdle();
    await shows(false, 5);
    expect(client.isFetching()).toBe(0);
    stop();
  },
);

test("a vote refused because the session has ended does not bring a vote back", async () => {
  const { client, calls, click, isIdle, seen } = setUp({ voted: true, heartCount: 5 });
  await click();
  const vote = await callTo(calls, VOTE);
  forgetUserData(client);
  vote.answer({ message: "Log in first" }, 401);
  await isIdle();
  expect(seen()).toEqual({ voted: false, heartCount: 5 });
});

test("a vote answered after a change of account is not the next one's", async () => {
  const { client, calls, click, isIdle, seen } = setUp();
  await click();
  const vote = await callTo(calls, VOTE);
  forgetUserData(client);
  vote.answer({ success: true, voted: true, heartCount: 6 });
  await isIdle();
  expect(seen()).toEqual({ voted: false, heartCount: 6 });
  expect(client.getQueryState(heartKey(GEM))?.dataUpdatedAt, "a seed").toBe(0);
});

test("a vote that is answered once the next account's heart is known leaves that one, without a toast", async () => {
  for (const status of [200, 500]) {
    const { client, calls, click, isIdle, seen } = setUp();
    await click();
    const vote = await callTo(calls, VOTE);
    forgetUserData(client);
    setHeart(client, GEM, { voted: false, heartCount: 8 });
    vote.answer({ success: true, voted: true, heartCount: 6 }, status);
    await isIdle();
    expect(seen(), `${status}`).toEqual({ voted: false, heartCount: 8 });
    expect(toastStore.read()).toBeNull();
  }
});

test("a vote that waited for another is not sent as the next account's", async () => {
  const { client, calls, click, isIdle } = setUp();
  await click();
  await click();
  const vote = await callTo(calls, VOTE);
  forgetUserData(client);
  vote.answer({ success: true, voted: true, heartCount: 6 });
  await isIdle();
  expect(methodsOf(calls)).toEqual(["POST"]);
});

test("a failed vote goes back to its own account's heart, not to the last account's answer", async () => {
  const { client, calls, click, isIdle, seen } = setUp();
  await click();
  const vote = await callTo(calls, VOTE);
  forgetUserData(client);
  setHeart(client, GEM, { voted: false, heartCount: 6 });
  const button = new MutationObserver(client, heartMutation(client, GEM));
  button.mutate({ voted: false, heartCount: 6 }).catch(() => {});
  await eventually(() => expect(seen()?.voted).toBe(true));
  vote.answer({ success: true, voted: true, heartCount: 6 });
  (await callTo(calls, VOTE)).answer({}, 500);
  await isIdle();
  expect(seen()).toEqual({ voted: false, heartCount: 6 });
});

test("a change of account keeps the counts and forgets the votes", () => {
  const { client, seen } = setUp({ voted: true, heartCount: 5 });
  forgetUserData(client);
  expect(seen()).toEqual({ voted: false, heartCount: 5 });
  expect(client.getQueryState(heartKey(GEM))?.dataUpdatedAt).toBe(0);
});

test.each([
  ["asked about anew for the next account", signedIn, [true, 8]],
  ["not asked about for a signed-out visitor", signedOut, [false, 5]],
])(
  "after a change of account a heart on the page is %s",
  async (_name, session, [voted, heartCount]) => {
    const { client, calls, seen } = setUp({ voted: true, heartCount: 5 });
    const stop = new QueryObserver(client, heartQuery(GEM)).subscribe(() => undefined);
    client.setQueryData(queryKeys.session(), session);
    forgetUserData(client);
    expect(seen()).toEqual({ voted: false, heartCount: 5 });
    if (voted) (await callTo(calls, STATUS)).answer({ items: [{ ...GEM, voted, heartCount }] });
    await eventually(() => expect(client.isFetching()).toBe(0));
    expect(seen()).toEqual({ voted, heartCount });
    stop();
  },
);
