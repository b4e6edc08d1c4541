import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#schema/time.ts";
import { failingKv } from "#worker/testing/failing-kv.ts";
import { appOver, search } from "#worker/testing/search.ts";
import { picturePost, picturePosts, standIn } from "#worker/testing/stand-in.ts";
import { hurried } from "#worker/testing/sliced-timers.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";
import { systemClock } from "#worker/lib/clock.ts";
import { AppError } from "#worker/errors.ts";
import { rewriteEntry, storeEntry } from "./entry-store.ts";
import { forgetCacheEntries, readThrough, type CacheDeps, type CacheSpec } from "./read-through.ts";

const listings = /\/submitted/;

test("five identical searches at once make one call for the listing and one for the profile", async () => {
  const reddit = standIn({ Crowded: { posts: picturePosts(5) } });
  const app = appOver(reddit);
  const names = ["Crowded", "crowded", "CROWDED", "Crowded", "crowded"];
  const all = await Promise.all(names.map((username) => search(app, { username })));
  expect(all.every(({ posts }) => posts.length === 5)).toBe(true);
  expect(reddit.count(listings)).toBe(1);
  expect(reddit.count(/about/)).toBe(1);
});

test("an entry is fresh for five minutes, then refreshed from a quick source, and expired after a day", async () => {
  const clock = testClock();
  const reddit = standIn({ Aging: { posts: picturePosts(1) } });
  const app = appOver(reddit, { clock });
  const ask = () => search(app, { username: "Aging" });
  await ask();
  clock.advance(5 * MINUTE_MS - 1);
  expect(await ask()).toMatchObject({ stale: false, total: 1 });
  expect(reddit.count(listings)).toBe(1);
  reddit.creators.Aging = { posts: picturePosts(2) };
  clock.advance(1);
  expect(await ask()).toMatchObject({ stale: false, total: 2 });
  clock.advance(DAY_MS);
  reddit.creators.Aging = { posts: picturePosts(3) };
  expect(await ask()).toMatchObject({ stale: false, total: 3 });
});

test("with a slow source the stale entry is shown and refreshed in the background", async () => {
  const clock = testClock();
  const reddit = standIn({ Slow: { posts: picturePosts(1) } });
  const app = appOver(reddit, { clock });
  const ask = () => search(app, { username: "Slow" });
  const fetchedAt = (await ask()).fetchedAt;
  reddit.creators.Slow = { posts: picturePosts(2) };
  clock.advance(6 * MINUTE_MS);
  reddit.instead = (url) =>
    listings.test(url.pathname) ? systemClock.sleep(400).then(() => null) : null;
  expect(await ask()).toMatchObject({ stale: false, total: 1, fetchedAt });
  expect(await ask()).toMatchObject({ stale: false, total: 2 });
  expect(reddit.count(listings)).toBe(2);
});

test("while the source fails the stale entry is shown for a day, then the failure", async () => {
  const clock = testClock();
  const reddit = standIn({ Outage: { posts: picturePosts(1) } });
  const app = appOver(reddit, { clock });
  await search(app, { username: "Outage" });
  reddit.instead = () => new Response("<html>", { status: 403 });
  clock.advance(23 * HOUR_MS);
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await search(app, { username: "Outage" })).toMatchObject({ stale: true, total: 1 });
  }
  expect(reddit.count(listings)).toBe(2);
  clock.advance(2 * HOUR_MS);
  const answer = await app.send("POST", "/api/reddit/search", { username: "Outage" });
  expect(await answer.json()).toMatchObject({ error: "reddit.blocked" });
});

test("an unknown user is cached for a minute", async () => {
  const clock = testClock();
  const reddit = standIn({});
  const app = appOver(reddit, { clock });
  await search(app, { username: "not-yet" });
  reddit.creators["not-yet"] = { posts: picturePosts(1) };
  clock.advance(MINUTE_MS - 1);
  expect(await search(app, { username: "not-yet" })).toMatchObject({ userExists: false });
  clock.advance(1);
  expect(await search(app, { username: "not-yet" })).toMatchObject({ userExists: true, total: 1 });
});

