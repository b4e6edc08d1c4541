import type { Locator, Page } from "@playwright/test";
import { cards, openPost, openUser, viewerOf } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";

const expectPlaying = (video: Locator) =>
  expect
    .poll(() =>
      video.evaluate((element) => {
        const { currentTime, paused, ended } = element as HTMLVideoElement;
        // On a busy machine a short film may have ended before the check.
        return currentTime > 0.2 && (!paused || ended);
      }),
    )
    .toBe(true);

const withoutNativeStreams = (page: Page) =>
  page.addInitScript(() => {
    const own = HTMLMediaElement.prototype.canPlayType;
    HTMLMediaElement.prototype.canPlayType = function canPlayType(type: string) {
      return type.includes("mpegurl") ? "" : own.call(this, type);
    };
  });

test(
  "a video plays its stream and remembers that it was muted",
  { tag: "@main" },
  async ({ page }) => {
    const { viewer } = await openPost(page, "gemhunter", "Turn it slowly");
    const video = viewer.locator("video");
    await expectPlaying(video);
    await expect(video).toHaveAttribute("src", /HLSPlaylist\.m3u8/);
    await page.keyboard.press("m");
    await expect(video).toHaveJSProperty("muted", true);
    await page.reload();
    await expect(viewer).toBeVisible();
    await expect(video).toHaveJSProperty("muted", true);
  },
);

test("muting by the browser's autoplay policy is not stored as a choice", async ({ page }) => {
  await page.addInitScript(() => {
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function start(this: HTMLMediaElement) {
      if (this.muted) return play.call(this);
      return Promise.reject(new DOMException("not by itself", "NotAllowedError"));
    };
  });
  const { viewer } = await openPost(page, "gemhunter", "Turn it slowly");
  const video = viewer.locator("video");
  await expectPlaying(video);
  await expect(video).toHaveJSProperty("muted", true);
  expect(await page.evaluate(() => localStorage.getItem("muted"))).toBeNull();
  await page.keyboard.press("m");
  expect(await page.evaluate(() => localStorage.getItem("muted"))).toBe("false");
});

const expectSound = async (video: Locator) => {
  const heard = await video.evaluate((element) =>
    Reflect.get(element, "webkitAudioDecodedByteCount"),
  );
  expect(Number(heard), "the sound is decoded").toBeGreaterThan(0);
};

test("a stream that the browser's own player cannot read plays in hls.js, with sound", async ({
  page,
  allowErrors,
}) => {
  allowErrors(/ERR_FAILED/);
  await page.addInitScript(() => {
    HTMLMediaElement.prototype.canPlayType = () => "maybe";
  });
  await page.route(/HLSPlaylist/, (route) =>
    route.request().resourceType() === "media" ? route.abort() : route.fallback(),
  );
  const { viewer } = await openPost(page, "gemhunter", "Turn it slowly");
  const video = viewer.locator("video");
  await expectPlaying(video);
  await expect(video).toHaveAttribute("src", /^blob:/);
  await expectSound(video);
});

test("without native HLS, hls.js is loaded and plays sound", async ({ page }) => {
  const chunks: string[] = [];
  page.on("request", (request) => {
    if (/\/assets\/hls-/.test(request.url())) chunks.push(request.url());
  });
  await withoutNativeStreams(page);
  await openUser(page, "gemhunter");
  expect(chunks, "not fetched before there is a video").toEqual([]);
  const { viewer } = await openPost(page, "gemhunter", "Turn it slowly");
  const video = viewer.locator("video");
  await expectPlaying(video);
  expect(chunks.length).toBe(1);
  await expect(video).toHaveAttribute("src", /^blob:/);
  await expectSound(video);
});

test("a chosen quality limits a stream that the browser plays itself, from where it is", async ({
  page,
}) => {
  const pictures = new Set<string>();
  page.on("request", (request) => {
    const height = /CMAF_(\d+)\.mp4/.exec(request.url())?.[1];
    if (height) pictures.add(height);
  });
  const { viewer } = await openPost(page, "gemhunter", "Turn it slowly");
  const video = viewer.locator("video");
  await expectPlaying(video);
  await expect(video).toHaveAttribute("src", /HLSPlaylist\.m3u8/);
  const position = () => video.evaluate((element) => (element as HTMLVideoElement).currentTime);
  const before = await position();
  await viewer.getByLabel("Video quality").selectOption("240p");
  await expect(video).toHaveAttribute("src", /^blob:/);
  await expect(video).toHaveJSProperty("videoHeight", 240);
  await expect.poll(position).toBeGreaterThanOrEqual(before);
  await viewer.getByLabel("Video quality").selectOption("Auto");
  await expect(video, "the same player goes on").toHaveAttribute("src", /^blob:/);

  await viewer.getByLabel("Video quality").selectOption("240p");
  pictures.clear();
  await page.reload();
  await expectPlaying(video);
  await expect(video).toHaveJSProperty("videoHeight", 240);
  expect([...pictures]).toEqual(["240"]);
});

test("a dead stream falls back to the files, and dead files to a notice with a button", async ({
  page,
  axe,
  allowErrors,
}) => {
  allowErrors(/ERR_FAILED|status of 4/);
  await page.route(/HLSPlaylist/, (route) => route.abort());
  const { viewer, post } = await openPost(page, "gemhunter", "Turn it slowly");
  await expectPlaying(viewer.locator("video"));
  await expect(viewer.locator("video")).toHaveAttribute("src", /\.mp4/);
  // iOS zooms the page for smaller text, and swipes end.
  await expect(viewer.getByLabel("Video quality")).toHaveCSS("font-size", "16px");
  await axe();
  await page.route(/v\.redd\.it/, (route) => route.abort());
  await page.reload();
  await expect(viewerOf(page, post.title)).toBeVisible();
  await expect(viewer.getByText("Video Error")).toBeVisible();
  await page.unroute(/v\.redd\.it/);
  await viewer.getByRole("button", { name: "Try Again" }).click();
  await expectPlaying(viewer.locator("video"));
});

