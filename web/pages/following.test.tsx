// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { queryKeys } from "#schema/queries.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import { followOnDevice } from "#web/features/hearts/device-follows.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { postOf } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { signedOut } from "#web/testing/sessions.ts";
import { FollowingPage } from "./following.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test("a linked post opens though the feed fails, and stays open over the error", async () => {
  followOnDevice("ann");
  const client = createQueryClient();
  client.setQueryData(queryKeys.session(), signedOut);
  const calls = holdApiCalls();
  renderInApp(<FollowingPage />, { client, path: "/following?post=abc12" });
  (await callTo(calls, "/api/following/feed")).answer({ message: "Not now." }, 500);
  const found = await callTo(calls, "/api/reddit/post/abc12?waitForHearts=false");
  found.answer({ success: true, post: postOf({ title: "An opal" }) });
  expect(await screen.findByRole("heading", { name: "An opal" })).toBeTruthy();
  expect(await screen.findByText("The feed could not be loaded")).toBeTruthy();
  expect(screen.getByText("Not now.")).toBeTruthy();
});
