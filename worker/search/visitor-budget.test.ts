import { expect, test } from "vitest";
import type { SearchResponse } from "#schema/api/search.ts";
import { appOver, search } from "#worker/testing/search.ts";
import { signUp } from "#worker/testing/accounts.ts";
import { picturePost, picturePosts, standIn, textPost } from "#worker/testing/stand-in.ts";
import { testClock, type TestApp } from "#worker/testing/test-app.ts";

const LIMIT = 30;
const SENTENCE = "You are searching faster than our sources allow. Please wait 60 seconds.";

const WIDEST = 90;

/** A rate limit binding without a clock, whose counts begin() resets. */
function countedLimit(most: number) {
  const counts = new Map<string, number>();
  let asked = 0;
  const binding: RateLimit = {
    limit: async ({ key }) => {
      asked += 1;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return { success: count <= most };
    },
  };
  return { binding, asked: () => asked, begin: () => counts.clear() };
}

type World = ReturnType<typeof standIn>["creators"];

/** Cache keys contain the client id, so each test has its own entries. */
function limitedApp(id: string, creators: World) {
  const limit = countedLimit(LIMIT);
  const reddit = standIn(creators);
  const clock = testClock();
  const limits = { SEARCH_LIMIT: limit.binding, WIDEST_LIMIT: countedLimit(WIDEST).binding };
  const env = { RATE_LIMITS: "on", REDDIT_CLIENT_ID: id, ...limits };
  return { app: appOver(reddit, { clock, env }), reddit, limit, clock };
}

const textPosts = (count: number) => Array.from({ length: count }, (_, index) => textPost(index));
const from = (address: string) => ({ "CF-Connecting-IP": address });
const searchFrom = (app: TestApp, address: string, body: Record<string, unknown>) =>
  app.send("POST", "/api/reddit/search", body, from(address));
const upstream = /^\/(?:user|api\/info|by_id)/;

async function useUp(app: TestApp, address: string): Promise<void> {
  for (let index = 0; index < LIMIT; index += 1) {
    await searchFrom(app, address, { username: `nothing${index}` });
  }
}

test("nine searches a minute for creators with only text posts leave upstream calls for other visitors", async () => {
  const names = Array.from({ length: 9 }, (_, index) => `Writer${index}`);
  const creators = Object.fromEntries(names.map((name) => [name, { posts: textPosts(1_000) }]));
  const { app, reddit } = limitedApp("writers", creators);
  for (const username of names) {
    const before = reddit.count(upstream);
    const answer = await searchFrom(app, "203.0.113.9", { username });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ posts: [], nextPage: expect.any(String) });
    expect(reddit.count(upstream) - before).toBeLessThanOrEqual(3);
  }
  expect(reddit.count(upstream)).toBeLessThanOrEqual(LIMIT);
});

test("a walk through text posts continues with the next page, and no picture is lost", async () => {
  const pictures = Array.from({ length: 5 }, (_, index) => picturePost(650 + index));
  const { app, reddit } = limitedApp("walk", {
    Rare: { posts: [picturePost(0), ...textPosts(640).slice(1), ...pictures] },
  });
  const shown: string[] = [];
  let after: string | null = null;
  let last: SearchResponse | undefined;
  for (let request = 0; request < 10; request += 1) {
    const before = reddit.count(upstream);
    last = await search(app, { username: "Rare", after: after ?? undefined });
    expect(reddit.count(upstream) - before).toBeLessThanOrEqual(3);
    shown.push(...last.posts.map(({ id }) => id));
    after = last.nextPage;
    if (after === null) break;
  }
  expect(after).toBeNull();
  expect(shown).toEqual(["t3_p0", ...pictures.map(({ name }) => name)]);
  expect(last?.posts.length).toBeGreaterThan(0);
});

test("a name that does not exist costs two upstream calls", async () => {
  const { app, reddit } = limitedApp("missing", {});
  const isSlow = { listing: true, profile: false };
  reddit.instead = async (url) => {
    const kind = url.pathname.endsWith("/about") ? "profile" : "listing";
    if (isSlow[kind]) await new Promise((resolve) => setTimeout(resolve, 30));
    return null;
  };
  expect((await search(app, { username: "nobody_here" })).userExists).toBe(false);
  expect(reddit.count(upstream)).toBe(2);
  Object.assign(isSlow, { listing: false, profile: true });
  expect((await search(app, { username: "nobody_there" })).userExists).toBe(false);
  await app.request("/user/nobody_there");
  expect(reddit.count(upstream)).toBe(4);
});

test("a cached answer is not counted, on API and page", async () => {
  const { app, limit } = limitedApp("hits", { Kept: { posts: picturePosts(3) } });
  await search(app, { username: "Kept" });
  const asked = limit.asked();
  expect(asked).toBe(2);
  for (let read = 0; read < 5; read += 1) await search(app, { username: "Kept" });
  await app.request("/user/Kept");
  await app.request("/api/reddit/user/Kept");
  expect(limit.asked()).toBe(asked);
});

