// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { recentSearches } from "#web/features/search/recent-searches.ts";
import { callTo } from "#web/testing/api.ts";
import { postOf } from "#web/testing/posts.ts";
import { gemHunter, searchAnswer } from "#web/testing/listings.ts";
import { clientOf, signedOut } from "#web/testing/sessions.ts";
import { renderUser } from "#web/testing/user-page.tsx";

const SEARCH = "/api/reddit/search";

// All tests have the same history entry, under which scroll positions are stored.
beforeEach(() => sessionStorage.clear());
afterEach(() => localStorage.clear());

test("name and filters are shown while the search runs", async () => {
  const calls = renderUser("/user/GemHunter?sort=top");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("u/GemHunter");
  expect(screen.getByRole("group", { name: "Show" })).toBeTruthy();
  const { body } = await callTo(calls, SEARCH);
  expect(body).toMatchObject({ username: "GemHunter", sortBy: "top" });
});

test("a search ends with the visit to its page", async () => {
  const calls = renderUser("/user/GemHunter");
  const search = await callTo(calls, SEARCH);
  expect(search.isAborted).toBe(false);
  cleanup();
  expect(search.isAborted).toBe(true);
});

test("the live region exists before the posts and then announces their number", async () => {
  const calls = renderUser("/user/GemHunter");
  const region = document.querySelector("p[aria-live]");
  expect(region?.textContent).toBe("");
  (await callTo(calls, SEARCH)).answer(searchAnswer({ posts: [postOf({})], total: 1 }));
  expect(await screen.findByText("1 post shown")).toBe(region);
});

test("a failed search can be repeated", async () => {
  const calls = renderUser("/user/GemHunter");
  (await callTo(calls, SEARCH)).answer({ message: "Not now." }, 500);
  const again = await screen.findByRole("button", { name: "Try Again" });
  expect(screen.queryByRole("button", { name: "Back to New" })).toBeNull();
  fireEvent.click(again);
  (await callTo(calls, SEARCH)).answer(
    searchAnswer({ userExists: false, profileState: "not_found" }),
  );
  const heading = await screen.findByRole("heading", { name: "User Not Found" });
  expect(screen.getByRole("alert").contains(heading)).toBe(true);
  expect(recentSearches()).toEqual([]);
});

test("a sort that failed leads back to the loaded posts", async () => {
  const calls = renderUser("/user/GemHunter");
  const posts = [postOf({ title: "An opal" })];
  (await callTo(calls, SEARCH)).answer(searchAnswer({ posts, total: 1 }));
  fireEvent.click(await screen.findByRole("radio", { name: "Top" }));
  (await callTo(calls, SEARCH)).answer({ message: "Not now." }, 500);
  fireEvent.click(await screen.findByRole("button", { name: "Back to New" }));
  expect(await screen.findByRole("article", { name: "An opal" })).toBeTruthy();
  expect(calls.filter(({ url }) => url.endsWith(SEARCH))).toHaveLength(2);
});

test("a name that is too long for the API is not found, without a call or a second try", async () => {
  const calls = renderUser(`/user/${"a".repeat(51)}`);
  expect(await screen.findByRole("heading", { name: "User Not Found", level: 1 })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try Again" })).toBeNull();
  expect(calls).toEqual([]);
});

test("a name of up to fifty code points is sent to the API", async () => {
  const calls = renderUser(`/user/${"💎".repeat(50)}`);
  expect((await callTo(calls, SEARCH)).body).toMatchObject({ username: "💎".repeat(50) });
});

test("the page of a creator removed at request says so, without profile or heart", async () => {
  const calls = renderUser("/user/GemHunter?post=abc12");
  const message = "Removed at request.";
  (await callTo(calls, SEARCH)).answer(searchAnswer({ profileState: "removed", message }));
  expect(await screen.findByRole("heading", { name: "Removed at request", level: 1 })).toBeTruthy();
  expect(document.title).toMatch(/^Removed at request/);
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByRole("link", { name: "Contact us" }).getAttribute("href")).toBe("/contact");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(recentSearches()).toEqual([]);
});

test("posts are shown below the profile, and the name is added to the recent searches", async () => {
  const calls = renderUser("/user/gemhunter");
  const post = postOf({ title: "An opal" });
  const userInfo = { ...gemHunter, heartCount: 3 };
  (await callTo(calls, SEARCH)).answer(searchAnswer({ posts: [post], total: 1, userInfo }));
  expect(await screen.findByRole("article", { name: "An opal" })).toBeTruthy();
  expect(screen.getByRole("region", { name: "Posts by u/GemHunter" })).toBeTruthy();
  expect(recentSearches()).toEqual(["GemHunter"]);
});

test("nothing on the page subscribes to the query cache: mounting cards would notify it", async () => {
  const client = clientOf(signedOut);
  const calls = await act(async () => renderUser("/user/gemhunter", client));
  const posts = [postOf({ title: "An opal" })];
  (await callTo(calls, SEARCH)).answer(searchAnswer({ posts, stale: true }));
  expect(await screen.findByText(/^Reddit cannot be asked right now/)).toBeTruthy();
  expect(client.getQueryCache().hasListeners()).toBe(false);
});

