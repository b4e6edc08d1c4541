import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { cards, openPost, openUser } from "./feed-page.ts";
import { journey } from "./journey.ts";

const playing = (video: Locator) =>
  video.evaluate(async (element) => {
    const clip = element as HTMLVideoElement;
    for (let turn = 0; turn < 80; turn += 1) {
      if (clip.currentTime > 0.2 && !clip.paused) return true;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return false;
  });

const withoutNativeStreams = (page: Page) =>
  page.addInitScript(() => {
    const own = HTMLMediaElement.prototype.canPlayType;
    HTMLMediaElement.prototype.canPlayType = function canPlayType(type: string) {
      return type.includes("mpegurl") ? "" : own.call(this, type);
    };
  });

journey("a picture shows in full, with the words of its title", {}, async ({ page }) => {
  const { viewer, post } = await openPost(page, "gemhunter", "Ceylon sapphire");
  const picture = viewer.getByRole("img", { name: post.title });
  await picture.waitFor();
  assert.ok(await picture.evaluate((image) => (image as HTMLImageElement).naturalWidth > 100));
});

journey("a video plays its stream and remembers that it was muted", {}, async ({ page }) => {
  const { viewer } = await openPost(page, "gemhunter", "Turn it slowly");
  const video = viewer.locator("video");
  assert.ok(await playing(video));
  assert.match((await video.getAttribute("src")) ?? "", /HLSPlaylist\.m3u8/);
  await page.keyboard.press("m");
  const muted = () => video.evaluate((element) => (element as HTMLVideoElement).muted);
  assert.ok(await muted());
  await page.reload();
  await viewer.waitFor();
  assert.ok(await muted());
});

journey(
  "what the browser alone made silent is not remembered as a choice",
  {},
  async ({ page }) => {
    await page.addInitScript(() => {
      const play = HTMLMediaElement.prototype.play;
      HTMLMediaElement.prototype.play = function start(this: HTMLMediaElement) {
        if (this.muted) return play.call(this);
        return Promise.reject(new DOMException("not by itself", "NotAllowedError"));
      };
    });
    const { viewer } = await openPost(page, "gemhunter", "Turn it slowly");
    const video = viewer.locator("video");
    assert.ok(await playing(video));
    assert.ok(await video.evaluate((element) => (element as HTMLVideoElement).muted));
    assert.equal(await page.evaluate(() => localStorage.getItem("muted")), null);
    await page.keyboard.press("m");
    assert.equal(await page.evaluate(() => localStorage.getItem("muted")), "false");
  },
);

journey(
  "where streams are not native, a player for them is fetched and they sound",
  {},
  async (tools) => {
    const { page } = tools;
    const chunks: string[] = [];
    page.on("request", (request) => {
      if (/\/assets\/hls-/.test(request.url())) chunks.push(request.url());
    });
    await withoutNativeStreams(page);
    await openUser(page, "gemhunter");
    assert.deepEqual(chunks, [], "nobody pays for it before there is a video");
    const { viewer } = await openPost(page, "gemhunter", "Turn it slowly");
    const video = viewer.locator("video");
    assert.ok(await playing(video));
    assert.equal(chunks.length, 1);
    assert.match((await video.getAttribute("src")) ?? "", /^blob:/);
    const heard = await video.evaluate((element) =>
      Reflect.get(element, "webkitAudioDecodedByteCount"),
    );
    assert.ok(Number(heard) > 0, "the sound is decoded");
  },
);

journey(
  "a stream that is dead gives way to the files, and dead files to words and a button",
  {
    expectErrors: [/ERR_FAILED|status of 4/],
  },
  async ({ page }) => {
    await page.route(/HLSPlaylist/, (route) => route.abort());
    const { viewer, post } = await openPost(page, "gemhunter", "Turn it slowly");
    assert.ok(await playing(viewer.locator("video")));
    assert.match((await viewer.locator("video").getAttribute("src")) ?? "", /\.mp4/);
    await page.route(/v\.redd\.it/, (route) => route.abort());
    await page.reload();
    await page.getByRole("dialog", { name: post.title }).waitFor();
    await viewer.getByText("Video Error").waitFor();
    await page.unroute(/v\.redd\.it/);
    await viewer.getByRole("button", { name: "Try Again" }).click();
    assert.ok(await playing(viewer.locator("video")));
  },
);

journey("a silent loop plays by itself and can be stopped", {}, async ({ page, axe }) => {
  const { viewer } = await openPost(page, "gemhunter", "Opal, tilted one degree");
  const video = viewer.locator("video");
  assert.ok(await playing(video));
  assert.ok(await video.evaluate((element) => (element as HTMLVideoElement).loop));
  await axe();
  await viewer.getByRole("button", { name: "Pause" }).click();
  assert.ok(await video.evaluate((element) => (element as HTMLVideoElement).paused));
  await viewer.getByRole("button", { name: "Play", exact: true }).waitFor();
});

journey(
  "with reduced motion nothing starts by itself",
  { reducedMotion: "reduce" },
  async ({ page }) => {
    const { viewer } = await openPost(page, "gemhunter", "Opal, tilted one degree");
    await viewer.getByRole("button", { name: "Play", exact: true }).waitFor();
    assert.ok(
      await viewer.locator("video").evaluate((element) => (element as HTMLVideoElement).paused),
    );
  },
);

journey("a RedGifs clip is asked for when it is shown, and plays", {}, async ({ page }) => {
  const { viewer } = await openPost(page, "gemhunter", "Amber light");
  assert.ok(await playing(viewer.locator("video")));
  await viewer.getByRole("link", { name: "Watch on RedGifs" }).waitFor();
});

journey(
  "a RedGifs clip that does not play is asked for again, then framed, then shown low",
  {
    expectErrors: [/ERR_FAILED|ERR_NAME_NOT_RESOLVED|ERR_INTERNET|net::ERR|status of/],
  },
  async ({ page }) => {
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/api/reddit/redgifs/")) asked.push(request.url());
    });
    await page.route(/media\.redgifs\.com/, (route) => route.abort());
    const { viewer } = await openPost(page, "gemhunter", "Amber light");
    await viewer.locator("iframe[src*='redgifs.com/ifr/']").waitFor();
    assert.deepEqual(
      asked.map((url) => new URL(url).search),
      ["", "?retry=1"],
    );
    await viewer.getByRole("button", { name: "Not playing?" }).click();
    assert.ok(await playing(viewer.locator("video")));
  },
);

