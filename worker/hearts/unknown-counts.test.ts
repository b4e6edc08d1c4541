import { expect, test } from "vitest";
import type { FollowingResponse } from "#schema/api/following.ts";
import type { PostResponse } from "#schema/api/posts.ts";
import { archiveStandIn, besideReddit } from "#worker/testing/archive-stand-in.ts";
import { failingD1 } from "#worker/testing/faulty-d1.ts";
import { search } from "#worker/testing/search.ts";
import { smallReddit } from "#worker/testing/small-reddit.ts";
import { picturePost } from "#worker/testing/stand-in.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";

/** Listings of the archive wait for the database, which knows what was deleted at Reddit. */
const archive = archiveStandIn([{ ...picturePost(1), author: "Some", author_fullname: "t2_some" }]);
const clock = testClock();
const { db, setDown } = failingD1();
const app = testApp({
  clock,
  fetch: besideReddit(smallReddit(), archive),
  env: { POST_SOURCE: "archive", DB: db },
});

async function countsOf(waitForHearts: boolean) {
  const { posts, userInfo } = await search(app, { username: "some", waitForHearts });
  const one = await app.request(`/api/reddit/post/p1?waitForHearts=${waitForHearts}`);
  const { post } = await one.json<PostResponse>();
  return [posts[0], userInfo, post].map((counted) => counted?.heartCount);
}

async function followedCounts() {
  const answer = await app.send("POST", "/api/following/feed", { users: ["Some"] });
  return (await answer.json<FollowingResponse>()).posts.map(({ heartCount }) => heartCount);
}

test("where the database fails, posts of the archive and followed creators have no count instead of 0", async () => {
  expect(await countsOf(false), "with the database").toEqual([0, 0, 0]);
  expect(await followedCounts()).toEqual([0]);
  setDown(true);
  clock.advance(2_001);
  expect(await countsOf(false)).toEqual([null, null, null]);
  expect(await followedCounts()).toEqual([null]);
  expect(await countsOf(true), "for callers that expect numbers").toEqual([0, 0, 0]);
});
