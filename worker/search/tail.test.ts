import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { appOver, search } from "#worker/testing/search.ts";
import { picturePost, standIn, textPost } from "#worker/testing/stand-in.ts";
import { testClock } from "#worker/testing/test-app.ts";

/** A KV that counts writes of listings. */
function countedKv() {
  const written: string[] = [];
  const KV = new Proxy(env.KV, {
    get: (target, name) => {
      const found: unknown = Reflect.get(target, name);
      if (typeof found !== "function") return found;
      return (...values: unknown[]): unknown => {
        const [key] = values;
        if (name === "put" && String(key).startsWith("listing:")) written.push(String(key));
        return Reflect.apply(found, target, values);
      };
    },
  });
  return { KV, written };
}

test("pages of any length write a cached batch to KV at most once a minute and make no upstream call", async () => {
  const posts = Array.from({ length: 200 }, (_, index) =>
    index < 5 || index >= 100 ? picturePost(index) : textPost(index),
  );
  const reddit = standIn({ Ann: { posts } });
  const { KV, written } = countedKv();
  const clock = testClock();
  const app = appOver(reddit, { clock, env: { KV, REDDIT_CLIENT_ID: "tail" } });
  const lengthOf = async (limit: number) => (await search(app, { username: "Ann", limit })).posts;
  expect(await lengthOf(6)).toHaveLength(6);
  expect(written, "two batches, and the first one with its tail").toHaveLength(3);
  const calls = reddit.calls.length;
  for (let limit = 7; limit <= 40; limit += 1) expect(await lengthOf(limit)).toHaveLength(limit);
  expect(written).toHaveLength(3);
  clock.advance(60_000);
  expect(await lengthOf(41)).toHaveLength(41);
  expect(written).toHaveLength(4);
  expect(reddit.calls).toHaveLength(calls);
});
