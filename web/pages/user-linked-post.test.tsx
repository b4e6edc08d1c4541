// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { callTo } from "#web/testing/api.ts";
import { postOf } from "#web/testing/posts.ts";
import { searchAnswer } from "#web/testing/listings.ts";
import { renderUser } from "#web/testing/user-page.tsx";

const SEARCH = "/api/reddit/search";

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.unstubAllGlobals());

test("a link opens its post though its creator hides all posts from the profile", async () => {
  const calls = renderUser("/user/GemHunter?post=abc12");
  (await callTo(calls, SEARCH)).answer(searchAnswer({ profileState: "hidden" }));
  const found = await callTo(calls, "/api/reddit/post/abc12?waitForHearts=false");
  found.answer({ success: true, post: postOf({ title: "An opal" }) });
  expect(await screen.findByRole("heading", { name: "An opal" })).toBeTruthy();
  expect(await screen.findByText("This profile is hidden")).toBeTruthy();
});

test.each([
  ["arrives", searchAnswer({ posts: [postOf({ id: "t3_1" })], total: 1 }), 200, "1 post shown"],
  ["is empty", searchAnswer({}), 200, "No posts to display"],
  ["is not found", searchAnswer({ userExists: false }), 200, "User Not Found"],
  ["fails", { message: "Not now." }, 500, "Error Loading Content"],
])(
  "a linked post is open while its creator's listing loads, and stays open when that %s",
  async (_, listing, status, words) => {
    const calls = renderUser("/user/GemHunter?post=abc12");
    const found = await callTo(calls, "/api/reddit/post/abc12?waitForHearts=false");
    found.answer({ success: true, post: postOf({ title: "An opal" }) });
    const dialog = (await screen.findByRole("heading", { name: "An opal" })).closest("dialog");
    expect(screen.getByText(/^Searching u\/GemHunter/)).toBeTruthy();
    (await callTo(calls, SEARCH)).answer(listing, status);
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getByRole("heading", { name: "An opal" }).closest("dialog")).toBe(dialog);
  },
);

test("at the last loaded post the viewer does not request older posts of another source", async () => {
  const post = postOf({ id: "t3_abc12" });
  const calls = await act(async () => renderUser("/user/gemhunter?post=abc12"));
  const page = { posts: [post], total: 1, nextPage: "older:2024-01-31", hasArchive: true };
  (await callTo(calls, SEARCH)).answer(searchAnswer(page));
  const viewer = await screen.findByRole("region", { name: post.title });
  expect(viewer.textContent).toContain("1 of 1");
  expect(viewer.textContent).not.toContain("1 of 1+");
  expect(calls.filter(({ url }) => url.endsWith(SEARCH))).toHaveLength(1);
});
