// @vitest-environment happy-dom
import { expect, onTestFinished, test } from "vitest";
import { callTo } from "#web/testing/api.ts";
import { searchAnswer } from "#web/testing/listings.ts";
import { postOf } from "#web/testing/posts.ts";
import { renderUser } from "#web/testing/user-page.tsx";

const SEARCH = "/api/reddit/search";

test("a reload loads the posts after the first page in large pages", async () => {
  sessionStorage.setItem("posts:default", "60");
  onTestFinished(() => sessionStorage.clear());
  const calls = renderUser("/user/gemhunter");
  const first = await callTo(calls, SEARCH);
  first.answer(searchAnswer({ posts: [postOf()], total: 300, nextPage: "2" }));
  const second = await callTo(calls, SEARCH);
  expect([first.body, second.body]).toMatchObject([{ limit: 12 }, { limit: 100 }]);
});
