// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { videoMedia } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { SingleView } from "./single-view.tsx";

test("a video without an address is unavailable, and its post can be opened on Reddit", () => {
  const redditUrl = "https://www.reddit.com/r/pics/comments/a1/";
  const stage = { title: "A clip", still: null, active: true, redditUrl };
  renderInApp(<SingleView media={videoMedia} mediaType="video" {...stage} />);
  expect(screen.getByRole("alert").textContent).toContain("Video Unavailable");
  const link = screen.getByRole("link", { name: "View on Reddit" });
  expect(link.getAttribute("href")).toBe(redditUrl);
});
