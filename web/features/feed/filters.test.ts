import { expect, test } from "vitest";
import { postOf } from "#web/testing/posts.ts";
import {
  countByType,
  filterFrom,
  filterPosts,
  ofTotalText,
  shownText,
  wordsOf,
} from "./filters.ts";

const posts = [
  postOf({ id: "t3_1", mediaType: "image" }),
  postOf({ id: "t3_2", mediaType: "image", url: "https://i.redd.it/x.GIF" }),
  postOf({ id: "t3_3", mediaType: "gif" }),
  postOf({ id: "t3_4", mediaType: "video", url: "https://v.redd.it/x" }),
  postOf({ id: "t3_5", mediaType: "gallery" }),
];

test("a picture whose address contains .gif counts as a gif", () => {
  expect(countByType(posts)).toEqual({ all: 5, image: 1, gif: 2, gallery: 1, video: 1 });
  expect(filterPosts(posts, "gif").map(({ id }) => id)).toEqual(["t3_2", "t3_3"]);
  expect(filterPosts(posts, "all")).toHaveLength(5);
});

test("an unknown filter in the address means all", () => {
  expect(filterFrom("video")).toBe("video");
  expect(filterFrom("<script>")).toBe("all");
  expect(filterFrom(null)).toBe("all");
});

test("only All shows the source's total, with a plus while it grows", () => {
  const counts = { all: 12, image: 7, gallery: 1, gif: 1, video: 3 };
  expect(shownText("all", counts, ofTotalText(1234, true))).toBe("All · 12 of 1.2k");
  expect(shownText("all", counts, ofTotalText(100, false))).toBe("All · 12 of 100+");
  expect(shownText("all", counts, "")).toBe("All · 12");
  expect(shownText("video", counts, ofTotalText(1234, true))).toBe("Videos · 3");
});

test("one post is named in the singular", () => {
  expect(wordsOf("all", 1)).toBe("post");
  expect(wordsOf("gallery", 1)).toBe("gallery");
  expect(wordsOf("all", 0)).toBe("posts");
  expect(wordsOf("gallery", 2)).toBe("galleries");
  expect([1, 2].map((count) => wordsOf("gif", count))).toEqual(["GIF", "GIFs"]);
});
