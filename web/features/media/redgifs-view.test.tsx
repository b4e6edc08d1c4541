// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { RedgifsResponse } from "#schema/api/redgifs.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { redgifsMedia } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { RedgifsView } from "./redgifs-view.tsx";

const PATH = "/api/reddit/redgifs/quietgem";
const REDDIT_URL = "https://www.reddit.com/r/pics/comments/abc12/a_clip/";

// A frame of the real address would be loaded.
const MEDIA = { ...redgifsMedia, embedUrl: "about:blank" };

afterEach(() => vi.unstubAllGlobals());

function renderClip() {
  const calls = holdApiCalls();
  renderInApp(<RedgifsView media={MEDIA} title="A clip" active redditUrl={REDDIT_URL} />);
  return {
    answer: async (body: unknown, status: number) =>
      (await callTo(calls, PATH)).answer(body, status),
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
  expect(screen.getByTitle<HTMLIFrameElement>("A clip").src).toBe(MEDIA.embedUrl);

  press("Not playing?");
  expect(screen.getByRole("alert").textContent).toContain("RedGifs Content Unavailable");
  expect(linkToReddit().href).toBe(REDDIT_URL);
});

test.each([404, 410])(
  "after a %d of the look-up a clip without a copy at Reddit is unavailable",
  async (status) => {
    const { answer } = renderClip();
    await answer({ success: false, error: "redgifs.gone", message: "This clip is gone." }, status);
    expect((await screen.findByRole("alert")).textContent).toContain("RedGifs Content Unavailable");
    expect(linkToReddit().href).toBe(REDDIT_URL);
  },
);

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
  expect((await screen.findByLabelText<HTMLVideoElement>("A clip")).controls).toBe(controls);
});

test("a RedGifs post without a clip shows its picture", async () => {
  const { answer } = renderClip();
  await answer(found({ videoUrls: [] }), 200);
  const picture = await screen.findByRole<HTMLImageElement>("img", { name: "A clip" });
  expect(picture.src).toBe("https://media.redgifs.com/quietgem.jpg");
});
