import { MutationObserver, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "#web/api/query-client.ts";
import { currentToast, dismissToast } from "#web/features/toasts/toast-store.ts";
import { forgetVotes, type Heart, heartKey, seedHearts } from "./heart-cache.ts";
import { askStatus } from "./heart-status.ts";
import { heartMutation, heartQuery } from "./hearts.queries.ts";

const GEM = { type: "user", id: "GemHunter" } as const;

interface Call {
  url: string;
  method: string;
  body: { items: { type: string; id: string }[] };
  answer: (body: unknown, status?: number) => Promise<void>;
}

afterEach(() => {
  vi.unstubAllGlobals();
  dismissToast();
});

const tick = () => new Promise((resolve) => setTimeout(resolve, 30));

/** The wire, with every answer in the test's hands. */
function wire() {
  const calls: Call[] = [];
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    calls.push({
      url,
      method: init.method ?? "GET",
      body: init.body ? JSON.parse(String(init.body)) : null,
      answer: async (body, status = 200) => {
        resolve(new Response(JSON.stringify(body), { status }));
        await tick();
      },
    });
    return promise;
  });
  return calls;
}

function setUp(heart: Heart = { voted: false, heartCount: 5 }) {
  const client = createQueryClient();
  const calls = wire();
  client.setQueryData(heartKey(GEM), heart);
  const seen = () => client.getQueryData<Heart>(heartKey(GEM));
  const button = new MutationObserver(client, heartMutation(client, GEM));
  const press = async () => {
    button.mutate(seen()!).catch(() => {});
    await tick();
  };
  return { client, calls, seen, press };
}

const voted = (heartCount: number) => ({ success: true, voted: true, heartCount, message: "" });

test("a press shows at once and takes the server's count when it answers", async () => {
  const { calls, seen, press } = setUp();
  await press();
  expect(seen()).toEqual({ voted: true, heartCount: 6 });
  expect(calls[0]).toMatchObject({ url: "/api/leaderboard/users/GemHunter/vote", method: "POST" });
  await calls[0]!.answer(voted(9));
  expect(seen()).toEqual({ voted: true, heartCount: 9 });
  expect(currentToast()).toMatchObject({
    title: "Vote Added",
    description: "Successfully voted for user!",
  });
});

test("an answer without a count leaves the one expected", async () => {
  const { calls, seen, press } = setUp();
  await press();
  await calls[0]!.answer({ success: true });
  expect(seen()).toEqual({ voted: true, heartCount: 6 });
});

test("a failure takes the change back and shows the server's words", async () => {
  const { calls, seen, press } = setUp();
  await press();
  await calls[0]!.answer({ success: false, error: "hearts.target_not_found", message: "No." }, 404);
  expect(seen()).toEqual({ voted: false, heartCount: 5 });
  expect(currentToast()).toMatchObject({
    title: "Vote Failed",
    description: "No.",
    tone: "destructive",
  });
});

test("a 200 that reports no success counts as a failure, with our own words", async () => {
  const { calls, seen, press } = setUp({ voted: true, heartCount: 5 });
  await press();
  expect(seen()).toEqual({ voted: false, heartCount: 4 });
  await calls[0]!.answer({ success: false });
  expect(seen()).toEqual({ voted: true, heartCount: 5 });
  expect(currentToast()).toMatchObject({
    title: "Remove Vote Failed",
    description: "Failed to remove vote for user",
  });
});

test("fast presses reach the server in order, and only the last answer shows", async () => {
  const { calls, seen, press } = setUp();
  await press();
  await press();
  expect(calls.map(({ method }) => method)).toEqual(["POST"]);
  await calls[0]!.answer(voted(6));
  expect(seen()).toEqual({ voted: false, heartCount: 5 });
  expect(calls.map(({ method }) => method)).toEqual(["POST", "DELETE"]);
  await calls[1]!.answer({ success: true, voted: false, heartCount: 7 });
  expect(seen()).toEqual({ voted: false, heartCount: 7 });
});

test("when every one of several presses fails, the heart is what it was before the first", async () => {
  const { calls, seen, press } = setUp();
  await press();
  await press();
  await calls[0]!.answer({}, 500);
  await calls[1]!.answer({}, 500);
  expect(seen()).toEqual({ voted: false, heartCount: 5 });
});

test("a session that has ended says so for an added heart and keeps quiet for a removed one", async () => {
  const added = setUp();
  await added.press();
  await added.calls[0]!.answer({ success: false, error: "auth.required", message: "x" }, 401);
  expect(currentToast()).toMatchObject({
    title: "Authentication Required",
    description: "Please log in to vote for users.",
  });
  dismissToast();
  const removed = setUp({ voted: true, heartCount: 1 });
  await removed.press();
  await removed.calls[0]!.answer({ success: false, error: "auth.required", message: "x" }, 401);
  expect(currentToast()).toBeNull();
  expect(removed.seen()).toEqual({ voted: true, heartCount: 1 });
});

test("what one frame asks about goes into one call, a hundred at most, each target once", async () => {
  const calls = wire();
  const ids = Array.from({ length: 101 }, (_, at) => `t3_p${at}`);
  const answers = ids.map((id) => askStatus({ type: "post", id }));
  const twice = askStatus({ type: "post", id: "t3_p0" });
  await tick();
  expect(calls.map(({ body }) => body.items.length)).toEqual([100, 2]);
  for (const { body, answer } of calls) {
    await answer({ items: body.items.map((item) => ({ ...item, voted: true, heartCount: 3 })) });
  }
  expect(await Promise.all([...answers, twice])).toHaveLength(102);
});

test("a list's count is a seed: asked about once signed in, never put over the server's answer", async () => {
  const client = createQueryClient();
  const calls = wire();
  seedHearts(client, [{ ...GEM, heartCount: 4 }]);
  const observer = new QueryObserver(client, heartQuery(GEM));
  const stop = observer.subscribe(() => {});
  await tick();
  expect(calls[0]?.body.items).toEqual([GEM]);
  await calls[0]!.answer({ items: [{ ...GEM, voted: true, heartCount: 8 }] });
  seedHearts(client, [{ ...GEM, heartCount: 4 }]);
  expect(client.getQueryData(heartKey(GEM))).toEqual({ voted: true, heartCount: 8 });
  stop();
});

test("a status that cannot be had counts as not voted, with what the list said", async () => {
  const client = createQueryClient();
  const calls = wire();
  seedHearts(client, [{ ...GEM, heartCount: 4 }]);
  const observer = new QueryObserver(client, heartQuery(GEM));
  const stop = observer.subscribe(() => {});
  await tick();
  await calls[0]!.answer({}, 500);
  expect(client.getQueryData(heartKey(GEM))).toEqual({ voted: false, heartCount: 4 });
  expect(currentToast()).toBeNull();
  stop();
});

test("another person at the page keeps the counts and loses the votes", () => {
  const { client, seen } = setUp({ voted: true, heartCount: 5 });
  forgetVotes(client);
  expect(seen()).toEqual({ voted: false, heartCount: 5 });
  expect(client.getQueryState(heartKey(GEM))?.dataUpdatedAt).toBe(0);
});
