import { expect, test } from "vitest";
import { postOf } from "#web/lib/testing/posts.ts";
import { countsOf, filterFrom, matching } from "./filters.ts";

const posts = [
  postOf({ id: "t3_1", mediaType: "image" }),
  postOf({ id: "t3_2", mediaType: "image", url: "https://i.redd.it/x.gif" }),
  postOf({ id: "t3_3", mediaType: "gif" }),
  postOf({ id: "t3_4", mediaType: "video", url: "https://v.redd.it/x" }),
  postOf({ id: "t3_5", mediaType: "gallery" }),
];

test("a picture whose address says .gif counts as a gif", () => {
  expect(countsOf(posts)).toEqual({ all: 5, image: 1, gif: 2, gallery: 1, video: 1 });
  expect(matching(posts, "gif").map(({ id }) => id)).toEqual(["t3_2", "t3_3"]);
  expect(matching(posts, "all")).toHaveLength(5);
});

test("an unknown filter in the address is all", () => {
  expect(filterFrom("video")).toBe("video");
  expect(filterFrom("<script>")).toBe("all");
  expect(filterFrom(null)).toBe("all");
});
