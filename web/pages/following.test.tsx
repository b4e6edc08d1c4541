// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useLocation } from "react-router";
import { afterEach, expect, test } from "vitest";
import type { AuthStatusResponse } from "#schema/api/auth.ts";
import {
  type FollowedCreator,
  type FollowingResponse,
  MAX_REFRESHES,
  type Refresh,
} from "#schema/api/following.ts";
import { dismissToast, toastStore } from "#web/features/toasts/toast-store.ts";
import { type ApiCall, callTo, holdApiCalls } from "#web/testing/api.ts";
import { postOf } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { clientOf, signedIn, signedOut } from "#web/testing/sessions.ts";
import { FollowingPage } from "./following.tsx";

const FEED = "/api/following/feed";
const OLDER = "Some lists are older copies.";

afterEach(() => {
  localStorage.clear();
  dismissToast();
});

const creatorOf = (username: string, change: Partial<FollowedCreator> = {}): FollowedCreator => ({
  username,
  avatarUrl: null,
  state: "ok",
  fetchedAt: "2026-11-01T12:00:00.000Z",
  isFresh: true,
  ...change,
});

function pageOf(
  creators: FollowedCreator[],
  change: Partial<FollowingResponse> = {},
): FollowingResponse {
  const posts = creators.length > 0 ? [postOf()] : [];
  const counts = { total: posts.length, followed: creators.length };
  return { success: true, posts, nextPage: null, creators, refreshed: null, ...counts, ...change };
}

function renderFollowing(
  session: AuthStatusResponse,
  followed: readonly string[],
  path = "/following",
): ApiCall[] {
  localStorage.setItem("followed", JSON.stringify(followed));
  const calls = holdApiCalls();
  renderInApp(
    <>
      <FollowingPage />
      <Address />
    </>,
    { client: clientOf(session), path },
  );
  return calls;
}

const Address = () => <pre>{JSON.stringify(useLocation())}</pre>;
const address = () =>
  JSON.parse(document.querySelector("pre")?.textContent ?? "") as ReturnType<typeof useLocation>;

const followedHere = () => JSON.parse(localStorage.getItem("followed") ?? "[]") as string[];
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
const creators = () => screen.getByRole("list", { name: "Creators you follow" });

test("the vote limit stops adding creators, loses none, and the next press continues", async () => {
  const calls = renderFollowing(signedIn, ["gemhunter", "tallpines", "northlight"]);
  (await callTo(calls, FEED)).answer(pageOf([]));
  expect(await screen.findByRole("heading", { name: "You follow nobody yet" })).toBeTruthy();
  const vote = (name: string) => callTo(calls, `/api/leaderboard/users/${name}/vote`);
  const count = async (name: string) =>
    (await vote(name)).answer({ success: true, voted: true, heartCount: 1 });
  await press("Add them to your account");
  await count("northlight");
  const message = "You give hearts faster than we can count them.";
  const limit = { success: false, error: "hearts.too_many", message };
  (await vote("tallpines")).answer(limit, 429);
  (await callTo(calls, FEED)).answer(pageOf([creatorOf("northlight")]));
  await screen.findByText(message);
  expect(screen.getByText("You follow 2 creators on this device.")).toBeTruthy();
  expect(followedHere()).toEqual(["gemhunter", "tallpines"]);

  await press("Add them to your account");
  await count("tallpines");
  await count("gemhunter");
  await waitFor(() => expect(toastStore.read()?.title).toBe("2 creators added to your account"));
  const asked = calls.flatMap(({ url }) => /users\/(\w+)\/vote$/.exec(url)?.[1] ?? []);
  expect(asked).toEqual(["northlight", "tallpines", "tallpines", "gemhunter"]);
  expect(followedHere()).toEqual([]);
  const all = ["gemhunter", "tallpines", "northlight"].map((name) => creatorOf(name));
  (await callTo(calls, FEED)).answer(pageOf(all));
  await waitFor(() => expect(within(creators()).getAllByRole("listitem")).toHaveLength(3));
});

test("while creators are added the offer names the one in progress, and then says that not all could be", async () => {
  const calls = renderFollowing(signedIn, ["northlight"]);
  (await callTo(calls, FEED)).answer(pageOf([]));
  await press("Add them to your account");
  const vote = await callTo(calls, "/api/leaderboard/users/northlight/vote");
  expect(await screen.findByText("Adding u/northlight…")).toBeTruthy();
  vote.answer("", 500);
  (await callTo(calls, FEED)).answer(pageOf([]));
  expect((await screen.findByRole("alert")).textContent).toBe("Not all could be added.");
  expect(screen.queryByText(/^Adding /)).toBeNull();
  expect(followedHere()).toEqual(["northlight"]);
});

