import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { GRANTED } from "#worker/testing/call-budgets.ts";
import { appOver, search } from "#worker/testing/search.ts";
import { picturePosts, standIn } from "#worker/testing/stand-in.ts";
import { testClock } from "#worker/testing/test-app.ts";
import { msUntilBackgroundCall } from "#worker/lookup/check-source.ts";
import { currentRateLimit, isLimitSpent, noteRateLimit } from "./rate-limit-headers.ts";
import { isRefreshAllowed, spendCall } from "./spend-call.ts";

/** The limit belongs to a client: each test has its own. */
const client = (id: string) => ({ env: { REDDIT_CLIENT_ID: id } });
const headers = (remaining: string, reset = "120") => ({
  "x-ratelimit-remaining": remaining,
  "x-ratelimit-used": "1",
  "x-ratelimit-reset": reset,
});
const creators = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { posts: picturePosts(2) }]));

test("below ten remaining calls background work stops, and visitors' requests continue", async () => {
  const clock = testClock();
  const reddit = standIn(creators("Quota1", "Quota2"));
  reddit.headers = headers("10.0");
  const app = appOver(reddit, { clock, ...client("background") });
  await search(app, { username: "Quota1" });
  expect(await msUntilBackgroundCall(app.deps())).toBe(0);
  reddit.headers = headers("9.0");
  await search(app, { username: "Quota2" });
  expect(await msUntilBackgroundCall(app.deps())).toBeGreaterThan(0);
  clock.advance(121_000);
  expect(await msUntilBackgroundCall(app.deps())).toBe(0);
});

test("below ten remaining calls no stale copy is refreshed, however old", async () => {
  const deps = appOver(standIn({})).deps();
  const isAllowedAt = (remaining: string) => {
    noteRateLimit(deps, "refreshes", new Headers(headers(remaining)));
    return isRefreshAllowed(deps, "refreshes", 23 * 3_600_000);
  };
  expect(await isAllowedAt("10.0")).toBe(true);
  expect(await isAllowedAt("9.0")).toBe(false);
});

test("with nothing left a visitor gets the stale copy, or a 429 until Reddit's reset, and no call is made", async () => {
  const clock = testClock();
  const reddit = standIn(creators("Kept", "Uncached"));
  reddit.headers = headers("500.0");
  const app = appOver(reddit, { clock, ...client("nothing-left") });
  await search(app, { username: "Kept" });
  clock.advance(6 * 60_000);
  reddit.headers = headers("0.0", "90");
  await app.request("/api/reddit/user/Kept");
  await app.request("/api/reddit/user/somebody-else");
  const calls = reddit.calls.length;
  expect(await search(app, { username: "Kept" })).toMatchObject({ stale: true, total: 2 });
  clock.advance(30_000);
  const answer = await app.send("POST", "/api/reddit/search", { username: "Uncached" });
  expect(answer.status).toBe(429);
  expect(await answer.json()).toMatchObject({ error: "reddit.rate_limited" });
  const wait = Number(answer.headers.get("Retry-After"));
  expect(wait).toBeGreaterThan(50);
  expect(wait).toBeLessThanOrEqual(60);
  expect(reddit.calls.length).toBe(calls);
  clock.advance(60_001);
  reddit.headers = headers("999.0");
  expect((await search(app, { username: "Uncached" })).total).toBe(2);
});

test("with nothing left a search costs the visitor no call, since none is made", async () => {
  const clock = testClock();
  const reddit = standIn(creators("Last"));
  reddit.headers = headers("0.0", "90");
  let counted = 0;
  const app = appOver(reddit, {
    clock,
    env: {
      REDDIT_CLIENT_ID: "nothing-charged",
      RATE_LIMITS: "on",
      SEARCH_LIMIT: { limit: async () => ({ success: (counted += 1) <= 30 }) },
      WIDEST_LIMIT: { limit: async () => ({ success: true }) },
    },
  });
  await app.send("POST", "/api/reddit/search", { username: "Last" });
  const before = { counted, calls: reddit.calls.length };
  for (let index = 0; index < 20; index += 1) {
    const answer = await app.send("POST", "/api/reddit/search", { username: `Next${index}` });
    expect(await answer.json()).toMatchObject({ error: "reddit.rate_limited" });
  }
  expect({ counted, calls: reddit.calls.length }).toEqual(before);
  clock.advance(91_000);
  await app.send("POST", "/api/reddit/search", { username: "Next0" });
  expect(counted).toBeGreaterThan(before.counted);
});

