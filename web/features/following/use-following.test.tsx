// @vitest-environment happy-dom
import type { QueryClient } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AuthStatusResponse } from "#schema/api/auth.ts";
import type { FollowingResponse } from "#schema/api/following.ts";
import { queryKeys } from "#schema/queries.ts";
import { forgetUserData } from "#web/api/user-data.ts";
import { followOnDevice, unfollowOnDevice } from "#web/features/hearts/device-follows.ts";
import { FEED_VISIT_KEY } from "#web/lib/seen-on-device.ts";
import { type ApiCall, callTo, holdApiCalls } from "#web/testing/api.ts";
import { postOf } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { clientOf, MEMBER, signedIn, signedOut } from "#web/testing/sessions.ts";
import { FollowedCreators } from "./followed-creators.tsx";
import { followingQuery } from "./following.queries.ts";
import { useFollowing } from "./use-following.ts";

const FEED = "/api/following/feed";

function Feed() {
  const { creators, posts, more, showNew } = useFollowing();
  return (
    <>
      <ul>
        {posts.map(({ id }) => (
          <li key={id}>{id}</li>
        ))}
      </ul>
      {more.hasMore && (
        <button type="button" onClick={more.onMore}>
          More
        </button>
      )}
      <p>{creators.map(({ username }) => username).join()}</p>
      {showNew && <button type="button">Show new posts</button>}
    </>
  );
}

function pageOf(names: string[], change: Partial<FollowingResponse> = {}): FollowingResponse {
  const creators = names.map(
    (username) =>
      ({ username, avatarUrl: null, state: "ok", fetchedAt: null, isFresh: false }) as const,
  );
  const posts = [postOf()];
  const counts = { total: posts.length, followed: names.length };
  return { success: true, posts, nextPage: null, creators, refreshed: null, ...counts, ...change };
}

beforeEach(() => {
  vi.stubGlobal("scrollY", 1_000);
});

afterEach(() => localStorage.clear());

function renderFeed(session: AuthStatusResponse, view = <Feed />, path = "/following") {
  const client = clientOf(session);
  const calls = holdApiCalls();
  renderInApp(view, { client, path });
  return { client, calls };
}

/** The feed of ann and bob, scrolled down, with a refreshed page that waits. */
async function renderWaiting(session: AuthStatusResponse) {
  const { client, calls } = renderFeed(session);
  (await callTo(calls, FEED)).answer(pageOf(["ann", "bob"]));
  const refreshed = { username: "ann", outcome: "done" } as const;
  const posts = [postOf({ id: "t3_new1" })];
  (await callTo(calls, FEED)).answer(pageOf(["ann", "bob"], { posts, refreshed }));
  await screen.findByRole("button", { name: "Show new posts" });
  return { client, calls };
}

const ids = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);
const done = { refreshed: { username: "ann", outcome: "done" } } as const;
const [one, two, fresh] = ["t3_one", "t3_two", "t3_new"].map((id) => postOf({ id }));

test("at the top of the page a refreshed page is shown at once", async () => {
  vi.stubGlobal("scrollY", 0);
  const { calls } = renderFeed(signedIn);
  (await callTo(calls, FEED)).answer(pageOf(["ann"], { posts: [one!] }));
  (await callTo(calls, FEED)).answer(pageOf(["ann"], { posts: [fresh!, one!], ...done }));
  await waitFor(() => expect(ids()).toEqual(["t3_new", "t3_one"]));
  expect(screen.queryByRole("button")).toBeNull();
});

test("under an open post a refreshed page waits for a press", async () => {
  vi.stubGlobal("scrollY", 0);
  const { calls } = renderFeed(signedIn, <Feed />, "/following?post=one");
  (await callTo(calls, FEED)).answer(pageOf(["ann"], { posts: [one!] }));
  (await callTo(calls, FEED)).answer(pageOf(["ann"], { posts: [fresh!], ...done }));
  await screen.findByRole("button", { name: "Show new posts" });
  expect(ids()).toEqual(["t3_one"]);
});