test("posts that could not be loaded are not reported as none", async () => {
  const calls = renderFollowing(signedOut, ["down", "barred"]);
  const barred = creatorOf("barred", { state: "suspended" });
  const down = creatorOf("down", { state: "waiting", fetchedAt: null, isFresh: false });
  const none = pageOf([down, barred], { posts: [], total: 0 });
  (await callTo(calls, FEED)).answer(none);
  const refreshed: Refresh = { username: "down", outcome: "failed" };
  const refresh = await callTo(calls, FEED);
  await screen.findByRole("radio", { name: /^All/ });
  expect(screen.queryByText(/could not be loaded/), "while they are loaded").toBeNull();
  refresh.answer({ ...none, refreshed });
  await screen.findByText(/^These creators' posts could not be loaded/);
  expect(creators().textContent).toContain("suspended by Reddit");
  expect(creators().textContent).toContain("not loaded yet");
  await press("Unfollow u/down");
  const next = await callTo(calls, FEED);
  expect(next.body).toMatchObject({ users: ["barred"] });
  next.answer(pageOf([barred], { posts: [], total: 0 }));
  expect(await screen.findByText("There are no pictures or videos here.")).toBeTruthy();
});

test("a feed that fails shows an error and can be loaded again", async () => {
  const calls = renderFollowing(signedOut, ["northlight"]);
  const failure = { success: false, error: "internal.error", message: "Something broke." };
  (await callTo(calls, FEED)).answer(failure, 500);
  expect((await screen.findByRole("alert")).textContent).toContain("Something broke.");
  expect(screen.queryByRole("radio"), "a filter of no posts").toBeNull();
  await press("Try Again");
  (await callTo(calls, FEED)).answer(pageOf([creatorOf("northlight")]));
  expect(await screen.findByRole("article")).toBeTruthy();
});

test("without the session, a device that follows nobody does not say so", async () => {
  const calls = holdApiCalls();
  renderInApp(<FollowingPage />, { path: "/following" });
  const failure = { success: false, error: "internal.unavailable", message: "Not now." };
  const status = () => callTo(calls, "/api/auth/status");
  (await status()).answer(failure, 500);
  expect(await screen.findByText("The feed could not be loaded")).toBeTruthy();
  expect(screen.getByText("Not now.")).toBeTruthy();
  expect(screen.queryByText("You follow nobody yet")).toBeNull();
  await press("Try Again");
  (await status()).answer(signedIn);
  (await callTo(calls, FEED)).answer(pageOf([creatorOf("northlight")]));
  expect(await screen.findByRole("article")).toBeTruthy();
});

test("a linked post opens though the feed fails, and stays open over the error", async () => {
  const calls = renderFollowing(signedOut, ["ann"], "/following?post=abc12");
  (await callTo(calls, FEED)).answer({ message: "Not now." }, 500);
  const found = await callTo(calls, "/api/reddit/post/abc12?waitForHearts=false");
  found.answer({ success: true, post: postOf({ title: "An opal" }) });
  expect(await screen.findByRole("heading", { name: "An opal" })).toBeTruthy();
  expect(await screen.findByText("The feed could not be loaded")).toBeTruthy();
  expect(screen.getByText("Not now.")).toBeTruthy();
});

const NAMES = Array.from({ length: 10 }, (_, at) => `maker_${at}`);

/** The page of the ten creators, of whom these have been refreshed. */
const oldPage = (done: readonly string[], refreshed: Refresh | null = null) =>
  pageOf(
    NAMES.map((name) => creatorOf(name, { isFresh: done.includes(name) })),
    { refreshed },
  );

/** Answers the next refresh, which must be the only call. Returns the number of tried names in it. */
async function refreshNext(
  calls: readonly ApiCall[],
  done: string[],
  outcome: Refresh["outcome"] = "done",
): Promise<number> {
  const call = await callTo(calls, FEED);
  expect(calls.filter(({ isAnswered }) => !isAnswered)).toEqual([call]);
  const { refresh, tried } = call.body as { refresh: boolean; tried: string[] };
  expect(refresh).toBe(true);
  const username = NAMES.find((name) => !done.includes(name) && !tried.includes(name)) ?? "";
  if (outcome === "done") done.push(username);
  call.answer(oldPage(done, { username, outcome }));
  return tried.length;
}

test("a visit refreshes a few old listings one after the other, and a press refreshes as many again", async () => {
  const calls = renderFollowing(signedOut, NAMES);
  const done: string[] = [];
  (await callTo(calls, FEED)).answer(oldPage(done));
  while (done.length < MAX_REFRESHES) await refreshNext(calls, done);
  await screen.findByText(OLDER);
  expect(done).toEqual(NAMES.slice(0, MAX_REFRESHES));
  expect(calls.every(({ isAnswered }) => isAnswered)).toBe(true);
  await press("Update more");
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Following" }));
  while (done.length < NAMES.length) await refreshNext(calls, done);
  await waitFor(() => expect(screen.getAllByText("up to date")).toHaveLength(NAMES.length));
  await waitFor(() => expect(screen.queryByText("Looking for new posts…")).toBeNull());
  expect(screen.queryByRole("button", { name: "Update more" })).toBeNull();
  expect(done).toEqual(NAMES);
});

test("failed listings are not refreshed again in the visit, and a refusal ends it with a note", async () => {
  const calls = renderFollowing(signedOut, NAMES);
  (await callTo(calls, FEED)).answer(oldPage([]));
  const tried: number[] = [];
  while (tried.length < MAX_REFRESHES) tried.push(await refreshNext(calls, [], "failed"));
  await screen.findByText(OLDER);
  expect(tried).toEqual(Array.from({ length: MAX_REFRESHES }, (_, at) => at));
  await press("Update more");
  expect(await refreshNext(calls, [], "refused")).toBe(MAX_REFRESHES);
  await screen.findByText(`Our sources take no more requests right now. ${OLDER}`);
  expect(screen.getByRole("button", { name: "Update more" })).toBeTruthy();
  expect(calls).toHaveLength(MAX_REFRESHES + 2);
});

test("the last line of the followed feed counts its posts and links each creator", async () => {
  const calls = renderFollowing(signedOut, NAMES);
  const posts = ["t3_one", "t3_two", "t3_three"].map((id) => postOf({ id }));
  const all = NAMES.map((name) => creatorOf(name));
  const barred = creatorOf("barred", { state: "suspended" });
  (await callTo(calls, FEED)).answer(pageOf([...all, barred], { posts, total: 3 }));
  const ending = await screen.findByText(
    /^That is the end: 3 posts, from the newest 100 of each creator\./,
  );
  const links = within(ending).getAllByRole("link");
  expect(links.map(({ textContent }) => textContent)).toEqual(NAMES.map((name) => `u/${name}`));
  expect(ending.textContent).toMatch(/pages: u\/maker_0, u\/maker_1, /);
});

test("the kind of the followed posts is in the address, except All", async () => {
  const calls = renderFollowing(signedOut, ["northlight"]);
  (await callTo(calls, FEED)).answer(pageOf([creatorOf("northlight")]));
  const choose = (name: RegExp) => fireEvent.click(screen.getByRole("radio", { name }));
  await screen.findByRole("article");
  choose(/^Videos/);
  await waitFor(() => expect(address().search).toBe("?media=video"));
  expect(screen.queryByRole("article")).toBeNull();
  choose(/^All/);
  await waitFor(() => expect(address().search).toBe(""));
  expect(screen.getByRole("article")).toBeTruthy();
});

test("once the device's creators are added, the focus passes to the page's heading", async () => {
  const calls = renderFollowing(signedIn, ["northlight"]);
  (await callTo(calls, FEED)).answer(pageOf([]));
  const button = await screen.findByRole("button", { name: "Add them to your account" });
  button.focus();
  fireEvent.click(button);
  const vote = await callTo(calls, "/api/leaderboard/users/northlight/vote");
  vote.answer({ success: true, voted: true, heartCount: 1 });
  await waitFor(() => expect(button.isConnected).toBe(false));
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Following"));
});

test("the login of an empty feed leads back to it, as the entry behind", async () => {
  const calls = renderFollowing(signedOut, []);
  fireEvent.click(await screen.findByRole("link", { name: "Log in" }));
  const place = { search: "?returnUrl=%2Ffollowing", state: { isBehind: true } };
  await waitFor(() => expect(address()).toMatchObject(place));
  expect(calls).toEqual([]);
});
