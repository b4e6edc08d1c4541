// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { holdApiCalls } from "#web/testing/api.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { PostViewer } from "./post-viewer.tsx";

beforeEach(() => void holdApiCalls());
afterEach(() => {
  vi.unstubAllGlobals();
  history.replaceState(null, "", "/");
});

test.each([
  ["is reported while its page stays", "/following", ["abc12"]],
  ["is not reported to a page that was left", "/user/gemhunter", []],
])("a post that closes %s", async (_, next, reported) => {
  const closed: string[] = [];
  history.replaceState(null, "", "/following?post=abc12");
  const { unmount } = renderInApp(
    <PostViewer posts={[]} onClosed={(id) => void closed.push(id)} />,
    { path: "/following?post=abc12" },
  );
  await screen.findByRole("dialog", { name: "Post" });
  history.pushState(null, "", next);
  unmount();
  expect(closed).toEqual(reported);
});