journey(
  "a RedGifs clip that is gone shows Reddit's copy",
  {
    expectErrors: [/status of (404|410)/],
  },
  async ({ page }) => {
    const { viewer } = await openPost(page, "oddments", "(410)");
    assert.ok(await playing(viewer.locator("video")));
  },
);

journey(
  "other hosts' players are framed, and only YouTube is told where from",
  {
    expectErrors: [/net::ERR/],
  },
  async ({ page }) => {
    const youtube = await openPost(page, "gemhunter", "How I polish a cabochon");
    const frame = youtube.viewer.locator("iframe");
    await frame.waitFor();
    assert.match(
      (await frame.getAttribute("src")) ?? "",
      /^https:\/\/www\.youtube-nocookie\.com\//,
    );
    assert.equal(await frame.getAttribute("referrerpolicy"), "strict-origin-when-cross-origin");
    const streamable = await openPost(page, "gemhunter", "Faceting time lapse");
    const other = streamable.viewer.locator("iframe");
    await other.waitFor();
    assert.match((await other.getAttribute("src")) ?? "", /^https:\/\/streamable\.com\//);
    assert.equal(await other.getAttribute("referrerpolicy"), "no-referrer");
  },
);

journey("what a dead host left behind says that it shut down", {}, async ({ page, axe }) => {
  const { viewer } = await openPost(page, "gemhunter", "Old loop of mine");
  await viewer.getByText(/Gfycat Service Discontinued/).waitFor();
  await axe();
});

journey(
  "an Imgur loop plays, and a gallery's clip plays in its slide alone",
  {},
  async ({ page }) => {
    const imgur = await openPost(page, "gemhunter", "Opal roll, Imgur loop");
    assert.ok(await playing(imgur.viewer.locator("video")));
    await imgur.viewer.getByRole("link", { name: "View on Imgur" }).waitFor();
  },
);

journey(
  "a dead picture falls back to its still, then to words, and the rest goes on",
  {
    expectErrors: [/ERR_FAILED|status of 4/],
  },
  async ({ page, axe }) => {
    await page.route(/\/i\.redd\.it\/sapphire/, (route) => route.abort());
    const { viewer, post } = await openPost(page, "gemhunter", "Ceylon sapphire");
    await viewer.getByRole("img", { name: post.title }).waitFor();
    await page.route(/sapphire/, (route) => route.abort());
    await page.reload();
    await viewer.getByText("Image Unavailable").waitFor();
    await axe();
    await viewer.getByRole("button", { name: "Close" }).click();
    const card = cards(page).filter({ hasText: "Ceylon sapphire" });
    assert.equal(await card.locator("img").count(), 0, "the tile has a placeholder");
    assert.ok((await cards(page).locator("img").count()) > 1, "its neighbours have their pictures");
  },
);
