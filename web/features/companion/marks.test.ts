// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { normaliseListing } from "#normalise/listing.ts";
import { NOW, picturePost } from "#normalise/testing/raw-posts.ts";
import { joinMarks } from "./marks.ts";

test("media that was posted to an adult community too is marked, whichever post comes first", () => {
  const url = "https://i.redd.it/same.jpg";
  const raw = [
    picturePost(1, { url, subreddit: "art" }),
    picturePost(2, { url, subreddit: "AfterMath" }),
    picturePost(3, { subreddit: "art" }),
  ];
  const listing = {
    creator: { voted: false, heartCount: 0, rank: null },
    adultSubreddits: ["aftermath"],
    removed: { creator: false, posts: [], subreddits: [] },
    hasArchive: false,
  };
  const { posts } = normaliseListing(raw, NOW);
  const shown = joinMarks(posts, { byId: new Map(), listing }, null);
  expect(shown.map(({ id, subredditIsNsfw }) => [id, subredditIsNsfw])).toEqual([
    ["t3_p1", true],
    ["t3_p3", false],
  ]);
});
