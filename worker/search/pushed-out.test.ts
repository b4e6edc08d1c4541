import { expect, test } from "vitest";
import { HOUR_MS } from "#schema/time.ts";
import { FALLBACK, longWorld, postsOf, REDDITS } from "#worker/testing/long-world.ts";
import { idsOf, search, walk } from "#worker/testing/search.ts";
import { NEWEST, picturePost, REDDIT_ENV } from "#worker/testing/stand-in.ts";

/** The creator posts fifteen times after the third page of a walk. */
async function walkWithNewPosts(author: string, env: Record<string, string>) {
  const { all, reddit, archive, app, clock } = longWorld(author, env, postsOf(author, 2_000));
  const body = { username: author, limit: 100 };
  const first = await search(app, body);
  const second = await search(app, { ...body, after: first.nextPage });
  const third = await search(app, { ...body, after: second.nextPage });
  const fresh = Array.from({ length: 15 }, (_, index) =>
    picturePost(5_000 + index, { author, created_utc: NEWEST + 60 * (15 - index) }),
  );
  archive.posts = [...fresh, ...all];
  reddit.creators = { [author]: { posts: archive.posts.slice(0, REDDITS) } };
  clock.advance(3 * HOUR_MS);
  const pages = [first, second, third];
  for (let last = third; last.nextPage; pages.push(last))
    last = await search(app, { ...body, after: last.nextPage });
  return { ids: idsOf(pages), message: pages.at(-1)?.message, names: all.map(({ name }) => name) };
}

test("the archive also follows if new posts have pushed the end of the tenth batch out of the listing", async () => {
  const { ids, message, names } = await walkWithNewPosts("Pushed_on", FALLBACK);
  expect(ids).toEqual(names);
  expect(message).toBeNull();
});

test("without an archive the message says that there can be more than the pushed-out listing shows", async () => {
  const { ids, message } = await walkWithNewPosts("Pushed_off", REDDIT_ENV);
  expect(ids).toHaveLength(REDDITS - 15);
  expect(message).toMatch(/about 1,000 posts in each order/);
});

test("a listing that ends by itself in its tenth batch asks the archive once, and each post comes once", async () => {
  const { all, archive, app } = longWorld("Nearly", FALLBACK, postsOf("Nearly", 970));
  const pages = await walk(app, { username: "Nearly", limit: 100 });
  expect(idsOf(pages)).toEqual(all.map(({ name }) => name));
  expect(pages.at(-1)).toMatchObject({ source: "archive", nextPage: null, total: 970 });
  expect(archive.calls).toHaveLength(1);
});
