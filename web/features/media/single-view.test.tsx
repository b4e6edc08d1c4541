// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { videoFile, videoMedia } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { setMuted } from "./playback.ts";
import { SingleView } from "./single-view.tsx";

const POSTER = "https://preview.redd.it/clip.jpg";
const still = () => screen.getByRole("alert").querySelector("img")?.src;

test("a video without an address is unavailable, and its post can be opened on Reddit", () => {
  const redditUrl = "https://www.reddit.com/r/pics/comments/a1/";
  const stage = { title: "A clip", still: null, active: true, redditUrl };
  const media = { ...videoMedia, poster: POSTER };
  renderInApp(<SingleView media={media} mediaType="video" {...stage} />);
  expect(screen.getByRole("alert").textContent).toContain("Video Unavailable");
  expect(still()).toBe(POSTER);
  const link = screen.getByRole("link", { name: "View on Reddit" });
  expect(link.getAttribute("href")).toBe(redditUrl);
});

test("a kind of media that only a newer server knows leads to Reddit", () => {
  const redditUrl = "https://www.reddit.com/r/pics/comments/a1/";
  const media = { ...videoMedia, kind: "hologram" } as unknown as typeof videoMedia;
  const stage = { title: "A clip", still: POSTER, active: true, redditUrl };
  renderInApp(<SingleView media={media} mediaType="image" {...stage} />);
  expect(screen.getByText("Unsupported Media Type")).toBeTruthy();
  const link = screen.getByRole("link", { name: /^Open Original/ });
  expect(link.getAttribute("href")).toBe(redditUrl);
});

const PLAYABLE = { ...videoMedia, poster: POSTER, sources: [videoFile("https://v.redd.it/a.mp4")] };

function renderPlayable(isLoop: boolean): HTMLVideoElement {
  const stage = { title: "A clip", still: null, active: false, redditUrl: "" };
  renderInApp(<SingleView media={{ ...PLAYABLE, isLoop }} mediaType="video" {...stage} />);
  return screen.getAllByLabelText<HTMLVideoElement>("A clip").at(-1) as HTMLVideoElement;
}

test("a video has the browser's controls, ends, and is muted like the one before it", () => {
  const video = renderPlayable(false);
  fireEvent.loadStart(video);
  const { controls, loop, preload, muted } = video;
  const look = { controls: true, loop: false, preload: "metadata", muted: false };
  expect({ controls, loop, preload, muted }).toEqual(look);
  expect(video.getAttribute("poster")).toBe(POSTER);
  expect(screen.queryByRole("button")).toBeNull();
  video.muted = true;
  fireEvent.volumeChange(video);
  cleanup();
  expect(renderPlayable(false).muted).toBe(true);
  setMuted(false);
});

test("a video that starts pauses the other one of the page", () => {
  const [first, second] = [renderPlayable(false), renderPlayable(false)];
  for (const video of [first, second]) void video.play();
  expect([first.paused, second.paused]).toEqual([true, false]);
});

test("a loop has a button of ours, and starts again", () => {
  const video = renderPlayable(true);
  expect(video).toMatchObject({ controls: false, loop: true });
  expect(video.hasAttribute("playsinline"), "an iPhone would play it in full screen").toBe(true);
});

test("the still of a video that does not play stays behind the notice", () => {
  fireEvent.error(renderPlayable(false));
  expect(screen.getByRole("alert").textContent).toContain("Video Error");
  expect(still()).toBe(POSTER);
});
