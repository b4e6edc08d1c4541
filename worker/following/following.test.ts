import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { FollowingResponse } from "#schema/api/following.ts";
import { MINUTE_MS } from "#schema/time.ts";
import { forgetCacheEntries } from "#worker/cache/read-through.ts";
import { signUp } from "#worker/testing/accounts.ts";
import { removeByKey } from "#worker/testing/removals.ts";
import { appOver, search } from "#worker/testing/search.ts";
import { NEWEST, picturePost, picturePosts, standIn } from "#worker/testing/stand-in.ts";
import { storedUser } from "#worker/testing/targets.ts";
import { recordingKv } from "#worker/testing/recording-kv.ts";
import { testClock, type TestApp } from "#worker/testing/test-app.ts";

const upstream = /^\/(?:user|api\/info|by_id)/;

/** Posts of one creator at `offsets` minutes before the newest. */
const postsAt = (prefix: string, offsets: number[]) =>
  offsets.map((minutes, index) =>
    picturePost(minutes, {
      id: `${prefix}${index}`,
      name: `t3_${prefix}${index}`,
      created_utc: NEWEST - minutes * 60,
      url: `https://i.redd.it/${prefix}${index}.jpg`,
    }),
  );

async function feed(
  app: TestApp,
  body: Record<string, unknown>,
  headers: HeadersInit = {},
): Promise<FollowingResponse> {
  const answer = await app.send("POST", "/api/following/feed", body, headers);
  const json = await answer.json<FollowingResponse>();
  expect(answer.status, JSON.stringify(json)).toBe(200);
  return json;
}

async function walk(app: TestApp, body: Record<string, unknown>): Promise<string[]> {
  const ids: string[] = [];
  let after: string | null = null;
  do {
    const page: FollowingResponse = await feed(app, { ...body, after });
    ids.push(...page.posts.map(({ id }) => id));
    after = page.nextPage;
  } while (after !== null);
  return ids;
}

/** Cache keys contain the client id, so each test has its own entries. */
const clientId = (id: string) => ({ env: { REDDIT_CLIENT_ID: `following-${id}` } });

const range = (count: number, step: number, first = 0) =>
  Array.from({ length: count }, (_, index) => first + index * step);

// The asserted costs hold for a database without removals.
beforeEach(() => env.DB.prepare("delete from removal").run());

test("the newest posts of all creators come once each, by time, 12 a page", async () => {
  const reddit = standIn({
    Ann: { posts: postsAt("a", range(20, 2)) },
    Bob: { posts: postsAt("b", range(20, 2, 1)) },
    Cat: { posts: postsAt("c", [0, 0, 0]) },
  });
  const app = appOver(reddit, clientId("merge"));
  for (const username of ["Ann", "Bob", "Cat"]) await search(app, { username });
  const first = await feed(app, { users: ["ann", "bob", "cat"] });
  expect(first.posts).toHaveLength(12);
  expect(first.total).toBe(43);
  expect(first.posts.slice(0, 4).map(({ id }) => id)).toEqual(["t3_c2", "t3_c1", "t3_c0", "t3_a0"]);
  const ids = await walk(app, { users: ["ann", "bob", "cat"] });
  expect(ids).toHaveLength(43);
  expect(new Set(ids).size).toBe(43);
  const created = new Map(
    Object.values(reddit.creators).flatMap(({ posts }) =>
      posts.map((post) => [String(post.name), Number(post.created_utc)] as const),
    ),
  );
  const times = ids.map((id) => created.get(id) ?? 0);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
});

test("a post that arrives between two pages neither repeats nor hides another post", async () => {
  const clock = testClock();
  const reddit = standIn({ Ann: { posts: postsAt("a", range(20, 1)) } });
  const app = appOver(reddit, { clock, ...clientId("between") });
  await search(app, { username: "Ann" });
  const first = await feed(app, { users: ["Ann"] });
  reddit.creators["Ann"]?.posts.unshift(...postsAt("n", [-5, -4, -3]));
  clock.advance(6 * MINUTE_MS);
  const answer = await feed(app, { users: ["Ann"], refresh: true });
  expect(answer.refreshed).toEqual({ username: "Ann", outcome: "done" });
  expect(answer.posts[0]?.id).toBe("t3_n0");
  const second = await feed(app, { users: ["Ann"], after: first.nextPage });
  const shown = [...first.posts, ...second.posts].map(({ id }) => id);
  expect(shown).toEqual(range(20, 1).map((index) => `t3_a${index}`));
});

test("without a refresh no source is asked, and a creator without a cached listing is waiting", async () => {
  const reddit = standIn({ Ann: { posts: picturePosts(3) } });
  const app = appOver(reddit, clientId("cached"));
  const answer = await feed(app, { users: ["Ann"] });
  expect(reddit.calls).toEqual([]);
  expect(answer).toMatchObject({
    posts: [],
    nextPage: null,
    creators: [{ username: "Ann", state: "waiting", fetchedAt: null, isFresh: false }],
    refreshed: null,
  });
});

