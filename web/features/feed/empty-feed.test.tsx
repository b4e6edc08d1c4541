// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { callTo } from "#web/testing/api.ts";
import { searchAnswer } from "#web/testing/listings.ts";
import { postOf } from "#web/testing/posts.ts";
import { renderUser } from "#web/testing/user-page.tsx";
import { loadNarrow } from "./load-narrow.ts";

// The page waits for it in the app's Suspense.
beforeAll(() => loadNarrow());
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
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
