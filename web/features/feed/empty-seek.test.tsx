// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { callTo } from "#web/testing/api.ts";
import { searchAnswer } from "#web/testing/listings.ts";
import { postOf } from "#web/testing/posts.ts";
import { renderUser } from "#web/testing/user-page.tsx";

const chunk = vi.hoisted(() => Promise.withResolvers<void>());
vi.mock("./narrow-tools.tsx", async (original) => {
  await chunk.promise;
  return original();
});

afterEach(() => localStorage.clear());

const feed = () => screen.getByRole("region", { name: "Posts by u/gemhunter" });
// React hides what waits for a chunk with a style.
const hasPlaceholders = () =>
  feed().querySelector(":scope > :not([style*='display: none']) .skeleton") !== null;

const pageTo = (nextPage: string) =>
  searchAnswer({ posts: [postOf({ id: `t3_${nextPage}` })], total: 9, nextPage });

test("a filter without matches shows placeholders until the automatic pages and the chunk are loaded", async () => {
  const calls = renderUser("/user/gemhunter?media=gif");
  const answer = async (page: string) =>
    (await callTo(calls, "/api/reddit/search")).answer(pageTo(page));
  await answer("1");
  for (const page of ["2", "3"]) {
    // Stands in for the observer that loads by itself.
    fireEvent.click(await screen.findByRole("button", { name: "Load More Posts" }));
    await screen.findByRole("button", { name: "Loading…" });
    expect(hasPlaceholders(), page).toBe(true);
    expect(screen.queryByRole("heading", { name: "No posts to display" })).toBe(null);
    await answer(page);
  }
  await waitFor(() => expect(screen.queryByRole("button", { name: "Loading…" })).toBe(null));
  expect(hasPlaceholders(), "the chunk is not there").toBe(true);
  expect(screen.queryByRole("button", { name: "Load More Posts" })).toBe(null);
  chunk.resolve();
  expect(await screen.findByRole("heading", { name: "No posts to display" })).toBeTruthy();
  expect(
    screen.getByText(/^No GIFs among the 3 posts .*\. There may be some further back\.$/),
  ).toBeTruthy();
  expect(hasPlaceholders()).toBe(false);
  expect(screen.getByRole("button", { name: "Load More Posts" })).toBeTruthy();
});