test("missing or non-numeric headers change nothing", async () => {
  const reddit = standIn(creators("Headless1", "Headless2"));
  const app = appOver(reddit, client("headless"));
  await search(app, { username: "Headless1" });
  reddit.headers = { "x-ratelimit-remaining": "soon", "x-ratelimit-reset": "" };
  await search(app, { username: "Headless2" });
  expect(await msUntilBackgroundCall(app.deps())).toBe(0);
});

test("isolates share the remaining calls through KV", async () => {
  const reddit = standIn(creators("Shared"));
  reddit.headers = headers("3.0");
  await search(appOver(reddit, client("shared")), { username: "Shared" });
  const { keys } = await env.KV.list({ prefix: "reddit-" });
  const quotas = await Promise.all(
    keys.filter(({ name }) => name.endsWith(":quota")).map(({ name }) => env.KV.get(name, "json")),
  );
  expect(quotas).toContainEqual(expect.objectContaining({ remaining: expect.closeTo(3, 0) }));
});

test("a reset sent as a Unix time is the same as one in seconds", async () => {
  const clock = testClock();
  const deps = appOver(standIn({}), { clock }).deps();
  const moment = String(clock.now() / 1000 + 90);
  noteRateLimit(deps, "in-seconds", new Headers(headers("5", "90")));
  noteRateLimit(deps, "as-a-moment", new Headers(headers("5", moment)));
  const inSeconds = await currentRateLimit(deps, "in-seconds");
  expect(inSeconds).toMatchObject({ remaining: 5, resetAt: clock.now() + 90_000 });
  expect(await currentRateLimit(deps, "as-a-moment")).toEqual(inSeconds);
});

test("a reset more than an hour ahead counts as an hour, a missing one as a minute", async () => {
  const clock = testClock();
  const deps = appOver(standIn({}), { clock }).deps();
  noteRateLimit(deps, "without", new Headers({ "x-ratelimit-remaining": "5" }));
  expect(await currentRateLimit(deps, "without")).toMatchObject({ resetAt: clock.now() + 60_000 });
  noteRateLimit(deps, "far", new Headers(headers("5", "999999")));
  expect(await currentRateLimit(deps, "far")).toMatchObject({ resetAt: clock.now() + 3_600_000 });
});

test("the remaining calls go to KV every ten seconds, below ten of them every second, even just before the reset", async () => {
  const clock = testClock();
  const background: Promise<unknown>[] = [];
  const waitUntil = (work: Promise<unknown>) => void background.push(work);
  const deps = { ...appOver(standIn({}), { clock }).deps(), waitUntil };
  const kept: number[] = [];
  for (const remaining of ["50", "40", "9", "8"]) {
    noteRateLimit(deps, "shared-often", new Headers(headers(remaining, "20")));
    await Promise.all(background);
    const state = await env.KV.get<{ remaining: number }>("shared-often:quota", "json");
    kept.push(state?.remaining ?? 0);
    clock.advance(1_000);
  }
  expect(kept).toEqual([50, 50, 9, 8]);
});

test("what another isolate stated is known within thirty seconds", async () => {
  const clock = testClock();
  const deps = appOver(standIn({}), { clock }).deps();
  const theyState = (remaining: number) => {
    const state = { remaining, resetAt: clock.now() + 90_000, seenAt: clock.now() };
    return env.KV.put("elsewhere:quota", JSON.stringify(state));
  };
  const known = async () => (await currentRateLimit(deps, "elsewhere"))?.remaining;
  await theyState(50);
  expect(await known()).toBe(50);
  clock.advance(30_000);
  await theyState(3);
  expect(await known()).toBe(3);
});