test("past the limit a stale copy is shown, and an uncached creator is a 429 with the sentence", async () => {
  const { app, reddit, clock } = limitedApp("past", {
    Kept: { posts: picturePosts(3) },
    Uncached: { posts: picturePosts(3) },
  });
  const mine = "2001:db8:1:2::1";
  await searchFrom(app, mine, { username: "Kept" });
  await useUp(app, mine);
  clock.advance(20 * 3_600_000);
  const calls = reddit.count(upstream);
  const refused = await searchFrom(app, "2001:db8:1:2:ffff::7", { username: "Uncached" });
  expect(refused.status).toBe(429);
  expect(refused.headers.get("Retry-After")).toBe("60");
  expect(await refused.json()).toMatchObject({ error: "search.too_many", message: SENTENCE });
  expect(reddit.count(upstream)).toBe(calls);
  const kept = await searchFrom(app, mine, { username: "Kept" });
  expect(kept.status).toBe(200);
  expect(await kept.json()).toMatchObject({ total: 3 });
  const others = await searchFrom(app, "2001:db8:1:3::1", { username: "Uncached" });
  expect(others.status).toBe(200);
});

test("past the limit a creator's cached text posts are a page without posts, and the next page is the 429", async () => {
  const { app, reddit } = limitedApp("textual", { Poet: { posts: textPosts(1_000) } });
  const mine = "203.0.113.70";
  await search(app, { username: "Poet" });
  await useUp(app, mine);
  const calls = reddit.count(upstream);
  const shown = await searchFrom(app, mine, { username: "Poet" });
  expect(shown.status).toBe(200);
  const page = await shown.json<SearchResponse>();
  expect(page).toMatchObject({ posts: [], profileState: "ok", userInfo: { username: "Poet" } });
  const next = await searchFrom(app, mine, { username: "Poet", after: page.nextPage });
  expect(next.status).toBe(429);
  expect(await next.json()).toMatchObject({ error: "search.too_many" });
  expect(reddit.count(upstream)).toBe(calls);
  await search(app, { username: "Poet", after: page.nextPage });
  const cached = await searchFrom(app, mine, { username: "Poet", after: page.nextPage });
  expect(cached.status, "its batches are cached now, the one after them is not").toBe(429);
});

test("the sentence and Retry-After count down from the first refusal, and restart with the next one", async () => {
  const { app, clock, limit } = limitedApp("wait", { Wanted: { posts: picturePosts(3) } });
  const mine = "192.0.2.15";
  const waitOf = async () => {
    const refused = await searchFrom(app, mine, { username: "Wanted" });
    expect(refused.status).toBe(429);
    const { message } = await refused.json<{ message: string }>();
    return [refused.headers.get("Retry-After"), /wait (.*)\./.exec(message)?.[1]];
  };
  await useUp(app, mine);
  expect(await waitOf()).toEqual(["60", "60 seconds"]);
  clock.advance(18_600);
  expect(await waitOf()).toEqual(["42", "42 seconds"]);
  clock.advance(40_500);
  expect(await waitOf()).toEqual(["1", "1 second"]);
  limit.begin();
  expect((await searchFrom(app, mine, { username: "Wanted" })).status).toBe(200);
  await useUp(app, mine);
  clock.advance(1_000);
  const other = await searchFrom(app, mine, { username: "Unwanted" });
  expect(other.headers.get("Retry-After")).toBe("59");
});

test("a visitor's refusal is not remembered against the next visitor", async () => {
  const { app } = limitedApp("remembered", { Wanted: { posts: picturePosts(3) } });
  await useUp(app, "203.0.113.20");
  expect((await searchFrom(app, "203.0.113.20", { username: "Wanted" })).status).toBe(429);
  expect((await searchFrom(app, "203.0.113.21", { username: "Wanted" })).status).toBe(200);
});

test("a failure that is remembered costs the visitor nothing", async () => {
  const { app, limit, reddit } = limitedApp("failing", { Wanted: { posts: picturePosts(3) } });
  reddit.instead = () => new Response("", { status: 500 });
  const ask = () => searchFrom(app, "203.0.113.25", { username: "Wanted" });
  expect((await ask()).status).toBe(503);
  const asked = limit.asked();
  for (let time = 0; time < 20; time += 1) expect((await ask()).status).toBe(503);
  expect(limit.asked()).toBe(asked);
});