test("a refresh fetches one listing in at most three upstream calls, the least recently fetched first", async () => {
  const clock = testClock();
  const names = ["Old", "Older", "Never", "Fresh"];
  const creators = Object.fromEntries(
    names.map((name, at) => [name, { posts: postsAt(`r${at}x`, [at, at + 10]) }]),
  );
  const reddit = standIn(creators);
  const app = appOver(reddit, { clock, ...clientId("order") });
  await search(app, { username: "Older" });
  clock.advance(10 * MINUTE_MS);
  await search(app, { username: "Old" });
  clock.advance(10 * MINUTE_MS);
  await search(app, { username: "Fresh" });
  const tried: string[] = [];
  for (const expected of ["Never", "Older", "Old", null]) {
    const before = reddit.count(upstream);
    const { refreshed } = await feed(app, { users: names, refresh: true, tried });
    expect(refreshed?.username ?? null).toBe(expected);
    expect(reddit.count(upstream) - before).toBeLessThanOrEqual(3);
    if (refreshed) tried.push(refreshed.username);
  }
  const { creators: after, posts } = await feed(app, { users: names });
  expect(after.every(({ isFresh }) => isFresh)).toBe(true);
  expect(posts).toHaveLength(8);
});

test("a failed listing is reported as failed, and the other listings are shown", async () => {
  const reddit = standIn({ Ann: { posts: picturePosts(3) } });
  const app = appOver(reddit, clientId("fails"));
  await search(app, { username: "Ann" });
  reddit.instead = () => new Response("busy", { status: 503 });
  const answer = await feed(app, { users: ["Ann", "Down"], refresh: true });
  expect(answer.refreshed).toEqual({ username: "Down", outcome: "failed" });
  expect(answer.posts).toHaveLength(3);
  reddit.instead = () => new Response("too many", { status: 429 });
  const busy = await feed(app, { users: ["Ann", "Busy"], refresh: true });
  expect(busy.refreshed).toEqual({ username: "Busy", outcome: "refused" });
  const next = await feed(app, { users: ["Ann", "Down"], refresh: true, tried: ["DOWN"] });
  expect(next.refreshed).toBeNull();
});

test("refreshes cost the visitor's budget; past it the cached posts are shown without a refresh", async () => {
  let room = 4;
  const binding: RateLimit = { limit: async () => ({ success: room-- > 0 }) };
  const reddit = standIn({ Ann: { posts: picturePosts(3) }, Bob: { posts: postsAt("b", [1]) } });
  const { env } = clientId("budget");
  const app = appOver(reddit, { env: { ...env, RATE_LIMITS: "on", SEARCH_LIMIT: binding } });
  expect((await feed(app, { users: ["Ann", "Bob"], refresh: true })).refreshed?.outcome).toBe(
    "done",
  );
  room = 0;
  const before = reddit.calls.length;
  const answer = await feed(app, { users: ["Ann", "Bob"], refresh: true });
  expect(answer.refreshed).toEqual({ username: "Bob", outcome: "refused" });
  expect(answer.posts).toHaveLength(3);
  expect(reddit.calls).toHaveLength(before);
});

test("requests are counted by address", async () => {
  const asked: string[] = [];
  const binding: RateLimit = {
    limit: async ({ key }) => ({ success: asked.push(key) <= 1 }),
  };
  const { env } = clientId("limit");
  const app = appOver(standIn({}), { env: { ...env, RATE_LIMITS: "on", HEART_LIMIT: binding } });
  await feed(app, { users: ["Ann"] });
  const answer = await app.send("POST", "/api/following/feed", { users: ["Ann"] });
  expect(answer.status).toBe(429);
  expect(asked).toEqual(["following local", "following local"]);
});

test("requests are counted by the address's wider prefixes too", async () => {
  const asked: string[] = [];
  const binding: RateLimit = {
    limit: async ({ key }) => ({ success: asked.push(key) <= 2 }),
  };
  const { env } = clientId("network");
  const app = appOver(standIn({}), {
    env: { ...env, RATE_LIMITS: "on", HEART_NETWORK_LIMIT: binding },
  });
  const from = async (address: string) => {
    const headers = { "CF-Connecting-IP": address };
    return (await app.send("POST", "/api/following/feed", { users: ["Ann"] }, headers)).status;
  };
  expect(await from("2001:db8:1:1::1")).toBe(200);
  expect(await from("2001:db8:1:2::1")).toBe(429);
  expect(asked).toEqual([
    "HEART_LIMIT following 2001:db8:1:0::/56",
    "HEART_LIMIT following 2001:db8:1::/48",
    "HEART_LIMIT following 2001:db8:1:0::/56",
  ]);
});

