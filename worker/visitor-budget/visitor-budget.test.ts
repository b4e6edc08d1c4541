import { expect, test } from "vitest";
import { MINUTE_MS } from "#schema/time.ts";
import type { Env } from "#worker/env.ts";
import { GRANTED, namespaceOf } from "#worker/testing/call-budgets.ts";
import { loggedLines } from "#worker/testing/logged-lines.ts";
import { openLimit } from "#worker/testing/rate-limits.ts";
import { smallReddit } from "#worker/testing/small-reddit.ts";
import { testApp, testClock, type TestApp } from "#worker/testing/test-app.ts";

const navigation = { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate" };

test.each(["/api/reddit/user/Gem", "/api/badges/users/Gem", "/user/Gem/feed.xml"])(
  "%s in another site's frame makes no upstream call, opened by a link it does",
  async (path) => {
    const reddit = smallReddit();
    reddit.addUser("Gem");
    const app = testApp({ fetch: reddit.fetch, env: reddit.env });
    for (const dest of ["iframe", "embed", "object"]) {
      const answer = await app.request(path, {
        headers: { ...navigation, "Sec-Fetch-Dest": dest },
      });
      expect(answer.status, dest).toBe(429);
    }
    expect(reddit.asked).toEqual([]);
    await app.request(path, { headers: { ...navigation, "Sec-Fetch-Dest": "document" } });
    expect(reddit.asked).not.toEqual([]);
  },
);

/** A limit that the test can close. */
function gate() {
  const state = { isOpen: true };
  const limit: RateLimit = { limit: () => Promise.resolve({ success: state.isOpen }) };
  return { state, env: { RATE_LIMITS: "on", SEARCH_LIMIT: limit, WIDEST_LIMIT: limit } };
}

async function jsonOf(app: TestApp, path: string): Promise<unknown> {
  const answer = await app.request(path);
  expect(answer.status, path).toBe(200);
  return answer.json();
}

async function expectRefused(app: TestApp, path: string, method = "GET"): Promise<void> {
  const refused = await app.request(path, { method });
  expect(refused.status, path).toBe(429);
  expect(refused.headers.get("Retry-After"), path).toBe("60");
  expect(await refused.json()).toMatchObject({ error: "search.too_many" });
}

test("past the limit a badge refresh returns the kept badges, else 429 with Retry-After, without calling Reddit", async () => {
  const reddit = smallReddit();
  for (const name of ["Kept", "Unkept"]) reddit.addUser(name);
  const clock = testClock();
  const { state, env } = gate();
  const app = testApp({ fetch: reddit.fetch, clock, env: { ...reddit.env, ...env } });
  const kept = await jsonOf(app, "/api/badges/users/Kept");
  clock.advance(2 * MINUTE_MS);
  const asked = reddit.asked.length;
  state.isOpen = false;
  const refreshed = await app.request("/api/badges/users/Kept/refresh", { method: "POST" });
  expect(refreshed.status).toBe(200);
  expect(await refreshed.json()).toEqual(kept);
  await expectRefused(app, "/api/badges/users/Unkept/refresh", "POST");
  await expectRefused(app, "/api/badges/users/Unkept");
  expect(reddit.asked).toHaveLength(asked);
  state.isOpen = true;
  clock.advance(2 * MINUTE_MS);
  await app.request("/api/badges/users/Kept/refresh", { method: "POST" });
  expect(reddit.asked).toHaveLength(asked + 1);
});

const clip = () =>
  Response.json({
    gif: { id: "x", type: 1, duration: 3, urls: { hd: "https://media.redgifs.com/A.mp4" } },
  });

test("past the limit a RedGifs look-up returns the cached clip, else 429 with Retry-After, without calling RedGifs", async () => {
  const looked: string[] = [];
  const fetch = async (address: string) => {
    const { pathname } = new URL(address);
    if (pathname.startsWith("/v2/auth/")) return Response.json({ token: "t" });
    looked.push(pathname);
    return clip();
  };
  const clock = testClock();
  const { state, env } = gate();
  const settings = { ...smallReddit().env, REDGIFS_API_URL: "https://redgifs-budget.test", ...env };
  const app = testApp({ fetch, clock, env: settings });
  const kept = await jsonOf(app, "/api/redgifs/keptclip");
  clock.advance(MINUTE_MS);
  state.isOpen = false;
  for (const query of ["", "?retry=1"]) {
    const answer = await app.request(`/api/redgifs/keptclip${query}`);
    expect(answer.status, query).toBe(200);
    expect(await answer.json()).toEqual(kept);
  }
  await expectRefused(app, "/api/redgifs/otherclip");
  await expectRefused(app, "/api/redgifs/otherclip?retry=1");
  expect(looked).toEqual(["/v2/gifs/keptclip"]);
  state.isOpen = true;
  await jsonOf(app, "/api/redgifs/keptclip?retry=1");
  expect(looked).toHaveLength(2);
});

test("a remembered failure of a followed name's refresh costs nothing", async () => {
  let counted = 0;
  const limit = async () => ({ success: (counted += 1) <= 1_000 });
  const reddit = smallReddit();
  reddit.failure = () => new Response("down", { status: 503 });
  const settings = { ...reddit.env, RATE_LIMITS: "on", SEARCH_LIMIT: { limit } };
  const app = testApp({ fetch: reddit.fetch, env: settings });
  const body = { users: ["Failing_here"], refresh: true };
  for (const _ of [1, 2]) await app.send("POST", "/api/following/feed", body);
  expect(counted).toBe(2);
});

test("a name or post that does not exist costs two calls more", async () => {
  let counted = 0;
  const SEARCH_LIMIT: RateLimit = {
    limit: (options) => {
      counted += 1;
      return openLimit.limit(options);
    },
  };
  const reddit = smallReddit();
  const settings = { ...reddit.env, RATE_LIMITS: "on", SEARCH_LIMIT };
  const app = testApp({ fetch: reddit.fetch, env: settings });
  const body = { users: ["Nobody_here"], refresh: true };
  await app.send("POST", "/api/following/feed", body);
  expect(counted, "a refresh of a followed name").toBe(4);
  counted = 0;
  await app.request("/api/badges/users/Nobody_there");
  await app.request("/api/reddit/post/zzz");
  expect(counted, "a profile and a post").toBe(6);
});

test("an upstream call counts for an address and for the two wider prefixes", async () => {
  const keys: string[] = [];
  const counted: RateLimit = {
    limit: (options) => {
      keys.push(options.key);
      return openLimit.limit(options);
    },
  };
  const reddit = smallReddit();
  reddit.addUser("Shared");
  const limits = { RATE_LIMITS: "on", SEARCH_LIMIT: counted, WIDEST_LIMIT: counted };
  const app = testApp({ fetch: reddit.fetch, env: { ...reddit.env, ...limits } });
  const headers = { "CF-Connecting-IP": "2001:db8:1:2::1" };
  expect((await app.request("/api/reddit/user/Shared", { headers })).status).toBe(200);
  expect(keys).toEqual([
    "2001:db8:1:2::/64",
    "SEARCH_LIMIT 2001:db8:1:0::/56",
    "SEARCH_LIMIT 2001:db8:1::/48",
  ]);
});

test("a counter that fails refuses no call", async () => {
  const lines = loggedLines();
  const reddit = smallReddit();
  reddit.addUser("Uncounted");
  const failing: RateLimit = { limit: () => Promise.reject(new Error("unreachable")) };
  const limits = { RATE_LIMITS: "on", SEARCH_LIMIT: failing, WIDEST_LIMIT: failing };
  const app = testApp({ fetch: reddit.fetch, env: { ...reddit.env, ...limits } });
  expect((await app.request("/api/reddit/user/Uncounted")).status).toBe(200);
  expect(lines("search_limit")).not.toEqual([]);
});

test("a call of our own page to the API's host asks the source", async () => {
  const reddit = smallReddit();
  reddit.addUser("Gem");
  const app = testApp({ fetch: reddit.fetch, env: reddit.env });
  const headers = {
    "Sec-Fetch-Site": "same-site",
    "Sec-Fetch-Mode": "cors",
    "Sec-Fetch-Dest": "empty",
  };
  expect((await app.request("/api/reddit/user/Gem", { headers })).status).toBe(200);
  expect(reddit.asked).not.toEqual([]);
});

test("an upstream call counts for its sender's widest network, as a visitor's after one cached answer", async () => {
  const callers: (string | undefined)[][] = [];
  const take = async (...caller: string[]) => (callers.push(caller), GRANTED);
  const CALL_BUDGET = namespaceOf({ take, peek: async () => GRANTED });
  const reddit = smallReddit();
  const names = ["First", "Second", "Third", "Fourth"];
  for (const name of names) reddit.addUser(name);
  const limits = { RATE_LIMITS: "on", SEARCH_LIMIT: openLimit, WIDEST_LIMIT: openLimit };
  const settings = { ...reddit.env, ...limits, CALL_BUDGET };
  const lastCaller = async (name: string, address: string, env: Partial<Env> = settings) => {
    const headers = { "CF-Connecting-IP": address };
    const answer = await testApp({ fetch: reddit.fetch, env }).request(`/api/reddit/user/${name}`, {
      headers,
    });
    expect(answer.status).toBe(200);
    return callers.at(-1);
  };
  const network = "2001:db8:7::/48";
  expect(await lastCaller("First", "2001:db8:7:1::1")).toEqual(["newcomer", network]);
  await lastCaller("First", "2001:db8:7:1::1");
  expect(await lastCaller("Second", "2001:db8:7:1::2")).toEqual(["visitor", network]);
  expect(await lastCaller("Third", "192.0.2.77")).toEqual(["newcomer", "192.0.2.0/24"]);
  const off = { ...settings, RATE_LIMITS: "off" };
  expect(await lastCaller("Fourth", "192.0.2.77", off)).toEqual(["newcomer", undefined]);
});
