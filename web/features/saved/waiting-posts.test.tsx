// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { WaitingPost } from "#schema/api/saved.ts";
import { queryKeys } from "#schema/queries.ts";
import { type Heart, heartKey, setHeart } from "#web/features/hearts/heart-cache.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { clientOf, signedIn } from "#web/testing/sessions.ts";
import { WaitingPosts } from "./waiting-posts.tsx";

let calls: ReturnType<typeof holdApiCalls>;
beforeEach(() => void (calls = holdApiCalls()));
afterEach(() => void vi.useRealTimers());

const POST: WaitingPost = {
  id: "t3_abc12",
  title: "A stone in the river",
  subreddit: "pics",
  username: "gemhunter",
  thumbnailUrl: "https://i.redd.it/small.jpg",
  isNsfw: false,
  subredditIsNsfw: true,
  isSpoiler: true,
  mediaType: "image",
  created: 1_795_176_000,
  savedAt: "2026-11-20T12:00:00.000Z",
};

test("a covered waiting heart is shown while it is held, and the hold does not open the post", async () => {
  const client = clientOf(signedIn);
  const preferences = { blurEnabled: false, searchPresentationStyle: "grid" };
  client.setQueryData(queryKeys.preferences(), preferences);
  client.setQueryData(queryKeys.saved("waiting"), { posts: [POST], askedAt: 0 });
  renderInApp(<WaitingPosts />, { client });
  const isCovered = () => document.querySelector("img")?.classList.contains("covered");
  const link = screen.getByRole("link", { name: POST.title });
  expect(link.getAttribute("dir"), "the direction of its own language").toBe("auto");
  expect(isCovered()).toBe(true);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  fireEvent.pointerDown(link, { pointerType: "touch" });
  vi.advanceTimersByTime(400);
  vi.useRealTimers();
  await waitFor(() => expect(isCovered()).toBe(false));
  fireEvent.pointerUp(link, { pointerType: "touch" });
  expect(fireEvent.click(link), "opens Reddit").toBe(false);
  expect(isCovered()).toBe(true);
});

test.each([
  ["uncovers it where the visitor covers all pictures", true],
  ["opens it where only spoilers are covered", false],
])("a hold on a waiting heart that is no spoiler %s", (_, blurEnabled) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const client = clientOf(signedIn);
  client.setQueryData(queryKeys.preferences(), { blurEnabled, searchPresentationStyle: "grid" });
  const posts = [{ ...POST, isSpoiler: false }];
  client.setQueryData(queryKeys.saved("waiting"), { posts, askedAt: 0 });
  renderInApp(<WaitingPosts />, { client });
  const link = screen.getByRole<HTMLAnchorElement>("link", { name: POST.title });
  expect(link.href).toBe("https://www.reddit.com/comments/abc12");
  fireEvent.pointerDown(link, { pointerType: "touch" });
  act(() => void vi.advanceTimersByTime(400));
  fireEvent.pointerUp(link, { pointerType: "touch" });
  let opens = false;
  const onClick = (event: Event) => {
    opens = !event.defaultPrevented;
    // Otherwise happy-dom would open the page.
    event.preventDefault();
  };
  addEventListener("click", onClick, { once: true });
  fireEvent.click(link);
  expect(opens).toBe(!blurEnabled);
});

test("a waiting heart says why it is covered, also if only its community is adult", () => {
  const client = clientOf(signedIn);
  client.setQueryData(queryKeys.saved("waiting"), { posts: [POST], askedAt: 0 });
  renderInApp(<WaitingPosts />, { client });
  expect(screen.getByText("NSFW")).toBeTruthy();
});

test("the list does not overwrite a newer heart", async () => {
  const client = clientOf(signedIn);
  renderInApp(<WaitingPosts />, { client });
  const list = await callTo(calls, "/saved/waiting");
  const taken = { type: "post", id: POST.id } as const;
  const other = { type: "post", id: "t3_def34" } as const;
  setHeart(client, taken, { voted: false, heartCount: 0 });
  list.answer({ success: true, posts: [POST, { ...POST, id: other.id }] });
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(2));
  expect(client.getQueryData<Heart>(heartKey(taken))?.voted).toBe(false);
  expect(client.getQueryData<Heart>(heartKey(other))?.voted).toBe(true);
});

test("a list that fails says what and why, and can be loaded again", async () => {
  renderInApp(<WaitingPosts />, { client: clientOf(signedIn) });
  const message = "The server's own words.";
  const failure = { success: false, error: "internal.error", message };
  (await callTo(calls, "/saved/waiting")).answer(failure, 500);
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toBe(`Hearts that wait could not be loaded. ${message}`);
  fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
  (await callTo(calls, "/saved/waiting")).answer({ success: true, posts: [POST] });
  expect(await screen.findByRole("link", { name: POST.title })).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});
