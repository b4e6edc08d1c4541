import { readFile } from "node:fs/promises";
import type { Download, Locator, Page } from "@playwright/test";
import { strFromU8, unzipSync } from "fflate";
import { BufferSource, Input, MP4 } from "mediabunny";
import { cards, expectNoSidewaysScroll, openPost, openUser } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";
import { waitForToast } from "./toast-record.ts";

const bytesOf = async (download: Download) => new Uint8Array(await readFile(await download.path()));

async function tracksOf(file: Uint8Array<ArrayBuffer>): Promise<(string | null)[]> {
  const tracks = await new Input({ source: new BufferSource(file), formats: [MP4] }).getTracks();
  return Promise.all(tracks.map((track) => track.getCodec()));
}

/** The decoded audio bytes after playing the file. */
const soundHeard = (page: Page, file: Uint8Array) =>
  page.evaluate(async (content) => {
    const video = document.createElement("video");
    video.src = URL.createObjectURL(
      new Blob([Uint8Array.from(atob(content), (one) => one.charCodeAt(0))]),
    );
    video.muted = true;
    await video.play();
    while (video.currentTime < 0.5) await new Promise((go) => setTimeout(go, 50));
    return Number(Reflect.get(video, "webkitAudioDecodedByteCount"));
  }, Buffer.from(file).toString("base64"));

const filesLeft = (page: Page) =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle("downloads", { create: true });
    const names: string[] = [];
    for await (const name of folder.keys()) names.push(name);
    return names.length;
  });

test("a video is saved as one MP4 that plays with its sound @phone", async ({ page, axe }) => {
  const chunks: string[] = [];
  page.on("request", (request) => {
    if (/\/assets\/remux-/.test(request.url())) chunks.push(request.url());
  });
  const { viewer, post } = await openPost(page, "gemhunter", "Turn it slowly");
  expect(chunks, "fetched by the press").toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    viewer.getByRole("button", { name: "Download" }).click(),
  ]);
  const id = post.id.replace("t3_", "");
  expect(download.suggestedFilename()).toMatch(
    new RegExp(`^gemhunter-Turn-it-slowly.*-${id}.mp4$`),
  );
  await waitForToast(page, [`Saved ${download.suggestedFilename()}`]);
  await axe();
  const file = await bytesOf(download);
  expect(await tracksOf(file)).toEqual(["avc", "aac"]);
  expect(await soundHeard(page, file)).toBeGreaterThan(0);
  expect(chunks.length).toBe(1);
});

test("a gallery is saved as one ZIP", { tag: "@main" }, async ({ page }) => {
  const { viewer, post } = await openPost(page, "gemhunter", "Split a boring grey nodule");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    viewer.getByRole("button", { name: "Download All" }).click(),
  ]);
  const stem = download.suggestedFilename().replace(/\.zip$/, "");
  expect(stem).toContain(post.id.replace("t3_", ""));
  const files = unzipSync(await bytesOf(download));
  expect(Object.keys(files)).toEqual([1, 2, 3].map((place) => `${stem}-${place}.jpg`));
  for (const content of Object.values(files))
    expect(content.slice(0, 2)).toEqual(Uint8Array.of(0xff, 0xd8));
});

/** Starts a download that waits for `release`. */
async function startHeldDownload(page: Page) {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { viewer } = await openPost(page, "gemhunter", "Turn it slowly");
  await page.route(/CMAF_AUDIO/, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  await viewer.getByRole("button", { name: "Download" }).click();
  const card = page.getByRole("region", { name: "Download" });
  await expect(card.getByRole("progressbar")).toBeVisible();
  return { viewer, card, release };
}

test("a download's card leaves the end of a post and of a page uncovered @phone", async ({
  page,
}) => {
  const { viewer, card, release } = await startHeldDownload(page);
  /** Pixels between the last link, with everything scrolled to its end, and the card. */
  const spaceBelow = async (link: Locator) => {
    await page.evaluate(() => {
      for (const one of document.querySelectorAll(":root, [data-scroller]"))
        one.scrollTop = one.scrollHeight;
    });
    const [above, below] = await Promise.all([link.boundingBox(), card.boundingBox()]);
    return (below?.y ?? 0) - (above ? above.y + above.height : Infinity);
  };
  const space = await spaceBelow(viewer.getByRole("link", { name: "View on Reddit" }));
  expect(space).toBeGreaterThanOrEqual(0);
  await viewer.getByRole("button", { name: "Close" }).click();
  await page.getByRole("main").getByRole("link", { name: "Leaderboard" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Leaderboard" })).toBeVisible();
  const last = page.getByRole("contentinfo").locator("a, button, label").last();
  expect(await spaceBelow(last)).toBeGreaterThanOrEqual(0);
  await card.getByRole("button", { name: "Cancel" }).click();
  release();
});

test("a cancelled download leaves no file behind @phone", async ({ page, axe }) => {
  const { viewer, card, release } = await startHeldDownload(page);
  await axe();
  await viewer.getByRole("button", { name: "Download" }).click();
  await waitForToast(page, ["One download at a time"]);
  await card.getByRole("button", { name: "Cancel" }).click();
  await expect(card).toHaveCount(0);
  release();
  await expect.poll(() => filesLeft(page)).toBe(0);
});

test("a host that does not answer is named, with a link instead", async ({
  page,
  axe,
  allowErrors,
}) => {
  allowErrors(/ERR_FAILED|Error while|Retrying|status of/);
  await page.clock.install();
  const { viewer } = await openPost(page, "gemhunter", "Turn it slowly");
  await page.route(/HLSPlaylist|HLS_|CMAF_/, (route) => route.abort());
  await viewer.getByRole("button", { name: "Download" }).click();
  const card = page.getByRole("region", { name: "Download" });
  const sentence = "Its host cannot be reached, or does not allow saving from here.";
  // Further tries, after pauses of up to 2.5 seconds.
  await expect(async () => {
    await page.clock.fastForward(5_000);
    await expect(card.getByRole("alert")).toContainText(sentence, { timeout: 200 });
  }).toPass();
  await expect(card.getByRole("link", { name: "Open it instead" })).toHaveAttribute(
    "href",
    /CMAF_/,
  );
  await axe();
  await card.getByRole("button", { name: "Dismiss" }).click();
  await expect(card).toHaveCount(0);
  expect(await filesLeft(page)).toBe(0);
});

test("all loaded posts that pass the filter are saved as one ZIP", async ({ page, axe }) => {
  await openUser(page, "slowlight_films", "?media=video");
  await expectNoSidewaysScroll(page);
  const shown = await cards(page).count();
  await page.getByRole("button", { name: "Download what is shown" }).click();
  const dialog = page.getByRole("dialog", { name: /^Download \d+ posts?$/ });
  // 1,000 MB, or less: the quota of a private window depends on the memory.
  await expect(dialog).toContainText(/up to [\d,]+ MB/);
  await axe();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Download" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("slowlight_films-video.zip");
  const files = unzipSync(await bytesOf(download));
  const names = Object.keys(files);
  expect(names.length).toBe(shown);
  for (const name of names) expect(name).toMatch(/^slowlight_films-.+\.mp4$/);
  const list = files["not-included.txt"];
  expect(list && strFromU8(list)).toBeUndefined();
});
