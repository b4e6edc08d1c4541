import { expect, test } from "vitest";
import { appOver, search } from "#worker/testing/search.ts";
import { picturePost, picturePosts, standIn } from "#worker/testing/stand-in.ts";
import { testClock } from "#worker/testing/test-app.ts";

test("a walk does not begin again at a pinned post when the last one shown is deleted", async () => {
  // Reddit lists pinned posts first in every order, with their own time.
  const pinned = picturePost(900, { pinned: true });
  const posts = picturePosts(60);
  const reddit = standIn({ Pinner: { posts: [pinned, ...posts] } });
  const clock = testClock();
  const app = appOver(reddit, { clock });
  const first = await search(app, { username: "Pinner", limit: 20 });
  expect(first.posts.map(({ id }) => id)).toEqual(
    [pinned, ...posts.slice(0, 19)].map(({ name }) => name),
  );
  reddit.creators["Pinner"] = { posts: [pinned, ...posts.filter((_, index) => index !== 18)] };
  clock.advance(6 * 60_000);
  const rest = await search(app, { username: "Pinner", limit: 100, after: first.nextPage });
  expect(rest.posts.map(({ id }) => id)).toEqual(posts.slice(19).map(({ name }) => name));
});
