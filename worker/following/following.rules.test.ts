import { expect, test } from "vitest";
import { takePage } from "./following.rules.ts";

test("a page that holds the last post has no next page", () => {
  const posts = [3, 2, 1].map((created) => ({ id: `t3_p${created}`, created }));
  expect(takePage(posts, undefined, 3)).toEqual({ shown: posts, nextPage: null });
  const { nextPage } = takePage(posts, undefined, 2);
  expect(takePage(posts, nextPage ?? undefined, 1)).toEqual({
    shown: posts.slice(2),
    nextPage: null,
  });
});
