import { env } from "cloudflare:workers";
import { expect, onTestFinished, test } from "vitest";
import type { SearchResponse } from "#schema/api/search.ts";
import { HOUR_MS } from "#schema/time.ts";
import { app } from "#worker/app.ts";
import { forgetCacheEntries } from "#worker/cache/read-through.ts";
import { openMainSource } from "#worker/source/open.ts";
import { redditTokenKey } from "#worker/source/adapters/reddit-token.ts";
import { GRANTED, namespaceOf } from "#worker/testing/call-budgets.ts";
import { recordingKv } from "#worker/testing/recording-kv.ts";
import { appOver, search as searchAt } from "#worker/testing/search.ts";
import { picturePost, picturePosts, standIn } from "#worker/testing/stand-in.ts";
import { testClock } from "#worker/testing/test-app.ts";
import { waited } from "#worker/testing/measure-waits.ts";

/** Each kind of round trip waits a different time, so the sum tells which sequential trips an answer waited for. */
const OBJECT_MS = 100;
const FAR_MS = 30;
const LOOK_MS = 20;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

let kvMs = FAR_MS;
/** On top, for a listing. */
let listingMs = 0;
let keys: string[] = [];
const KV = {
  get: async (key: string) => {
    keys.push(key.split(":").find((part) => /^[a-z-]+$/.test(part) && part !== "reddit") ?? key);
    const ms = kvMs + (keys.at(-1) === "listing" ? listingMs : 0);
    if (ms > 0) await pause(ms);
    return env.KV.get(key);
  },
  put: (key: string, text: string) => env.KV.put(key, text),
} as unknown as KVNamespace;
const take = async () => {
  await pause(OBJECT_MS);
  return GRANTED;
};
const CALL_BUDGET = namespaceOf({ take, peek: take });

let isolates = 0;

/** Has its own source, so no other isolate has shared a token, a rate limit or a cache entry of it through KV. */
function newIsolate() {
  isolates += 1;
  const posts = picturePosts(3);
  const reddit = standIn({ Warm: { posts }, Cold: { posts } });
  const REDDIT_CLIENT_ID = `cold-${isolates}`;
  return appOver(reddit, { env: { KV, CALL_BUDGET, REDDIT_CLIENT_ID } });
}

async function search(at: ReturnType<typeof newIsolate>, username: string) {
  keys = [];
  const request = new Request("https://localhost/api/reddit/search", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username }),
  });
  const { result, waitedMs } = await waited(async () => {
    const answer = await app.fetch(request, { deps: at.deps() });
    await answer.text();
    return answer.status;
  });
  expect(result).toBe(200);
  return { waitedMs, keys: keys.toSorted() };
}

test("far from KV a search of an uncached creator waits for one KV read, then for the call budget", async () => {
  const at = newIsolate();
  await search(at, "Warm");
  const { waitedMs, keys: asked } = await search(at, "Cold");
  expect(asked).toEqual(["listing", "profile"]);
  expect(waitedMs).toBe(LOOK_MS + FAR_MS + OBJECT_MS);
});

test("a new isolate reads token, rate limit and adult communities at the same time", async () => {
  const at = newIsolate();
  await env.KV.put("nsfw-subreddits:v1", "gonewild");
  const { waitedMs } = await search(at, "Cold");
  expect(waitedMs).toBe(LOOK_MS + FAR_MS + OBJECT_MS);
});

test("a new isolate reads KV's token while it waits for the listing, and not again", async () => {
  const at = newIsolate();
  const key = redditTokenKey(openMainSource(at.deps()).scope);
  await env.KV.put(key, JSON.stringify({ value: "kept", until: testClock().now() + HOUR_MS }));
  listingMs = 3 * FAR_MS;
  onTestFinished(() => void (listingMs = 0));
  const { waitedMs, keys: asked } = await search(at, "Cold");
  expect(asked.filter((name) => name === "token")).toHaveLength(1);
  expect(waitedMs).toBe(FAR_MS + listingMs + OBJECT_MS);
});

test("near KV a cached listing is one read, without the reads that only a load needs", async () => {
  const at = newIsolate();
  await search(at, "Cold");
  kvMs = 0;
  onTestFinished(() => void (kvMs = FAR_MS));
  forgetCacheEntries();
  expect(await search(at, "Cold")).toEqual({ waitedMs: 0, keys: ["listing"] });
});

test("a community that was marked adult before a slow source was asked is marked in its answer", async () => {
  const clock = testClock();
  const posts = [picturePost(1, { subreddit: "lately_adult" })];
  const reddit = standIn({ Slow: { posts } });
  const at = appOver(reddit, { clock, env: { REDDIT_CLIENT_ID: "slow" } });
  await at.request("/api/reddit/post/p1");
  clock.advance(45_000);
  reddit.instead = async () => {
    await pause(50);
    clock.advance(2_000);
    return null;
  };
  await env.DB.prepare("insert into nsfw_subreddit (id, name) values ('x', 'lately_adult')").run();
  const answer = await at.send("POST", "/api/reddit/search", { username: "Slow" });
  const [post] = (await answer.json<SearchResponse>()).posts;
  expect(post?.subredditIsNsfw).toBe(true);
});

test("a later batch in another isolate does not wait for a profile from KV", async () => {
  const { KV: store, reads } = recordingKv();
  const over = appOver(standIn({ Deep: { posts: picturePosts(150) } }), { env: { KV: store } });
  const { nextPage } = await searchAt(over, { username: "Deep", limit: 100 });
  forgetCacheEntries();
  reads.length = 0;
  const later = await searchAt(over, { username: "Deep", limit: 100, after: nextPage });
  expect(later.posts).toHaveLength(50);
  expect(reads.filter((key) => key.startsWith("profile:"))).toEqual([]);
});