test("names that do not exist cost double", async () => {
  const { app } = limitedApp("double", {});
  const statuses: number[] = [];
  for (let index = 0; index < 10; index += 1) {
    statuses.push((await searchFrom(app, "203.0.113.30", { username: `zz${index}0` })).status);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(8);
});

test("profiles, posts, clips, badges and hearts are in the same budget", async () => {
  const { app, reddit } = limitedApp("same", { Ann: { posts: picturePosts(3) } });
  const mine = from("203.0.113.40");
  const { cookie } = await signUp(app, "budgeted");
  await useUp(app, "203.0.113.40");
  const calls = reddit.count(/./);
  const statusOf = async (path: string, method = "GET") =>
    (
      await app.request(path, {
        method,
        headers: { ...mine, ...(method === "POST" && { cookie }) },
      })
    ).status;
  expect(await statusOf("/api/reddit/user/Ann")).toBe(429);
  expect(await statusOf("/api/reddit/post/p1")).toBe(429);
  expect(await statusOf("/api/redgifs/someclip")).toBe(429);
  expect(await statusOf("/api/badges/users/Ann")).toBe(429);
  expect(await statusOf("/api/badges/users/Ann/refresh", "POST")).toBe(429);
  expect(await statusOf("/api/leaderboard/users/Ann/vote", "POST")).toBe(429);
  expect(await statusOf("/api/leaderboard/posts/p1/vote", "POST")).toBe(429);
  expect(reddit.count(/./)).toBe(calls);
});

test.each([
  ["a visitor past the limit", { name: "Bell", method: "GET", end: "", site: "none" }],
  ["a refresh past the limit", { name: "Cora", method: "POST", end: "/refresh", site: "none" }],
  ["another site's picture", { name: "Dora", method: "GET", end: "", site: "cross-site" }],
])("%s is refused badges, and those who ask at the same time are not", async (_, asked) => {
  const { name, method, end, site } = asked;
  const world = { [name]: { posts: picturePosts(1) } };
  const { app, reddit } = limitedApp(`badges of ${name}`, world);
  const mine = "203.0.113.60";
  if (site === "none") await useUp(app, mine);
  const statusOf = async (address: string, headers: Record<string, string> = {}) => {
    const init = { method, headers: { ...from(address), ...headers } };
    return (await app.request(`/api/badges/users/${name}${end}`, init)).status;
  };
  const first = statusOf(mine, { "Sec-Fetch-Site": site });
  reddit.instead = () => first.then(() => null);
  const others = [statusOf("198.51.100.1"), statusOf("198.51.100.2")];
  expect(await Promise.all([first, ...others])).toEqual([429, 200, 200]);
});

test("past the limit a page is the app without data", async () => {
  const { app, reddit } = limitedApp("page", { Stranger: { posts: picturePosts(3) } });
  const mine = { headers: from("203.0.113.50") };
  await useUp(app, "203.0.113.50");
  const calls = reddit.count(upstream);
  const page = await app.request("/user/Stranger", mine);
  expect(page.status).toBe(200);
  expect(await page.text()).not.toContain('"posts"');
  expect(reddit.count(upstream)).toBe(calls);
});

const navigation = { site: "cross-site", mode: "navigate", dest: "document" };

test.each([
  ["a picture of another site", { site: "cross-site", mode: "no-cors", dest: "image" }],
  ["a frame of another site", { site: "cross-site", mode: "navigate", dest: "iframe" }],
  ["a script's fetch", { site: "same-origin", mode: "cors", dest: "empty" }],
  ["a prefetch by another site's speculation rules", { ...navigation, purpose: "prefetch" }],
  ["a prerender by them", { ...navigation, purpose: "prefetch;prerender" }],
])("thirty pages fetched as %s make no upstream call", async (id, asked) => {
  const { site, mode, dest, purpose } = { purpose: null, ...asked };
  const { app, reddit } = limitedApp(id, { Ann: { posts: picturePosts(3) } });
  const headers = {
    "Sec-Fetch-Site": site,
    "Sec-Fetch-Mode": mode,
    "Sec-Fetch-Dest": dest,
    ...(purpose !== null && { "Sec-Purpose": purpose }),
  };
  for (let index = 0; index < 30; index += 1) {
    expect((await app.request(`/user/zz${index}0`, { headers })).status).toBe(200);
  }
  expect(reddit.calls).toEqual([]);
  await search(app, { username: "Ann" });
  const page = await app.request("/user/Ann", { headers });
  expect(await page.text()).toContain("t3_p0");
});

test("an API address in another site's image makes no upstream call, a link from that site does", async () => {
  const { app, reddit } = limitedApp("linked", { Ann: { posts: picturePosts(3) } });
  const embedded = { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors" };
  const answer = await app.request("/api/reddit/user/Ann", { headers: embedded });
  expect(answer.status).toBe(429);
  expect(reddit.calls).toEqual([]);
  const linked = { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate" };
  await app.request("/user/Ann", { headers: { ...linked, "Sec-Fetch-Dest": "document" } });
  expect(reddit.count(upstream)).toBeGreaterThan(0);
});
