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

const answer = (total: number) =>
  searchAnswer({ posts: [postOf({ title: "An opal" })], total, nextPage: "more" });

/** The room that each filter reserves for its count. */
const rooms = () =>
  screen
    .getAllByRole("radio")
    .map((radio) => radio.closest("label")?.querySelector("[style]")?.getAttribute("style"));

const isNoteShown = () =>
  !screen.getByText(/^Pictures are covered/).classList.contains("invisible");

test("a running search shows no counts and no note on covered pictures, and reserves the room for both", async () => {
  const calls = renderUser("/user/gemhunter");
  await screen.findByRole("radio", { name: "All" });
  expect(screen.getByRole("radio", { name: "Images" })).toBeTruthy();
  expect(document.body.textContent).not.toContain("0");
  expect(isNoteShown()).toBe(false);
  const reserved = rooms();
  (await callTo(calls, "/api/reddit/search")).answer(answer(300));
  expect(await screen.findByRole("radio", { name: "All, 1 of 300" })).toBeTruthy();
  expect(isNoteShown()).toBe(true);
  expect(rooms()).toEqual(reserved);
});

test("the counts of another order take the room of those before", async () => {
  const calls = renderUser("/user/gemhunter");
  (await callTo(calls, "/api/reddit/search")).answer(answer(1500));
  await screen.findByRole("radio", { name: "All, 1 of 1.5k" });
  const reserved = rooms();
  fireEvent.click(screen.getByRole("radio", { name: "Top" }));
  await screen.findByRole("radio", { name: "All" });
  expect(rooms()).toEqual(reserved);
  (await callTo(calls, "/api/reddit/search")).answer(answer(9));
  await screen.findByRole("radio", { name: "All, 1 of 9" });
  expect(rooms()).toEqual(reserved);
});

test("a total that more batches follow has a plus", async () => {
  const calls = renderUser("/user/gemhunter");
  const listing = { ...answer(100), totalExact: false };
  (await callTo(calls, "/api/reddit/search")).answer(listing);
  expect(await screen.findByRole("radio", { name: "All, 1 of 100+" })).toBeTruthy();
});
