import { expect, test } from "vitest";
import type { SearchResponse } from "#schema/api/search.ts";
import { recordingKv } from "#worker/testing/recording-kv.ts";
import { appOver, search } from "#worker/testing/search.ts";
import { picturePost, standIn, textPost } from "#worker/testing/stand-in.ts";
import { testClock } from "#worker/testing/test-app.ts";

test.each([
  [
    "pictures alone",
    () => true,
    [...Array<string>(8).fill("100+"), ...Array<string>(8).fill("200+"), "300"],
  ],
  [
    "pictures in every fifth post",
    (index: number) => index % 5 === 0,
    ["20+", "40+", "40+", "60", "60"],
  ],
])(
  "the totals of a walk only grow, are exact once the last batch is read, and are the same in the next walk over its cached pages: %s",
  async (kind, isPicture, totals) => {
    const posts = Array.from({ length: 300 }, (_, index) =>
      isPicture(index) ? picturePost(index) : textPost(index),
    );
    const app = appOver(standIn({ Ann: { posts } }), { env: { REDDIT_CLIENT_ID: kind } });
    const walk = async () => {
      const found: string[] = [];
      for (let after: string | null = null; found.length < totals.length;) {
        const page: SearchResponse = await search(app, { username: "Ann", limit: 12, after });
        found.push(`${page.total}${page.totalExact ? "" : "+"}`);
        after = page.nextPage;
      }
      return found;
    };
    expect(await walk()).toEqual(totals);
    expect(await walk()).toEqual(totals);
  },
);

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
