// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import type { RedgifsResponse } from "#schema/api/redgifs.ts";
import type { RedgifsMedia } from "#schema/media.ts";
import { setSavesData } from "#web/features/data-saver/data-saver.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { redgifsMedia, videoFile } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { RedgifsView } from "./redgifs-view.tsx";

const PATH = "/api/reddit/redgifs/quietgem";
const REDDIT_URL = "https://www.reddit.com/r/pics/comments/abc12/a_clip/";

function renderClip(media: RedgifsMedia = redgifsMedia) {
  const calls = holdApiCalls();
  renderInApp(<RedgifsView media={media} title="A clip" active redditUrl={REDDIT_URL} />);
  return {
    answer: async (body: unknown, status: number, search = "") =>
      (await callTo(calls, PATH + search)).answer(body, status),
  };
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const linkToReddit = () => screen.getByRole<HTMLAnchorElement>("link", { name: /View on Reddit/ });

test("a failed look-up shows its reason, Try Again, RedGifs' own player and a link to Reddit", async () => {
  const { answer } = renderClip();
  const message = "RedGifs is busy. Please try again in a moment.";
  await answer({ success: false, error: "redgifs.rate_limited", message }, 429);
  const notice = await screen.findByRole("alert");
  expect(notice.textContent).toContain("RedGifs Loading Error");
  expect(notice.textContent).toContain(message);
  expect(linkToReddit().href).toBe(REDDIT_URL);

  press("Try Again");
  await answer("no error of ours", 500);
  expect((await screen.findByRole("alert")).textContent).toContain(
    "Unable to load RedGifs content...",
  );
  press("Play from RedGifs");
  expect(screen.getByTitle<HTMLIFrameElement>("A clip").src).toBe(redgifsMedia.embedUrl);

  press("Not playing?");
  const unavailable = screen.getByRole("alert").textContent;
  expect(unavailable).toContain("RedGifs Content Unavailable");
  expect(unavailable).toContain("RedGifs did not let this clip be played here.");
  expect(linkToReddit().href).toBe(REDDIT_URL);
});

test.each([404, 410])(
  "after a %d of the look-up a clip without a copy at Reddit is unavailable",
  async (status) => {
    const { answer } = renderClip();
    await answer({ success: false, error: "redgifs.gone", message: "This clip is gone." }, status);
    const unavailable = (await screen.findByRole("alert")).textContent;
    expect(unavailable).toContain("RedGifs Content Unavailable");
    expect(unavailable).toContain("RedGifs no longer has this clip.");
    expect(linkToReddit().href).toBe(REDDIT_URL);
  },
);

test("a gone clip whose copy at Reddit does not play either is unavailable", async () => {
  const copy = videoFile("https://v.redd.it/a/CMAF_480.mp4");
  const { answer } = renderClip({ ...redgifsMedia, fallback: [copy] });
  await answer({ success: false, error: "redgifs.gone", message: "This clip is gone." }, 410);
  const video = await screen.findByLabelText<HTMLVideoElement>("A clip");
  expect(video.src).toBe(copy.url);
  screen.getByText(
    "RedGifs Content Unavailable: RedGifs no longer has this clip. This is Reddit's copy.",
  );
  fireEvent.error(video);
  expect(screen.getByRole("alert").textContent).toContain("RedGifs Content Unavailable");
});

test("a frame of RedGifs that does not load gives way to Reddit's copy", async () => {
  const copy = videoFile("https://v.redd.it/a/CMAF_480.mp4");
  const { answer } = renderClip({ ...redgifsMedia, fallback: [copy] });
  await answer("no error of ours", 500);
  await screen.findByRole("alert");
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  press("Play from RedGifs");
  act(() => void vi.advanceTimersByTime(10_000));
  expect(screen.getByLabelText<HTMLVideoElement>("A clip").src).toBe(copy.url);
  screen.getByText(/RedGifs did not let this clip be played here\. This is Reddit's copy\.$/);
});

test("a slow frame of RedGifs goes on loading where Reddit has no copy", async () => {
  const { answer } = renderClip();
  await answer("no error of ours", 500);
  await screen.findByRole("alert");
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  press("Play from RedGifs");
  const frame = screen.getByTitle("A clip");
  act(() => void vi.advanceTimersByTime(10_000));
  expect(screen.getByRole("alert").textContent).toContain("RedGifs is not answering yet.");
  expect(linkToReddit().href).toBe(REDDIT_URL);
  fireEvent.load(frame);
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.getByTitle("A clip")).toBe(frame);
});

const found = (change: Partial<RedgifsResponse>) => ({
  success: true,
  videoUrls: [{ url: "https://media.redgifs.com/quietgem.mp4", type: "video/mp4", quality: "hd" }],
  poster: "https://media.redgifs.com/quietgem.jpg",
  hasAudio: true,
  ...change,
});

test.each([
  ["a clip with sound has controls", true, true],
  ["a clip that may have sound has controls", null, true],
  ["a silent clip loops without controls", false, false],
])("%s", async (_, hasAudio, controls) => {
  const { answer } = renderClip();
  await answer(found({ hasAudio }), 200);
  const video = await screen.findByLabelText<HTMLVideoElement>("A clip");
  fireEvent.loadStart(video);
  expect(video.controls).toBe(controls);
});

test("a press of Play with the data saver holds for the addresses that follow failed ones", async () => {
  setSavesData(true);
  onTestFinished(() => setSavesData(false));
  const { answer } = renderClip();
  await answer(found({}), 200);
  await screen.findByLabelText("A clip");
  press("Play");
  fireEvent.error(screen.getByLabelText("A clip"));
  const url = "https://media.redgifs.com/again.mp4";
  const videoUrls = [{ url, type: "video/mp4", quality: "hd" as const }];
  await answer(found({ videoUrls }), 200, "?retry=1");
  expect((await screen.findByLabelText<HTMLVideoElement>("A clip")).src).toBe(url);
});

test("a press of Play with the data saver holds for Reddit's copy", async () => {
  setSavesData(true);
  onTestFinished(() => setSavesData(false));
  const copy = videoFile("https://v.redd.it/a/CMAF_480.mp4");
  const { answer } = renderClip({ ...redgifsMedia, fallback: [copy] });
  await answer(found({}), 200);
  await screen.findByLabelText("A clip");
  press("Play");
  fireEvent.error(screen.getByLabelText("A clip"));
  const gone = { success: false, error: "redgifs.gone", message: "This clip is gone." };
  await answer(gone, 410, "?retry=1");
  expect((await screen.findByLabelText<HTMLVideoElement>("A clip")).src).toBe(copy.url);
});

test("a RedGifs post without a clip shows its picture, and Reddit's until that is there", async () => {
  const { answer } = renderClip({ ...redgifsMedia, poster: "https://preview.redd.it/small.jpg" });
  await answer(found({ videoUrls: [] }), 200);
  const picture = await screen.findByRole<HTMLImageElement>("img", { name: "A clip" });
  expect(picture.src).toBe("https://media.redgifs.com/quietgem.jpg");
  expect(screen.getByAltText<HTMLImageElement>("").src).toBe("https://preview.redd.it/small.jpg");
  fireEvent.load(picture);
  expect(screen.queryByAltText("")).toBeNull();
});