test("a feed without posts is filled under an open post", async () => {
  const { calls } = renderFeed(signedIn, <Feed />, "/following?post=one");
  (await callTo(calls, FEED)).answer(pageOf(["ann"], { posts: [] }));
  (await callTo(calls, FEED)).answer(pageOf(["ann"], { posts: [one!], ...done }));
  await waitFor(() => expect(ids()).toEqual(["t3_one"]));
});

test("a refreshed first page does not take away later ones, and without a new post offers nothing", async () => {
  vi.stubGlobal("scrollY", 0);
  const { calls } = renderFeed(signedIn);
  (await callTo(calls, FEED)).answer(pageOf(["ann", "bob"], { posts: [one!], nextPage: "cursor" }));
  const first = await callTo(calls, FEED);
  fireEvent.click(await screen.findByRole("button", { name: "More" }));
  const later = await waitFor(() => {
    const call = calls.find(({ body }) => (body as { after?: string }).after === "cursor");
    if (!call) throw new Error("no call for the next page");
    return call;
  });
  later.answer(pageOf(["ann", "bob"], { posts: [two!] }));
  await waitFor(() => expect(ids()).toEqual(["t3_one", "t3_two"]));
  first.answer(pageOf(["ann", "bob"], { posts: [two!], ...done }));
  const second = await callTo(calls, FEED);
  expect(ids()).toEqual(["t3_one", "t3_two"]);
  expect(screen.queryByRole("button")).toBeNull();
  second.answer(pageOf(["ann", "bob"], { posts: [two!, fresh!], ...done }));
  await screen.findByRole("button", { name: "Show new posts" });
});

