import { expect, test } from "vitest";
import { appOver, search } from "#worker/testing/search.ts";
import { picturePosts, standIn } from "#worker/testing/stand-in.ts";
import { testClock } from "#worker/testing/test-app.ts";

const DAY = 24 * 3_600_000;

test("a profile outlives its listing by days, so that the next listing costs one call", async () => {
  const clock = testClock();
  const reddit = standIn({ Lasting: { posts: picturePosts(2) } });
  const app = appOver(reddit, { clock });
  await search(app, { username: "Lasting" });
  clock.advance(2 * DAY);
  reddit.instead = (url) =>
    url.pathname.endsWith("/about") ? new Response("busy", { status: 500 }) : null;
  expect(await search(app, { username: "Lasting" })).toMatchObject({
    stale: false,
    userInfo: { id: "t2_lasting1" },
  });
});

test("a deleted account is not found, even with a cached profile", async () => {
  const clock = testClock();
  const reddit = standIn({ Leaving: { posts: picturePosts(2) } });
  const app = appOver(reddit, { clock });
  await search(app, { username: "Leaving" });
  clock.advance(2 * DAY);
  delete reddit.creators["Leaving"];
  expect(await search(app, { username: "Leaving" })).toMatchObject({
    userExists: false,
    profileState: "not_found",
  });
});
