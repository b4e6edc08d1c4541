import { expect, test } from "vitest";
import { failingD1 } from "#worker/testing/faulty-d1.ts";
import { appOver, search } from "#worker/testing/search.ts";
import { NEWEST, picturePost, picturePosts, standIn } from "#worker/testing/stand-in.ts";
import { testClock } from "#worker/testing/test-app.ts";

test("paging continues after the last post shown, even if more than a batch of new posts has come", async () => {
  const old = picturePosts(300);
  const reddit = standIn({ Prolific: { posts: old } });
  const clock = testClock();
  const app = appOver(reddit, { clock });
  const body = { username: "Prolific", limit: 50 };
  let page = await search(app, body);
  const ids = page.posts.map(({ id }) => id);
  const fresh = Array.from({ length: 160 }, (_, index) =>
    picturePost(1_000 + index, { created_utc: NEWEST + 60 * (160 - index) }),
  );
  reddit.creators["Prolific"] = { posts: [...fresh, ...old] };
  clock.advance(6 * 60_000);
  while (page.nextPage) {
    page = await search(app, { ...body, after: page.nextPage });
    ids.push(...page.posts.map(({ id }) => id));
  }
  expect(ids).toEqual(old.map(({ name }) => name));
});

test("visitors who began before and after a new post get their own next pages, though no counts tell these apart", async () => {
  const old = picturePosts(60);
  const reddit = standIn({ Posting: { posts: old } });
  const clock = testClock();
  const { db, setDown } = failingD1();
  const app = appOver(reddit, { clock, env: { DB: db } });
  const pageOf = (limit: number, after?: string | null) =>
    search(app, { username: "Posting", limit, after });
  const before = await pageOf(20);
  const fresh = picturePost(1_000, { created_utc: NEWEST + 60 });
  reddit.creators["Posting"] = { posts: [fresh, ...old] };
  clock.advance(6 * 60_000);
  const after = await pageOf(20);
  const longer = await pageOf(21);
  setDown(true);
  const names = old.map(({ name }) => name);
  for (const [first, limit, from, count] of [
    [after, 20, 19, 61],
    [before, 20, 20, 60],
    [longer, 20, 20, 61],
    [before, 21, 20, 60],
  ] as const) {
    const { posts, total } = await pageOf(limit, first.nextPage);
    expect(posts.map(({ id }) => id)).toEqual(names.slice(from, from + limit));
    expect(total).toBe(count);
  }
});