test.each([
  [4, "#4 on the leaderboard"],
  [null, "Leaderboard"],
])("with the rank %s the link to the board is named '%s'", async (rank, name) => {
  const calls = renderUser("/user/gemhunter");
  const posts = [postOf({ title: "An opal" })];
  (await callTo(calls, SEARCH)).answer(
    searchAnswer({ posts, userInfo: { ...gemHunter, heartCount: 3, rank } }),
  );
  const link = await screen.findByRole("link", { name });
  expect(link.getAttribute("href")).toBe("/leaderboard");
});

test("counts and rank missing from the search are requested once, and counts have reserved space", async () => {
  const calls = renderUser("/user/gemhunter");
  const post = postOf({ title: "An opal", heartCount: null });
  const search = await callTo(calls, SEARCH);
  expect(search.body).toMatchObject({ waitForHearts: false });
  search.answer(searchAnswer({ posts: [post], total: 1, userInfo: gemHunter }));
  const heart = await screen.findByRole("button", { name: "Heart An opal" });
  const room = heart.querySelector(".min-w-\\[4ch\\]");
  expect(room?.textContent).toBe("\u00a0");
  expect(screen.queryByText("0 hearts"), "unknown, not none").toBeNull();
  const items = [
    { type: "post", id: post.id, voted: false, heartCount: 1234 },
    { type: "user", id: "GemHunter", voted: false, heartCount: 7, rank: 4 },
  ];
  const status = await callTo(calls, "/api/leaderboard/vote-status");
  expect(status.body).toMatchObject({ ranks: true });
  status.answer({ success: true, items });
  expect(await screen.findByRole("button", { name: "Heart An opal, 1.2K hearts" })).toBe(heart);
  expect(heart.querySelector(".min-w-\\[4ch\\]")?.textContent).toBe("1.2K");
  expect(screen.getByText("7 hearts")).toBeTruthy();
  expect(screen.getByRole("link", { name: "#4 on the leaderboard" })).toBeTruthy();
  expect(calls.filter(({ url }) => url.endsWith("vote-status"))).toHaveLength(1);
});

test("after a failed jump to a day, older posts of another source wait for a press", async () => {
  // Awaited so that the narrowing code is loaded before the first render.
  const calls = await act(async () => renderUser("/user/gemhunter?before=2020-01-01"));
  const page = { posts: [postOf()], total: 1, nextPage: "older:2024-01-31", hasArchive: true };
  (await callTo(calls, SEARCH)).answer(searchAnswer(page));
  const jump = await callTo(calls, SEARCH);
  expect(jump.body).toMatchObject({ before: "2020-01-01" });
  jump.answer({ message: "Not now." }, 500);
  expect(await screen.findByRole("button", { name: "Load Everything" })).toBeTruthy();
  expect(calls.filter(({ url }) => url.endsWith(SEARCH))).toHaveLength(2);
  fireEvent.click(await screen.findByRole("button", { name: "Older Posts" }));
  expect((await callTo(calls, SEARCH)).body).toMatchObject({ before: "2024-01-31" });
});

test("a first page without media leads to the next page of the listing", async () => {
  const calls = renderUser("/user/gemhunter");
  (await callTo(calls, SEARCH)).answer(searchAnswer({ nextPage: "2" }));
  fireEvent.click(await screen.findByRole("button", { name: "Load More Posts" }));
  const next = await callTo(calls, SEARCH);
  expect(next.body).toMatchObject({ after: "2" });
  next.answer(searchAnswer({ posts: [postOf({ title: "An opal" })], total: 1 }));
  expect(await screen.findByRole("article", { name: "An opal" })).toBeTruthy();
});

test("the button below the posts keeps the focus after a failure and after new posts", async () => {
  const calls = renderUser("/user/gemhunter");
  const postsAt = (id: string, nextPage: string) =>
    searchAnswer({ posts: [postOf({ id, title: id })], total: 9, nextPage });
  (await callTo(calls, SEARCH)).answer(postsAt("t3_a", "2"));
  const more = await screen.findByRole("button", { name: "Load More Posts" });
  more.focus();
  fireEvent.click(more);
  (await callTo(calls, SEARCH)).answer({ message: "Not now." }, 500);
  const again = await screen.findByRole("button", { name: "Try Again" });
  expect(document.activeElement).toBe(again);
  fireEvent.click(again);
  (await callTo(calls, SEARCH)).answer(postsAt("t3_b", "3"));
  const next = await screen.findByRole("button", { name: "Load More Posts" });
  expect(document.activeElement).toBe(next);
  fireEvent.click(next);
  (await callTo(calls, SEARCH)).answer(postsAt("t3_c", "4"));
  expect(await screen.findByRole("article", { name: "t3_c" })).toBeTruthy();
  expect(document.activeElement?.textContent).toBe("Load More Posts");
});

