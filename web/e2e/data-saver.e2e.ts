import { openPost, openUser } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";

test("the data saver keeps a video still and pictures small, on this device @phone", async ({
  page,
  axe,
}) => {
  await openUser(page, "gemhunter");
  await page.getByRole("button", { name: "Show them" }).click();
  const saver = page.getByRole("button", { name: "Data saver", exact: true });
  await expect(saver).toHaveText("Data saver off");
  await saver.click();
  await expect(saver).toHaveText("Data saver on");
  await expect(saver).toHaveAttribute("aria-pressed", "true");
  const expected = await page
    .locator("article")
    .first()
    .evaluate((card) => Math.ceil(Number.parseFloat(card.style.width) / devicePixelRatio));
  const sharp = page.locator("article .card-picture[srcset]").first();
  await expect(sharp).toHaveAttribute("sizes", `${expected}px`);

  const parts: string[] = [];
  page.on("request", (request) => {
    if (/v\.redd\.it.*\.(m3u8|mp4|m4s|ts)|hls/.test(request.url())) parts.push(request.url());
  });
  const { viewer } = await openPost(page, "gemhunter", "Turn it slowly");
  const video = viewer.locator("video");
  await expect(video).toHaveAttribute("preload", "none");
  // Browsers show their controls with a loading ring while the element has an address and no data.
  await expect(video).toHaveJSProperty("controls", false);
  await expect(video).toHaveJSProperty("networkState", 0);
  expect(parts).toEqual([]);
  await axe();
  const play = viewer.getByRole("button", { name: "Play", exact: true });
  await play.focus();
  await page.keyboard.press("Enter");
  await expect(video).toBeFocused();
  await expect(video).toHaveJSProperty("controls", true);
  await expect
    .poll(() => video.evaluate((element) => Reflect.get(element, "currentTime")))
    .toBeGreaterThan(0.2);
  await expect(video, "in hls.js, which can be limited").toHaveAttribute("src", /^blob:/);
  expect(await video.evaluate((element) => Reflect.get(element, "videoHeight"))).toBeLessThan(481);
  await page.keyboard.press("Space");
  await expect(video).toHaveJSProperty("paused", true);
});

test("with the data saver a press beside Play counts, and Pause lasts while hls.js loads", async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem("data-saver", "on"));
  const { promise: gate, resolve: send } = Promise.withResolvers<void>();
  await page.route(/hls[^/]*\.js/, async (route) => {
    await gate;
    await route.continue();
  });
  const { viewer } = await openPost(page, "gemhunter", "Opal, tilted one degree");
  const video = viewer.locator("video");
  await expect(viewer.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  const box = await video.boundingBox();
  if (!box) throw new Error("The video has no box");
  await page.mouse.click(box.x + 40, box.y + box.height - 40);
  const pause = viewer.getByRole("button", { name: "Pause", exact: true });
  await expect(pause).toBeFocused();
  await page.keyboard.press("Space");
  await expect(video).toHaveJSProperty("paused", true);
  await expect(video).toHaveJSProperty("networkState", 0);
  send();
  await expect
    .poll(() => video.evaluate((element) => Reflect.get(element, "readyState")))
    .toBeGreaterThan(1);
  await expect(video).toHaveJSProperty("paused", true);
});