test("for one window the lower of two isolates' counts wins, for two windows the one seen last", async () => {
  const clock = testClock();
  const deps = appOver(standIn({}), { clock }).deps();
  const resetAt = clock.now() + 90_000;
  const theirs = async (
    scope: string,
    state: { remaining: number; resetAt: number },
    age: number,
  ) => {
    await env.KV.put(`${scope}:quota`, JSON.stringify({ ...state, seenAt: clock.now() - age }));
    noteRateLimit(deps, scope, new Headers(headers("5", "90")));
    return (await currentRateLimit(deps, scope))?.remaining;
  };
  expect(await theirs("lower", { remaining: 2, resetAt: resetAt + 1_000 }, 1_000)).toBe(2);
  expect(await theirs("higher", { remaining: 8, resetAt: resetAt - 1_000 }, -1_000)).toBe(5);
  expect(await theirs("earlier", { remaining: 2, resetAt: resetAt - 60_000 }, 1_000)).toBe(5);
  expect(await theirs("same", { remaining: 2, resetAt: resetAt + 5_000 }, 1_000)).toBe(2);
  expect(await theirs("next", { remaining: 2, resetAt: resetAt + 5_001 }, 1_000)).toBe(5);
  expect(await theirs("later", { remaining: 8, resetAt: resetAt + 60_000 }, -1_000)).toBe(8);
});

test.each([
  [3_600_000, 0],
  [3_700_000, undefined],
  [9e15, undefined],
])("a shared limit that resets in %i ms counts only up to an hour ahead", async (ms, remaining) => {
  const clock = testClock();
  const deps = appOver(standIn({}), { clock }).deps();
  const state = { remaining: 0, resetAt: clock.now() + ms, seenAt: clock.now() };
  await env.KV.put(`ends-in-${ms}:quota`, JSON.stringify(state));
  expect((await currentRateLimit(deps, `ends-in-${ms}`))?.remaining).toBe(remaining);
});

test("between two responses of the source calls are counted down, and none is made past the source's limit", async () => {
  const deps = appOver(standIn({})).deps();
  noteRateLimit(deps, "counted", new Headers(headers("2")));
  const spend = () =>
    spendCall(deps, { scope: "counted", caller: { purpose: "visitor" } }, "reddit.rate_limited");
  await spend();
  expect(isLimitSpent(deps, "counted")).toBe(false);
  await spend();
  expect(isLimitSpent(deps, "counted")).toBe(true);
  await expect(spend()).rejects.toMatchObject({ code: "reddit.rate_limited" });
});

test("a call waits for a running read of the limit, and is refused if nothing is left", async () => {
  const clock = testClock();
  const { promise: text, resolve } = Promise.withResolvers<string>();
  const kv = { get: () => text } as unknown as KVNamespace;
  const deps = { ...appOver(standIn({}), { clock }).deps(), kv };
  const ahead = currentRateLimit(deps, "ahead");
  const call = spendCall(
    deps,
    { scope: "ahead", caller: { purpose: "visitor" } },
    "reddit.rate_limited",
  );
  const now = clock.now();
  resolve(JSON.stringify({ remaining: 0, resetAt: now + 60_000, seenAt: now }));
  await expect(call).rejects.toMatchObject({ code: "reddit.rate_limited" });
  await ahead;
});

test("a call is counted in the window that a response stated while the call waited", async () => {
  const deps = appOver(standIn({})).deps();
  const state = (remaining: string) =>
    noteRateLimit(deps, "waited", new Headers(headers(remaining)));
  state("2");
  const take = async () => {
    state("50");
    return GRANTED;
  };
  const waiting = { ...deps, callBudget: { take, peek: take } };
  await spendCall(
    waiting,
    { scope: "waited", caller: { purpose: "visitor" } },
    "reddit.rate_limited",
  );
  expect(await currentRateLimit(deps, "waited")).toMatchObject({ remaining: 49 });
});
