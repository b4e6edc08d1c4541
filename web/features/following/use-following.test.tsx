// @vitest-environment happy-dom
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AuthStatusResponse } from "#schema/api/auth.ts";
import type { FollowingResponse } from "#schema/api/following.ts";
import { queryKeys } from "#schema/queries.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import { forgetUserData } from "#web/api/user-data.ts";
import { followOnDevice, unfollowOnDevice } from "#web/features/hearts/device-follows.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { postOf } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { signedIn, signedOut } from "#web/testing/sessions.ts";
import { useFollowing } from "./use-following.ts";

const FEED = "/api/following/feed";

function Feed() {
  const { creators, showNew } = useFollowing();
  return (
    <>
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

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** The feed of ann and bob, for which a renewed page waits further up. */
async function renderWaiting(session: AuthStatusResponse) {
  const client = createQueryClient();
  client.setQueryData(queryKeys.session(), session);
  const calls = holdApiCalls();
  renderInApp(<Feed />, { client });
  (await callTo(calls, FEED)).answer(pageOf(["ann", "bob"]));
  const refreshed = { username: "ann", outcome: "done" } as const;
  const posts = [postOf({ id: "t3_new1" })];
  (await callTo(calls, FEED)).answer(pageOf(["ann", "bob"], { posts, refreshed }));
  await screen.findByRole("button", { name: "Show new posts" });
  return { client, calls };
}

test("a renewed page is dropped when one of its creators is unfollowed", async () => {
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

test("a renewed page is not offered to the next account", async () => {
  const { client } = await renderWaiting(signedIn);
  const user = { ...signedIn.user!, id: "7f3b2a54-0000-4000-8000-000000000002" };
  act(() => {
    client.setQueryData(queryKeys.session(), { isAuthenticated: true, user });
    forgetUserData(client);
  });
  await waitFor(() => expect(screen.queryByRole("button")).toBeNull());
});
