import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { SearchResponse } from "#schema/api/search.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#schema/time.ts";
import { archiveStandIn } from "#worker/testing/archive-stand-in.ts";
import { recordingKv } from "#worker/testing/recording-kv.ts";
import { appOver, search } from "#worker/testing/search.ts";
import { picturePost, standIn, textPost, type RawPost } from "#worker/testing/stand-in.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";

const signedVideo = (index: number, expiresAt: number): RawPost => {
  const address = `https://v.redd.it/video${index}`;
  return {
    ...picturePost(index),
    author: "Signer",
    url: address,
    is_video: true,
    secure_media: {
      reddit_video: {
        hls_url: `${address}/HLSPlaylist.m3u8?a=${Math.floor(expiresAt / 1000)}%2Cabc&v=1`,
        fallback_url: `${address}/CMAF_720.mp4?source=fallback`,
        width: 720,
        height: 1280,
        duration: 5,
        has_audio: true,
      },
    },
  };
};

const signatures = ({ posts }: SearchResponse) => JSON.stringify(posts).match(/m3u8\?a=\d+/g) ?? [];

test("a tail is not shown after an address in it has expired", async () => {
  const clock = testClock();
  const expiresAt = clock.now() + 10 * MINUTE_MS;
  const posts = Array.from({ length: 110 }, (_, index): RawPost => {
    if (index === 101) return signedVideo(index, expiresAt);
    const isPicture = index < 5 || index >= 100;
    return { ...(isPicture ? picturePost(index) : textPost(index)), author: "Signer" };
  });
  const archive = archiveStandIn(posts);
  const app = testApp({ fetch: archive.fetch, env: { POST_SOURCE: "archive" }, clock });
  const ask = () => search(app, { username: "Signer", limit: 12 });
  expect(signatures(await ask())).toHaveLength(1);
  clock.advance(5 * MINUTE_MS);
  expect(signatures(await ask()), "still good").toHaveLength(1);
  clock.advance(15 * MINUTE_MS);
  archive.instead = () => new Response("busy", { status: 503 });
  const later = await ask();
  expect(signatures(later)).toEqual([]);
  expect(later.posts).toHaveLength(5);
  archive.instead = () => null;
  archive.posts = posts.map((post, index) =>
    index === 101 ? signedVideo(index, clock.now() + HOUR_MS) : post,
  );
  clock.advance(2 * MINUTE_MS);
  await ask();
  clock.advance(MINUTE_MS);
  const renewed = await ask();
  expect(renewed.posts).toHaveLength(12);
  expect(signatures(renewed)).toHaveLength(1);
});

test("a tail that grew past its batch keeps the time until which its first addresses are good", async () => {
  const clock = testClock();
  const expiresAt = clock.now() + 10 * MINUTE_MS;
  const postAt = (index: number): RawPost => {
    if (index === 101) return signedVideo(index, expiresAt);
    const isPicture = index < 5 || (index > 101 && index < 105) || index === 200 || index >= 600;
    return isPicture ? picturePost(index) : textPost(index);
  };
  const posts = Array.from({ length: 610 }, (_, at) => ({ ...postAt(at), author: "Grower" }));
  const archive = archiveStandIn(posts);
  const app = testApp({ fetch: archive.fetch, env: { POST_SOURCE: "archive" }, clock });
  const ask = () => search(app, { username: "Grower", limit: 12 });
  for (const length of [9, 10])
    expect((await ask()).posts, "as far as one request's calls reach").toHaveLength(length);
  const grown = await ask();
  expect(grown.posts).toHaveLength(12);
  expect(signatures(grown)).toHaveLength(1);
  clock.advance(15 * MINUTE_MS);
  archive.instead = () => new Response("busy", { status: 503 });
  expect(signatures(await ask())).toEqual([]);
});

/** A listing whose pages of more than five posts need its second batch. */
function twoBatches(id: string) {
  const clock = testClock();
  const posts = Array.from({ length: 110 }, (_, index) =>
    index < 5 || index >= 100 ? picturePost(index) : textPost(index),
  );
  const reddit = standIn({ Ann: { posts } });
  const { KV, writes } = recordingKv();
  const app = appOver(reddit, { clock, env: { KV, REDDIT_CLIENT_ID: id } });
  const idsOf = async (limit: number) =>
    (await search(app, { username: "Ann", limit })).posts.map((post) => post.id);
  return { clock, posts, reddit, writes, idsOf };
}

test("a later batch that is stale because its refresh takes long becomes no tail", async () => {
  const { clock, posts, reddit, idsOf } = twoBatches("slow-refresh");
  const deleted = String(posts[101]?.name);
  expect(await idsOf(12)).toContain(deleted);
  posts.splice(101, 1);
  clock.advance(6 * MINUTE_MS);
  await idsOf(5);
  // Longer than an answer waits for refreshes; search() resolves after them.
  reddit.instead = () => new Promise((resolve) => setTimeout(resolve, 400, null));
  expect(await idsOf(12), "the stale batch").toContain(deleted);
  reddit.instead = () => null;
  expect(await idsOf(12)).not.toContain(deleted);
});

test("KV keeps a tail no longer than the batch that its posts are from", async () => {
  const { clock, writes, idsOf } = twoBatches("older-tail");
  const begin = clock.now();
  await idsOf(5);
  clock.advance(4 * MINUTE_MS);
  await idsOf(12);
  clock.advance(2 * MINUTE_MS);
  await idsOf(5);
  clock.advance(2 * MINUTE_MS);
  await idsOf(12);
  const [first = ""] = writes.filter((key) => key.startsWith("listing:"));
  const text = (await env.KV.get(first)) ?? "";
  expect(text.split("\n"), "times, head and posts").toHaveLength(2 + 12);
  expect(Number(text.split(/\s/)[2]) - begin).toBe(DAY_MS + 4 * MINUTE_MS);
});