test("a silent loop plays by itself and can be stopped", async ({ page, axe }) => {
  const { viewer } = await openPost(page, "gemhunter", "Opal, tilted one degree");
  const video = viewer.locator("video");
  await expectPlaying(video);
  await expect(video).toHaveJSProperty("loop", true);
  await axe();
  await viewer.getByRole("button", { name: "Pause" }).click();
  await expect(video).toHaveJSProperty("paused", true);
  await expect(viewer.getByRole("button", { name: "Play", exact: true })).toBeVisible();
});

test("a RedGifs clip is looked up when it is shown, and plays", async ({ page }) => {
  const { viewer } = await openPost(page, "gemhunter", "Amber light");
  await expectPlaying(viewer.locator("video"));
  await expect(viewer.getByRole("link", { name: "Watch on RedGifs" })).toBeVisible();
});

test("a RedGifs clip that does not play is looked up again, then framed, then shown in low quality", async ({
  page,
  allowErrors,
  allowForeignRequests,
}) => {
  allowErrors(/ERR_FAILED|ERR_NAME_NOT_RESOLVED|ERR_INTERNET|net::ERR|status of/);
  allowForeignRequests(/^https:\/\/(www\.)?redgifs\.com\/ifr\//);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/reddit/redgifs/")) asked.push(request.url());
  });
  await page.route(/media\.redgifs\.com/, (route) => route.abort());
  const { viewer } = await openPost(page, "gemhunter", "Amber light");
  await expect(viewer.locator("iframe[src*='redgifs.com/ifr/']")).toBeVisible();
  expect(asked.map((url) => new URL(url).search)).toEqual(["", "?retry=1"]);
  await viewer.getByRole("button", { name: "Not playing?" }).click();
  await expectPlaying(viewer.locator("video"));
});

test("for a clip that its host has deleted, or that went with its host, Reddit's copy is shown", async ({
  page,
  axe,
  allowErrors,
}) => {
  allowErrors(/status of (404|410)/);
  const redgifs = await openPost(page, "oddments", "(410)");
  await expectPlaying(redgifs.viewer.locator("video"));
  const gfycat = await openPost(page, "gemhunter", "Old loop of mine");
  await expect(gfycat.viewer.getByText(/Gfycat Service Discontinued/)).toBeVisible();
  await axe();
});

test("an Imgur loop plays, and a gallery's clip plays only in its slide", async ({ page }) => {
  const imgur = await openPost(page, "gemhunter", "Opal roll, Imgur loop");
  await expectPlaying(imgur.viewer.locator("video"));
  await expect(imgur.viewer.getByRole("link", { name: "View on Imgur" })).toBeVisible();

  const { viewer } = await openPost(page, "gemhunter", "A tray of everything");
  const clip = viewer.locator(".gallery-track > div").nth(3).locator("video");
  const turnTo = (number: number) =>
    viewer.getByRole("button", { name: `${number === 4 ? "Video" : "Image"} ${number}` }).click();
  await turnTo(3);
  await expect(clip, "beside its slide").toHaveJSProperty("paused", true);
  await turnTo(4);
  await expectPlaying(clip);
  await turnTo(5);
  await expect(clip, "left behind").toHaveJSProperty("paused", true);
});

test("a dead picture falls back to its still, then to a notice, and other posts are not affected", async ({
  page,
  axe,
  allowErrors,
}) => {
  allowErrors(/ERR_FAILED|status of 4/);
  await page.route(/\/i\.redd\.it\/sapphire/, (route) => route.abort());
  const { viewer, post } = await openPost(page, "gemhunter", "Ceylon sapphire");
  await expect(viewer.getByRole("img", { name: post.title })).toBeVisible();
  await page.route(/sapphire/, (route) => route.abort());
  await page.reload();
  await expect(viewer.getByText("Image Unavailable")).toBeVisible();
  await axe();
  await viewer.getByRole("button", { name: "Close" }).click();
  const card = cards(page).filter({ hasText: "Ceylon sapphire" });
  await expect(card.locator("img")).toHaveCount(0);
  await expect(card.locator(".card-placeholder"), "also while pictures are covered").toBeVisible();
  await expect(card.locator(".card-eye")).toBeHidden();
  expect(
    await cards(page).locator("img").count(),
    "its neighbours have their pictures",
  ).toBeGreaterThan(1);
});

test("a picture whose host sends nothing offers Try Again, which asks the host anew", async ({
  page,
  axe,
}) => {
  await page.clock.install();
  await openUser(page, "gemhunter");
  let isSilent = true;
  await page.route(/sapphire.*width=640/, async (route) => {
    if (!isSilent) await route.continue();
  });
  await cards(page).filter({ hasText: "Ceylon sapphire" }).getByRole("link").click();
  const viewer = page.getByRole("dialog", { name: "Post" });
  await expect(viewer.getByLabel("Loading media")).toBeVisible();
  await page.clock.fastForward(15_000);
  await expect(viewer.getByText("Still loading")).toBeVisible();
  await axe();
  isSilent = false;
  await viewer.getByRole("button", { name: "Try Again" }).click();
  await expect(viewer.getByText("Still loading")).toBeHidden();
  await expect(viewer.getByLabel("Loading media")).toBeHidden();
  await expect(viewer.getByRole("img", { name: /Ceylon sapphire/ })).toHaveCSS("opacity", "1");
});