test("a cursor that the API refuses is not sent again: the page is to be reloaded", async () => {
  const reload = vi.spyOn(location, "reload").mockReturnValue();
  const calls = renderUser("/user/gemhunter");
  (await callTo(calls, SEARCH)).answer(
    searchAnswer({ posts: [postOf()], total: 9, nextPage: "2" }),
  );
  fireEvent.click(await screen.findByRole("button", { name: "Load More Posts" }));
  const fields = { after: "The page cursor is not valid" };
  (await callTo(calls, SEARCH)).answer({ message: "Some fields need another look.", fields }, 400);
  const button = await screen.findByRole("button", { name: "Reload the Page" });
  expect(screen.queryByRole("button", { name: "Try Again" })).toBeNull();
  fireEvent.click(button);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(calls.filter(({ url }) => url.endsWith(SEARCH))).toHaveLength(2);
});

test("posts hidden as seen are in no count, no download and no slideshow", async () => {
  localStorage.setItem("seen:gemhunter", `${Date.now() - 86_400_000} 1 0 0 a,b`);
  const calls = renderUser("/user/gemhunter");
  const posts = ["a", "b", "c"].map((id) => postOf({ id: `t3_${id}`, title: `Stone ${id}` }));
  (await callTo(calls, SEARCH)).answer(searchAnswer({ posts, total: 9, nextPage: "2" }));
  expect(await screen.findByRole("radio", { name: "All, 3 of 9" })).toBeTruthy();
  fireEvent.click(await screen.findByRole("button", { name: "Hide seen" }));
  expect(await screen.findByRole("radio", { name: "All, 1" })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Narrow down" }));
  expect(await screen.findByRole("checkbox", { name: "r/pics 1 post" })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Show 1 post" }));
  const press = (name: string) => fireEvent.click(screen.getAllByRole("button", { name })[0]!);
  press("Download what is shown");
  expect(await screen.findByRole("dialog", { name: "Download 1 post" })).toBeTruthy();
  press("Cancel");
  press("Slideshow");
  expect(await screen.findByRole("region", { name: "Stone c" })).toBeTruthy();
});

test("sorted by top, unloaded posts neither count as none nor become new later", async () => {
  const seen = `${Date.now() - 86_400_000} 5000 0 0 a`;
  localStorage.setItem("seen:gemhunter", seen);
  const calls = renderUser("/user/gemhunter?sort=top");
  const posts = [postOf({ created: 4_000 })];
  (await callTo(calls, SEARCH)).answer(searchAnswer({ posts, total: 9, nextPage: "2" }));
  expect(await screen.findByText(/^Last visit: /)).toBeTruthy();
  act(() => void dispatchEvent(new Event("pagehide")));
  const [, newest] = localStorage.getItem("seen:gemhunter")?.split(" ") ?? [];
  expect(Number(newest)).toBeGreaterThan(5_000);
});

test("a user without media has no filters, and a reason instead of a feed", async () => {
  const calls = renderUser("/user/gemhunter");
  (await callTo(calls, SEARCH)).answer(searchAnswer({}));
  expect(await screen.findByRole("heading", { name: "No posts to display" })).toBeTruthy();
  expect(screen.queryByRole("group", { name: "Show" })).toBeNull();
});

test.each([
  [null, "That is the end: 1 post from u/gemhunter."],
  ["There can be more.", "There can be more."],
])(
  "below the last post is the answer's message, else the number of posts: %s",
  async (message, text) => {
    const calls = renderUser("/user/gemhunter");
    (await callTo(calls, SEARCH)).answer(searchAnswer({ posts: [postOf()], total: 1, message }));
    expect(await screen.findByText(text)).toBeTruthy();
  },
);

test("the note of the last visit says nothing while another sort loads, and stays closed in it", async () => {
  localStorage.setItem("seen:gemhunter", `${Date.now() - 86_400_000} 1 0 0 a`);
  const calls = renderUser("/user/gemhunter");
  const posts = ["a", "b"].map((id) => postOf({ id: `t3_${id}`, title: `Stone ${id}` }));
  const page = searchAnswer({ posts, total: 2 });
  (await callTo(calls, SEARCH)).answer(page);
  expect(await screen.findByRole("button", { name: "Hide seen" })).toBeTruthy();
  const sortBy = (value: string) =>
    fireEvent.change(screen.getByRole("combobox", { name: "Sort" }), { target: { value } });
  sortBy("hot");
  const hot = await callTo(calls, SEARCH);
  expect(screen.queryByText(/since|Last visit/), "while the other sort loads").toBeNull();
  hot.answer(page);
  fireEvent.click(await screen.findByRole("button", { name: "Close" }));
  sortBy("top");
  (await callTo(calls, SEARCH)).answer(page);
  expect(await screen.findByRole("radio", { name: "All, 2" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Hide seen" })).toBeNull();
});