test("signed addresses are never shown past their expiry, nor in their last minute", async () => {
  const clock = testClock();
  const ends = clock.now() / 1000 + 7200;
  const clip = (expiry: number) => ({
    hls_url: `https://v.redd.it/clip1/HLSPlaylist.m3u8?a=${expiry}%2Cc2ln&v=1&f=sd`,
    fallback_url: "https://v.redd.it/clip1/CMAF_480.mp4?source=fallback",
    width: 480,
    height: 480,
    duration: 4,
    is_gif: false,
  });
  const post = (expiry: number) =>
    picturePost(1, {
      url: "https://v.redd.it/clip1",
      secure_media: { reddit_video: clip(expiry) },
    });
  const reddit = standIn({ Signed: { posts: [post(ends)] } });
  const app = appOver(reddit, { clock });
  const hls = async () => {
    const media = (await search(app, { username: "Signed" })).posts[0]?.media;
    return media?.kind === "video" ? media.hlsUrl : null;
  };
  expect(await hls()).toContain(`a=${ends}`);
  clock.advance(118 * MINUTE_MS);
  reddit.creators.Signed = { posts: [post(ends)] };
  expect(await hls()).toContain(`a=${ends}`);
  clock.advance(MINUTE_MS);
  // Reddit repeats the expiring address; without its signature the address has no expiry.
  expect(await hls()).toBe("https://v.redd.it/clip1/HLSPlaylist.m3u8");
});

const brokenKv = (parts: Partial<KVNamespace>) =>
  ({ get: env.KV.get.bind(env.KV), put: env.KV.put.bind(env.KV), ...parts }) as KVNamespace;

test.each([
  ["refuses reads", brokenKv({ get: failingKv.get })],
  ["never answers reads", brokenKv({ get: () => new Promise(() => undefined) } as never)],
  ["refuses writes", brokenKv({ put: () => Promise.reject(new Error("429")) } as never)],
  ["holds something else", brokenKv({ get: () => Promise.resolve("1 2\nnonsense") } as never)],
])("a KV that %s fails no search", async (what, KV) => {
  const name = `Kv-${what.replaceAll(" ", "-").slice(0, 15)}`;
  const reddit = standIn({ [name]: { posts: picturePosts(30) } });
  const clock = { ...testClock(), timeout: () => AbortSignal.timeout(100) };
  const app = appOver(reddit, { clock, env: { KV, REDDIT_CLIENT_ID: name } });
  const first = await hurried(() => search(app, { username: name, limit: 12 }));
  expect(first.posts).toHaveLength(12);
  const rest = { username: name, limit: 12, after: first.nextPage };
  const second = await hurried(() => search(app, rest));
  expect(second.posts).toHaveLength(12);
  expect(reddit.count(listings)).toBe(1);
});

test("a new isolate reads another isolate's entry from KV", async () => {
  const reddit = standIn({ Elsewhere: { posts: picturePosts(5) } });
  const app = appOver(reddit);
  const before = await search(app, { username: "Elsewhere" });
  forgetCacheEntries();
  expect(await search(app, { username: "Elsewhere" })).toEqual(before);
  expect(reddit.count(listings)).toBe(1);
});

test("a KV that takes 1.5 seconds for a write gets the entry, and another isolate reads it", async () => {
  const put: KVNamespace["put"] = async (...written: Parameters<KVNamespace["put"]>) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await env.KV.put(...written);
  };
  const reddit = standIn({ SlowWrites: { posts: picturePosts(5) } });
  const app = appOver(reddit, { env: { KV: brokenKv({ put }) } });
  await hurried(() => search(app, { username: "SlowWrites" }));
  forgetCacheEntries();
  await search(app, { username: "SlowWrites" });
  expect(reddit.count(listings)).toBe(1);
});

test("searching writes nothing to the database", async () => {
  const app = appOver(standIn({ Readonly: { posts: picturePosts(150) } }));
  app.meter.reset();
  const first = await search(app, { username: "Readonly", limit: 100 });
  await search(app, { username: "Readonly", limit: 100, after: first.nextPage });
  await app.request("/api/reddit/user/Readonly");
  expect(app.meter.rowsWritten).toBe(0);
});

test.each([
  ["a failure of the source is remembered for ten seconds", "reddit.unavailable", 1],
  ["a removal is not remembered, so that its lifting shows at once", "posts.removed", 2],
] as const)("%s", async (_title, code, loads) => {
  const deps = testApp().deps();
  let calls = 0;
  const spec = {
    key: `failing:${code}`,
    mayRefresh: () => Promise.resolve(true),
    load: () => {
      calls += 1;
      return Promise.reject(new AppError(code));
    },
  };
  await expect(readThrough(deps, spec)).rejects.toMatchObject({ code });
  await expect(readThrough(deps, spec)).rejects.toMatchObject({ code });
  expect(calls).toBe(loads);
});

