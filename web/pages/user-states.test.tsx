// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type ErrorCode, ERRORS } from "#schema/api/errors.ts";
import type { SearchResponse } from "#schema/api/search.ts";
import { callTo } from "#web/testing/api.ts";
import { searchAnswer } from "#web/testing/listings.ts";
import { postOf } from "#web/testing/posts.ts";
import { renderUser } from "#web/testing/user-page.tsx";

const SEARCH = "/api/reddit/search";

beforeEach(() => sessionStorage.clear());
afterEach(() => localStorage.clear());

const NOT_FOUND = { userExists: false, profileState: "not_found" } as const;

test.each<[string, Partial<SearchResponse>, string, string]>([
  ["unknown", NOT_FOUND, "User Not Found", 'The user "u/gemhunter" could not be found on Reddit.'],
  [
    "unknown to the archive",
    { ...NOT_FOUND, source: "archive" },
    "User Not Found",
    "Our source is an archive of Reddit and does not know it. It may be misspelt, or have no posts there.",
  ],
  [
    "suspended",
    { profileState: "suspended" },
    "Account suspended",
    "Reddit has suspended u/gemhunter, so there are no posts to show.",
  ],
  [
    "hidden",
    { profileState: "hidden" },
    "This profile is hidden",
    "u/gemhunter keeps their posts out of sight on Reddit. We respect that.",
  ],
  [
    "not in the archive",
    { profileState: "hidden", source: "archive" },
    "No posts to display",
    "Our source, an archive of Reddit, knows u/gemhunter but lists none of their posts.",
  ],
  [
    "without media",
    {},
    "No posts to display",
    "u/gemhunter has not posted any pictures, galleries, GIFs or videos.",
  ],
  [
    "without media in the archive",
    { source: "archive" },
    "No posts to display",
    "Our source, an archive of Reddit, has no pictures, galleries, GIFs or videos by u/gemhunter.",
  ],
])("the empty page of a creator who is %s says so", async (_state, change, name, sentence) => {
  const calls = renderUser("/user/gemhunter");
  (await callTo(calls, SEARCH)).answer(searchAnswer(change));
  expect(await screen.findByRole("heading", { name })).toBeTruthy();
  expect(screen.getByText(sentence)).toBeTruthy();
  expect(screen.getByRole("link", { name: "See top creators" })).toBeTruthy();
});

