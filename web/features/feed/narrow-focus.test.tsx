// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { callTo } from "#web/testing/api.ts";
import { searchAnswer } from "#web/testing/listings.ts";
import { postOf } from "#web/testing/posts.ts";
import { renderUser } from "#web/testing/user-page.tsx";
import { loadNarrow } from "./load-narrow.ts";

// The page waits for it in the app's Suspense.
beforeAll(() => loadNarrow());
afterEach(() => localStorage.clear());

async function press(query: string, name: string) {
  const calls = renderUser(`/user/gemhunter?q=${query}`);
  const posts = [postOf({ title: "An opal" })];
  (await callTo(calls, "/api/reddit/search")).answer(searchAnswer({ posts, total: 1 }));
  const button = await screen.findByRole("button", { name });
  button.focus();
  fireEvent.click(button);
  await waitFor(() => expect(button.isConnected).toBe(false));
}

test.each([
  ["Clear above the feed", "opal", "Clear"],
  ["a filter that is removed below an empty feed", "ruby", "Without “ruby” (1)"],
])("%s passes the focus to the page's heading", async (_, query, name) => {
  await press(query, name);
  expect(await screen.findByRole("article", { name: "An opal" })).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.tagName).toBe("H1"));
});

test("a button that loaded everything passes the focus to the sentence beside it", async () => {
  const calls = renderUser("/user/gemhunter?q=opal");
  const posts = [postOf({ title: "An opal" })];
  const first = searchAnswer({ posts, total: 2, nextPage: "more" });
  (await callTo(calls, "/api/reddit/search")).answer(first);
  const button = await screen.findByRole("button", { name: "Load Everything" });
  button.focus();
  fireEvent.click(button);
  (await callTo(calls, "/api/reddit/search")).answer(searchAnswer({ posts, total: 2 }));
  const sentence = await screen.findByText("Loaded to the end.");
  expect(button.isConnected).toBe(false);
  expect(document.activeElement).toBe(sentence);
});

test("Show them passes the focus to the toggle that covers pictures again", async () => {
  const calls = renderUser("/user/gemhunter");
  const posts = [postOf({ title: "An opal" })];
  (await callTo(calls, "/api/reddit/search")).answer(searchAnswer({ posts, total: 1 }));
  const button = await screen.findByRole("button", { name: "Show them" });
  button.focus();
  fireEvent.click(button);
  await waitFor(() => expect(button.isConnected).toBe(false));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Blur" }));
});

test("a post that opens closes the sheet of filters, which does not come back after it", async () => {
  const calls = renderUser("/user/gemhunter");
  const posts = [postOf({ title: "An opal" })];
  (await callTo(calls, "/api/reddit/search")).answer(searchAnswer({ posts, total: 1 }));
  const card = await screen.findByRole("link", { name: "An opal" });
  fireEvent.click(screen.getByRole("button", { name: "Narrow down" }));
  expect(await screen.findByRole("dialog", { name: "Narrow down" })).toBeTruthy();
  fireEvent.click(card);
  expect(await screen.findByRole("dialog", { name: "Post" })).toBeTruthy();
  expect(screen.queryByRole("dialog", { name: "Narrow down" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
