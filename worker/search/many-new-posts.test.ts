import { expect, test } from "vitest";
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