test("a page costs one KV read per creator on a new isolate, and none on a warm one", async () => {
  const names = Array.from({ length: 24 }, (_, at) => `Maker_${at}`);
  const reddit = standIn(
    Object.fromEntries(names.map((name, at) => [name, { posts: postsAt(`k${at}x`, [at]) }])),
  );
  const { KV, reads } = recordingKv();
  const app = appOver(reddit, { env: { ...clientId("kv").env, KV } });
  for (const username of names) await search(app, { username });
  forgetCacheEntries();
  reads.length = 0;
  expect((await feed(app, { users: names })).total).toBe(24);
  expect(reads).toHaveLength(24);
  expect(reads.every((key) => key.startsWith("listing:"))).toBe(true);
  await feed(app, { users: names });
  expect(reads).toHaveLength(24);
});

test("a signed-in caller follows the account's hearted creators, even if the request names others", async () => {
  const reddit = standIn({
    Hearted: { posts: postsAt("h", [1, 2]) },
    Sent: { posts: postsAt("s", [0]) },
  });
  const app = appOver(reddit, clientId("hearts"));
  const [ann, bob] = [await signUp(app, "follow_ann"), await signUp(app, "follow_bob")];
  await storedUser("t2_hearted", "Hearted");
  await storedUser("t2_others", "Others");
  const heart = (name: string, cookie: string) =>
    app.request(`/api/leaderboard/users/${name}/vote`, {
      method: "POST",
      headers: { Cookie: cookie },
    });
  await heart("hearted", ann.cookie);
  await heart("others", bob.cookie);
  for (const username of ["Hearted", "Sent"]) await search(app, { username });
  await feed(app, { users: ["Sent"] }, { Cookie: ann.cookie });
  app.meter.reset();
  const answer = await feed(app, { users: ["Sent"] }, { Cookie: ann.cookie });
  expect(answer.posts.map(({ id }) => id)).toEqual(["t3_h0", "t3_h1"]);
  expect(answer.creators.map(({ username }) => username)).toEqual(["Hearted"]);
  expect(answer.followed).toBe(1);
  // One statement for the session and its account, one for hearts, targets and removals.
  expect([app.meter.statements, app.meter.rowsWritten]).toEqual([2, 0]);
  // The index scan ends with the next account's first heart, if there is a next account.
  expect([5, 6]).toContain(app.meter.rowsRead);
});

test("a creator named twice, in another case too, is followed once, with their picture", async () => {
  const about = { icon_img: "https://styles.redditmedia.com/ann.png" };
  const app = appOver(standIn({ Ann: { posts: postsAt("a", [1]), about } }), clientId("twice"));
  await search(app, { username: "Ann" });
  const answer = await feed(app, { users: ["ann", "Ann"] });
  expect(answer).toMatchObject({ total: 1, followed: 1 });
  expect(answer.creators.map(({ avatarUrl }) => avatarUrl)).toEqual([about.icon_img]);
});

test("removed creators and posts are left out", async () => {
  const reddit = standIn({
    Gone: { posts: postsAt("g", [0]) },
    Kept: { posts: postsAt("k", [1, 2]) },
  });
  const app = appOver(reddit, clientId("removed"));
  for (const username of ["Gone", "Kept"]) await search(app, { username });
  await removeByKey("user", "gone");
  await removeByKey("post", "t3_k0");
  const fresh = appOver(reddit, {
    clock: testClock(Date.parse("2026-11-01T12:01:00Z")),
    ...clientId("removed"),
  });
  const answer = await feed(fresh, { users: ["Gone", "Kept"], refresh: true });
  expect(answer.creators.map(({ username }) => username)).toEqual(["Kept"]);
  expect(answer.posts.map(({ id }) => id)).toEqual(["t3_k1"]);
  expect(answer.total).toBe(1);
});

test("signed out and without names it is 401", async () => {
  const answer = await appOver(standIn({})).send("POST", "/api/following/feed", {});
  expect(answer.status).toBe(401);
});

test.each([
  ["users", ["no name"]],
  ["users", ["../x"]],
  ["users", Array.from({ length: 25 }, (_, at) => `Maker_${at}`)],
  ["users", "Ann"],
  ["limit", 51],
  ["limit", 0],
  ["after", "1-2"],
  ["after", "t3_abc"],
  ["refresh", "yes"],
  ["tried", ["-"]],
])("%s %j is 400 and names the field", async (field, value) => {
  const body = { users: ["Ann"], [field]: value };
  const answer = await appOver(standIn({})).send("POST", "/api/following/feed", body);
  expect(answer.status).toBe(400);
  const { fields } = await answer.json<{ fields: Record<string, string> }>();
  expect(Object.keys(fields)[0]).toContain(field);
});