test("a rewrite respects KV's write limit, and is dropped if a refresh has replaced the entry", async () => {
  const clock = testClock();
  const writes: [at: number, text: string][] = [];
  const background: Promise<unknown>[] = [];
  const put = async (_key: string, text: string) =>
    void writes.push([clock.now(), text.split("\n")[1] ?? ""]);
  const deps = {
    ...testApp({ clock }).deps(),
    kv: { put } as unknown as KVNamespace,
    waitUntil: (work: Promise<unknown>) => void background.push(work),
  };
  const spec: CacheSpec<string> = {
    key: "rewritten",
    mayRefresh: () => Promise.resolve(true),
    load: () => Promise.reject(new AppError("reddit.unavailable")),
  };
  const start = clock.now();
  const entryAt = (value: string, fetchedAt: number) => ({
    value,
    fetchedAt,
    freshUntil: fetchedAt + 5 * MINUTE_MS,
    goodUntil: fetchedAt + HOUR_MS,
  });
  storeEntry(deps, spec, entryAt("loaded", start));
  rewriteEntry(deps, spec, entryAt("grown", start));
  await Promise.all(background);
  storeEntry(deps, spec, entryAt("refreshed", start + MINUTE_MS));
  rewriteEntry(deps, spec, entryAt("too late", start));
  rewriteEntry(deps, spec, entryAt("grown again", start + MINUTE_MS));
  await Promise.all(background);
  expect(writes).toEqual([
    [start, '"loaded"'],
    [start + 1_100, '"grown"'],
    [start + 1_100, '"refreshed"'],
    [start + MINUTE_MS + 1_100, '"grown again"'],
  ]);
  expect((await readThrough(deps, spec)).entry.value).toBe("grown again");
});

test.each(["was loaded after the old one's end", "another isolate stored"])(
  "an entry that %s is not stale because of its predecessor's failed refresh",
  async (how) => {
    const clock = testClock();
    const deps = testApp({ clock }).deps();
    const background: Promise<unknown>[] = [];
    const waitUntil = (work: Promise<unknown>) => void background.push(work);
    let isDown = false;
    const spec: CacheSpec<string> = {
      key: `recovered:${how}`,
      mayRefresh: () => Promise.resolve(true),
      load: async () => {
        if (isDown) throw new AppError("reddit.unavailable");
        return { value: "loaded", freshMs: 5 * MINUTE_MS, goodUntil: clock.now() + HOUR_MS };
      },
    };
    const read = async (visitorBudget: CacheDeps["visitorBudget"] = null) => {
      const { isStale } = await readThrough({ ...deps, visitorBudget, waitUntil }, spec);
      await Promise.all(background);
      return isStale;
    };
    const cacheOnly = {
      purpose: "visitor",
      isCacheOnly: true,
      admitMiss: () => Promise.resolve(),
      refreshDeadline: Infinity,
      noteHit: () => undefined,
      noteMissing: () => undefined,
    };
    await read();
    isDown = true;
    clock.advance(6 * MINUTE_MS);
    expect([await read(), await read(cacheOnly)]).toEqual([true, true]);
    const isElsewhere = how.startsWith("another");
    clock.advance((isElsewhere ? 1 : 60) * MINUTE_MS);
    const now = clock.now();
    const newer = `${now} ${now + 5 * MINUTE_MS} ${now + HOUR_MS}\n"newer"`;
    if (isElsewhere) await env.KV.put(spec.key, newer);
    else isDown = false;
    expect(await read()).toBe(false);
    clock.advance(6 * MINUTE_MS);
    expect(await read(cacheOnly)).toBe(false);
  },
);

test("a refresh that fails by a fault of ours is logged, one that fails by the source is not", async () => {
  const deps: CacheDeps = { ...testApp().deps(), clock: testClock() };
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  for (const [key, error] of Object.entries({
    "refresh:ours": new TypeError("of ours"),
    "refresh:theirs": new AppError("reddit.unavailable"),
  })) {
    const now = deps.clock.now();
    const spec: CacheSpec<number> = {
      key,
      mayRefresh: async () => true,
      load: () => Promise.reject(error),
    };
    storeEntry(deps, spec, {
      value: 1,
      fetchedAt: now,
      freshUntil: now,
      goodUntil: now + MINUTE_MS,
    });
    expect((await readThrough(deps, spec)).entry.value).toBe(1);
  }
  const lines = logged.mock.calls.map(([line]) => JSON.parse(String(line)) as object);
  logged.mockRestore();
  expect(lines).toEqual([
    expect.objectContaining({ event: "cache_refresh", errorName: "TypeError" }),
  ]);
});
