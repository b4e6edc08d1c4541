// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { callTo } from "#web/testing/api.ts";
import { searchAnswer } from "#web/testing/listings.ts";
import { postOf } from "#web/testing/posts.ts";
import { renderUser } from "#web/testing/user-page.tsx";
import { loadNarrow } from "./load-narrow.ts";

// The page waits for it in the app's Suspense.
beforeAll(() => loadNarrow());
afterEach(() => localStorage.clear());

test.each([
  ["media=gif&q=opal", "Not only GIFs (1)"],
  ["q=ruby", "Without “ruby” (1)"],
  ["r=gems", "Any community (1)"],
])("an empty feed at ?%s offers %s, whose press shows the post", async (query, name) => {
  const calls = renderUser(`/user/gemhunter?${query}`);
  const posts = [postOf({ title: "An opal" })];
  (await callTo(calls, "/api/reddit/search")).answer(searchAnswer({ posts, total: 1 }));
  fireEvent.click(await screen.findByRole("button", { name }));
  expect(await screen.findByRole("article", { name: "An opal" })).toBeTruthy();
});

test("if no filter's removal alone brings posts back, one press removes all", async () => {
  const calls = renderUser("/user/gemhunter?media=gif&q=ruby");
  const posts = [postOf({ title: "An opal" })];
  (await callTo(calls, "/api/reddit/search")).answer(searchAnswer({ posts, total: 1 }));
  fireEvent.click(await screen.findByRole("button", { name: "No filters (1)" }));
  expect(await screen.findByRole("article", { name: "An opal" })).toBeTruthy();
});

test("a listing whose first three pages have no media says that there may be some further back", async () => {
  const calls = renderUser("/user/gemhunter");
  const answer = async (nextPage: string) =>
    (await callTo(calls, "/api/reddit/search")).answer(searchAnswer({ nextPage }));
  await answer("2");
  for (const page of ["3", "4"]) {
    // Stands in for the observer that loads by itself.
    fireEvent.click(await screen.findByRole("button", { name: "Load More Posts" }));
    await screen.findByRole("button", { name: "Loading…" });
    await answer(page);
  }
  expect(await screen.findByText(/^No pictures or videos so far\./)).toBeTruthy();
});

test("a feed whose posts are all seen and hidden says so", async () => {
  localStorage.setItem("seen:gemhunter", `${Date.now() - 86_400_000} 1 0 0 abc12`);
  const calls = renderUser("/user/gemhunter");
  const posts = [postOf({ id: "t3_abc12", title: "An opal" })];
  (await callTo(calls, "/api/reddit/search")).answer(searchAnswer({ posts, total: 1 }));
  fireEvent.click(await screen.findByRole("button", { name: "Hide seen" }));
  expect(await screen.findByText("You have seen all the posts loaded so far.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /\(0\)$/ })).toBeNull();
});

test("a day before the first post of an archive's listing says so, and its removal shows the listing again", async () => {
  const calls = renderUser("/user/gemhunter?before=2010-01");
  const posts = [postOf({ title: "An opal" })];
  const listing = { posts, total: 2, nextPage: "2", hasArchive: true, source: "archive" } as const;
  (await callTo(calls, "/api/reddit/search")).answer(searchAnswer(listing));
  const jump = await callTo(calls, "/api/reddit/search");
  expect(jump.body).toMatchObject({ before: "2010-01-01" });
  jump.answer(searchAnswer({ source: "archive" }));
  expect(await screen.findByText(/^The archive has no posts from before .*2010\.$/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Any date (1)" }));
  expect(await screen.findByRole("article", { name: "An opal" })).toBeTruthy();
});

test("from a day on, the removal of another filter counts the archive's posts", async () => {
  const calls = renderUser("/user/gemhunter?before=2020-01-01&q=opal");
  const posts = [postOf({ title: "An opal" })];
  const listing = searchAnswer({ posts, total: 2, nextPage: "2", hasArchive: true });
  (await callTo(calls, "/api/reddit/search")).answer(listing);
  const created = Date.parse("2019-05-01T00:00:00Z") / 1000;
  const older = ["t3_a", "t3_b"].map((id) => postOf({ id, title: "A ruby", created }));
  const jump = await callTo(calls, "/api/reddit/search");
  jump.answer(searchAnswer({ posts: older, source: "archive" }));
  expect(
    await screen.findByText("No matching posts among the 2 posts loaded so far."),
  ).toBeTruthy();
  expect(screen.getByRole("button", { name: "Any date (1)" })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Without “opal” (2)" }));
  expect(await screen.findAllByRole("article", { name: "A ruby" })).toHaveLength(2);
});