test("a refreshed page is dropped when one of its creators is unfollowed", async () => {
  followOnDevice("bob");
  followOnDevice("ann");
  const { calls } = await renderWaiting(signedOut);
  act(() => unfollowOnDevice("ann"));
  const next = await waitFor(() => {
    const call = calls.find(
      ({ body, isAnswered }) => !isAnswered && (body as { users: string[] }).users.length === 1,
    );
    if (!call) throw new Error("no call for the new list");
    return call;
  });
  next.answer(pageOf(["bob"]));
  expect(await screen.findByText("bob")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

const user = { ...signedIn.user!, id: "7f3b2a54-0000-4000-8000-000000000002" };
const nextMember: AuthStatusResponse = { isAuthenticated: true, user };

function changeSession(client: QueryClient, session: AuthStatusResponse): void {
  act(() => {
    client.setQueryData(queryKeys.session(), session);
    forgetUserData(client);
  });
}

test("a refreshed page is not offered to the next account", async () => {
  const { client } = await renderWaiting(signedIn);
  changeSession(client, nextMember);
  await waitFor(() => expect(screen.queryByRole("button")).toBeNull());
});

test.each([
  ["account", nextMember],
  ["signed-out visitor", signedOut],
])("an account's creators are not shown to the next %s", async (_name, session) => {
  followOnDevice("cid");
  const { client, calls } = await renderWaiting(signedIn);
  changeSession(client, session);
  await waitFor(() => expect(screen.queryByText("ann,bob")).toBeNull());
  (await callTo(calls, FEED)).answer(pageOf(["cid"]));
  expect(await screen.findByText("cid")).toBeTruthy();
});

test("an account's creators stay visible while a creator of the device is added", async () => {
  followOnDevice("cid");
  const { client, calls } = renderFeed(signedIn);
  const upToDate = ({ creators, ...page }: FollowingResponse): FollowingResponse => ({
    ...page,
    creators: creators.map((creator) => ({ ...creator, isFresh: true })),
  });
  (await callTo(calls, FEED)).answer(upToDate(pageOf(["ann", "bob"])));
  await screen.findByText("ann,bob");
  // Like a heart given to a creator.
  act(() => {
    client.removeQueries({ queryKey: queryKeys.following() });
    unfollowOnDevice("cid");
  });
  const next = await callTo(calls, FEED);
  expect(screen.getByText("ann,bob")).toBeTruthy();
  next.answer(upToDate(pageOf(["ann", "bob", "cid"])));
  expect(await screen.findByText("ann,bob,cid")).toBeTruthy();
});

const Creators = () => <FollowedCreators following={useFollowing()} />;

test("a creator removed at request is listed as such on a device that follows them, and can be unfollowed", async () => {
  followOnDevice("Bob");
  followOnDevice("ann");
  const { calls } = renderFeed(signedOut, <Creators />);
  expect(screen.queryAllByRole("listitem")).toEqual([]);
  (await callTo(calls, FEED)).answer(pageOf(["Ann"]));
  const removed = await screen.findByText("removed at request");
  expect(removed.closest("a")?.textContent).toContain("u/Bob");
  expect(screen.getAllByRole("listitem")).toHaveLength(2);
  fireEvent.click(screen.getByRole("button", { name: "Unfollow u/Bob" }));
  expect(screen.queryByText("removed at request")).toBeNull();
});

const OLDER = "Some lists are older copies.";

test.each([
  [
    "without a network",
    (call: ApiCall) => call.lose(),
    `New posts could not be loaded. Check your connection. ${OLDER}`,
  ],
  [
    "above a limit",
    (call: ApiCall) => call.answer({ error: "search.budget", message: "Wait a minute." }, 429),
    `Our sources take no more requests right now. ${OLDER}`,
  ],
  [
    "at the server",
    (call: ApiCall) => call.answer({ error: "internal.error", message: "Not now." }, 500),
    `Not now. ${OLDER}`,
  ],
])("a refresh that fails %s says so", async (_where, fail, text) => {
  const { calls } = renderFeed(signedIn, <Creators />);
  (await callTo(calls, FEED)).answer(pageOf(["ann"]));
  fail(await callTo(calls, FEED));
  expect(await screen.findByText(text)).toBeTruthy();
});

test("a feed of five minutes ago is fetched again", async () => {
  const client = clientOf(signedIn);
  const data = { pages: [pageOf(["ann"])], pageParams: [null] };
  const updatedAt = Date.now() - 5 * 60_000;
  client.setQueryData(followingQuery(null).queryKey, data, { updatedAt });
  const calls = holdApiCalls();
  renderInApp(<Feed />, { client });
  const isFirstPage = ({ body }: ApiCall) => (body as { after?: null }).after === null;
  await waitFor(() => expect(calls.some(isFirstPage)).toBe(true));
});

test("a page requested while a feed of five minutes ago is fetched again comes after it", async () => {
  const client = clientOf(signedIn);
  const first = pageOf([], { posts: [one!], nextPage: "cursor" });
  const updatedAt = Date.now() - 5 * 60_000;
  client.setQueryData(
    followingQuery(null).queryKey,
    { pages: [first], pageParams: [null] },
    { updatedAt },
  );
  const calls = holdApiCalls();
  renderInApp(<Feed />, { client });
  fireEvent.click(await screen.findByRole("button", { name: "More" }));
  (await callTo(calls, FEED)).answer(pageOf([], { posts: [fresh!, one!], nextPage: "cursor" }));
  const next = await callTo(calls, FEED);
  expect(next.body).toMatchObject({ after: "cursor" });
  next.answer(pageOf([], { posts: [two!] }));
  await waitFor(() => expect(ids()).toEqual(["t3_new", "t3_one", "t3_two"]));
});

test("a page that is left ends its search for new posts", async () => {
  const signals: AbortSignal[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  vi.stubGlobal("fetch", async (_url: string, { signal }: { signal: AbortSignal }) => {
    if (signals.push(signal) === 1) return Response.json(pageOf(["ann"]));
    resolve();
    return new Promise(() => undefined);
  });
  const { unmount } = renderInApp(<Feed />, { client: clientOf(signedIn) });
  await promise;
  expect(signals[1]?.aborted).toBe(false);
  unmount();
  expect(signals[1]?.aborted).toBe(true);
});

test("a last visit counts for its own account only, also after a change of account on the open page", async () => {
  const visit = { owner: MEMBER.id, before: 7, newest: 9, at: Date.now() };
  localStorage.setItem(FEED_VISIT_KEY, JSON.stringify(visit));
  const Since = () => <p>since {useFollowing().since ?? "never"}</p>;
  const { client } = renderFeed(signedIn, <Since />);
  expect(screen.getByText("since 7")).toBeTruthy();
  const user = { ...MEMBER, id: "another" };
  act(() => client.setQueryData(queryKeys.session(), { isAuthenticated: true, user }));
  await screen.findByText("since never");
});
