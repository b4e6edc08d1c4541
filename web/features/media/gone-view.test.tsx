// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { goneMedia } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { GoneView } from "./gone-view.tsx";

const REDDIT_URL = "https://www.reddit.com/r/pics/comments/abc12/a_clip/";

const renderGone = (...copies: string[]) =>
  renderInApp(
    <GoneView media={goneMedia(...copies)} title="A clip" active={false} redditUrl={REDDIT_URL} />,
  );

/** Where the notice leads; null while the clip plays. */
const noticeLink = () =>
  screen.queryByRole<HTMLAnchorElement>("link", { name: "View on Reddit" })?.href ?? null;

test("a clip of a host that has shut down, without a copy, leads to its post on Reddit", () => {
  renderGone();
  expect(noticeLink()).toBe(REDDIT_URL);
});

test("a copy at Reddit that does not play gives way to the same link", () => {
  renderGone("https://v.redd.it/a/CMAF_480.mp4");
  expect(noticeLink()).toBeNull();
  fireEvent.error(screen.getByLabelText("A clip"));
  expect(noticeLink()).toBe(REDDIT_URL);
});