test.each(["/user", "/user/%20"])("at %s there is no name to search", async (path) => {
  const calls = renderUser(path);
  expect(await screen.findByRole("heading", { name: "Invalid User" })).toBeTruthy();
  expect(screen.getByText("Please search for a valid Reddit username.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "See top creators" })).toBeTruthy();
  expect(calls).toEqual([]);
});

test("a name of the address is decoded for the search", async () => {
  const calls = renderUser("/user/..%2Fa%20b%3Fx");
  const search = await callTo(calls, SEARCH);
  expect(search.body).toMatchObject({ username: "../a b?x" });
  search.answer(searchAnswer(NOT_FOUND));
  expect(await screen.findByRole("heading", { name: "User Not Found" })).toBeTruthy();
});

test.each<[ErrorCode, RegExp]>([
  ["reddit.blocked", /^Reddit is refusing our requests/],
  ["reddit.unavailable", /^Reddit is not answering/],
  ["reddit.rate_limited", /^Reddit's request limit has been reached\..* try again in a moment/],
])(
  "a failure of the source, %s, says what happened and offers to try again",
  async (error, cause) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const calls = renderUser("/user/gemhunter");
    const [status, message] = ERRORS[error];
    // A 503 is repeated after a pause.
    for (const call of calls) {
      call.answer({ success: false, error, message }, status);
      await act(() => vi.advanceTimersByTimeAsync(2_000));
    }
    vi.useRealTimers();
    const alert = within(screen.getByRole("alert"));
    expect(alert.getByRole("heading", { name: "Error Loading Content" })).toBeTruthy();
    expect(alert.getByText(cause)).toBeTruthy();
    expect(alert.getByText(/^There was an error loading the user's content\./)).toBeTruthy();
    expect(alert.getByRole("button", { name: "Try Again" })).toBeTruthy();
  },
);

test("with the network back, a failed search is repeated by itself and a listing that is shown is not", async () => {
  const calls = renderUser("/user/gemhunter");
  const dropNetwork = () => fireEvent(window, new Event("offline"));
  const restoreNetwork = () => fireEvent(window, new Event("online"));
  dropNetwork();
  (await callTo(calls, SEARCH)).answer({ message: "Not now." }, 500);
  expect(await screen.findByRole("heading", { name: "Error Loading Content" })).toBeTruthy();
  restoreNetwork();
  const posts = [postOf({ title: "An opal" })];
  (await callTo(calls, SEARCH)).answer(searchAnswer({ posts, total: 1 }));
  expect(await screen.findByRole("article", { name: "An opal" })).toBeTruthy();
  const asked = calls.length;
  dropNetwork();
  restoreNetwork();
  await act(async () => {});
  expect(calls).toHaveLength(asked);
});

test("a sort that failed can be tried again, also with the keyboard", async () => {
  const calls = renderUser("/user/gemhunter");
  const posts = [postOf({ title: "An opal" })];
  (await callTo(calls, SEARCH)).answer(searchAnswer({ posts, total: 1 }));
  const top = await screen.findByRole("radio", { name: "Top" });
  top.focus();
  fireEvent.click(top);
  (await callTo(calls, SEARCH)).answer({ message: "Busy." }, 500);
  const retry = await screen.findByRole("button", { name: "Try Again" });
  // The radios are gone.
  expect(document.activeElement?.id).toBe("main");
  fireEvent.click(retry);
  const again = await callTo(calls, SEARCH);
  expect(again.body).toMatchObject({ sortBy: "top" });
  again.answer(searchAnswer({ posts: [postOf({ title: "A ruby" })], total: 1 }));
  expect(await screen.findByRole("article", { name: "A ruby" })).toBeTruthy();
});

const COPY = "Reddit cannot be asked right now. This is a copy from 3h ago.";
const UNSORTED = /^This source sorts by time only: the order starts over/;

test.each<[string, Partial<SearchResponse>, string | RegExp, string | RegExp]>([
  ["a stale copy with its age", { stale: true }, COPY, UNSORTED],
  ["what the order of a source means that cannot sort", { sortExact: false }, UNSORTED, COPY],
])("a note names %s", async (_what, change, text, other) => {
  const calls = renderUser("/user/gemhunter");
  const fetchedAt = new Date(Date.now() - 3 * 3_600_000).toISOString();
  const answer = { posts: [postOf()], total: 1, fetchedAt, ...change };
  (await callTo(calls, SEARCH)).answer(searchAnswer(answer));
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.queryByText(other)).toBeNull();
});

test.each([
  [true, /Posts deleted there are left out\.$/],
  [false, /^Reddit could not be asked about all of these/],
])(
  "the archive's line says if Reddit was asked which posts are deleted: %s",
  async (checked, text) => {
    const calls = renderUser("/user/gemhunter");
    const listed = { posts: [postOf()], total: 2, nextPage: "2" };
    (await callTo(calls, SEARCH)).answer(searchAnswer(listed));
    fireEvent.click(await screen.findByRole("button", { name: "Load More Posts" }));
    const older = { posts: [postOf({ id: "t3_old" })], total: 2 };
    const archive = searchAnswer({ ...older, source: "archive", checked });
    (await callTo(calls, SEARCH)).answer(archive);
    expect(await screen.findByText(text)).toBeTruthy();
  },
);

test("the next creator's page begins with its own state: seen posts are shown again", async () => {
  for (const name of ["gemhunter", "other"])
    localStorage.setItem(`seen:${name}`, `${Date.now() - 86_400_000} 1 0 0 a`);
  const calls = renderUser("/user/gemhunter?post=b");
  const posts = [
    postOf({ id: "t3_a" }),
    postOf({ id: "t3_b", username: "other", author: "other" }),
  ];
  (await callTo(calls, SEARCH)).answer(searchAnswer({ posts, total: 2 }));
  const hideSeen = () => screen.findByRole("button", { name: "Hide seen", hidden: true });
  const isPressed = async () => (await hideSeen()).getAttribute("aria-pressed") === "true";
  fireEvent.click(await hideSeen());
  expect(await isPressed()).toBe(true);
  fireEvent.click(await screen.findByRole("link", { name: "u/other" }));
  (await callTo(calls, SEARCH)).answer(searchAnswer({ posts, total: 2 }));
  await screen.findByRole("region", { name: "Posts by u/other" });
  expect(await isPressed()).toBe(false);
});

test("a next page that fails is not requested again by itself, though the end is in view", async () => {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      onChange: (changes: object[]) => void;
      constructor(onChange: (changes: object[]) => void) {
        this.onChange = onChange;
      }
      observe(target: Element) {
        this.onChange([{ isIntersecting: true, target }]);
      }
      unobserve() {}
      disconnect() {}
    },
  );
  const calls = renderUser("/user/gemhunter");
  const first = searchAnswer({ posts: [postOf()], total: 9, nextPage: "2" });
  (await callTo(calls, SEARCH)).answer(first);
  const next = await callTo(calls, SEARCH);
  await screen.findByRole("button", { name: "Loading…" });
  next.answer({ message: "Not now." }, 500);
  const retry = await screen.findByRole("button", { name: "Try Again" });
  // Effects are late in tests, and a second request would replace the button.
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(retry.isConnected).toBe(true);
  expect(calls.filter(({ url }) => url.endsWith(SEARCH))).toHaveLength(2);
});
