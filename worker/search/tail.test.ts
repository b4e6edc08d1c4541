import { expect, test } from "vitest";
import { recordingKv } from "#worker/testing/recording-kv.ts";
import { appOver, search } from "#worker/testing/search.ts";
import { picturePost, standIn, textPost } from "#worker/testing/stand-in.ts";
import { testClock } from "#worker/testing/test-app.ts";

test("pages of any length write a cached batch to KV at most once a minute and make no upstream call", async () => {
  const posts = Array.from({ length: 200 }, (_, index) =>
    index < 5 || index >= 100 ? picturePost(index) : textPost(index),
  );
  const reddit = standIn({ Ann: { posts } });
  const { KV, writes } = recordingKv();
  const written = () => writes.filter((key) => key.startsWith("listing:"));
  const clock = testClock();
  const app = appOver(reddit, { clock, env: { KV, REDDIT_CLIENT_ID: "tail" } });
  const lengthOf = async (limit: number) => (await search(app, { username: "Ann", limit })).posts;
  expect(await lengthOf(6)).toHaveLength(6);
  expect(written(), "two batches, and the first one with its tail").toHaveLength(3);
  const calls = reddit.calls.length;
  for (let limit = 7; limit <= 40; limit += 1) expect(await lengthOf(limit)).toHaveLength(limit);
  expect(written()).toHaveLength(3);
  clock.advance(60_000);
  expect(await lengthOf(41)).toHaveLength(41);
  expect(written()).toHaveLength(4);
  expect(reddit.calls).toHaveLength(calls);
});
