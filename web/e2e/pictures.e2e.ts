import type { BrowserContext, Page, Request } from "@playwright/test";
import { expectAppStarted } from "./app-started.ts";
import { cards, openUser } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";
import { holdScripts } from "./hold-scripts.ts";

/** Wide enough for cards whose sharp picture is another file than the small copy. */
const WIDE = { width: 1280, height: 720 };

/** Records the page's requests for pictures, in order. */
function watchPictures(page: Page) {
  let requests: Request[] = [];
  const finished = new Set<Request>();
  page.on("request", (request) => {
    if (request.resourceType() === "image") requests.push(request);
  });
  page.on("requestfinished", (request) => finished.add(request));
  // The browser aborts the request of an element that the app replaces.
  page.on("requestfailed", (failed) => {
    requests = requests.filter((request) => request !== failed);
  });

  /**
   * Address and bytes of each picture, once the app has started, at least `least` are requested and all have arrived.
   */
  async function settled(least: number): Promise<[url: string, size: number][]> {
    await expectAppStarted(page);
    await page.waitForLoadState("networkidle");
    await expect.poll(() => requests.length).toBeGreaterThanOrEqual(least);
    await expect.poll(() => requests.filter((one) => !finished.has(one)).length).toBe(0);
    return Promise.all(
      requests.map(async (one) => [one.url(), (await one.sizes()).responseBodySize]),
    );
  }
  return { settled };
}

const showPictures = (context: BrowserContext) =>
  context.addInitScript(() => localStorage.setItem("pictures", "shown"));

const firstPicture = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLImageElement>("article img")?.currentSrc ?? "");

test(
  "a first view of covered pictures fetches each once, in its small copy",
  { tag: "@both" },
  async ({ page }) => {
    const { settled } = watchPictures(page);
    await openUser(page, "gemhunter");
    await expect(cards(page).first().locator("img")).toBeVisible();
    const pictures = await settled(6);
    const urls = pictures.map(([url]) => url);
    expect(urls.toSorted(), "fetched once").toEqual([...new Set(urls)].toSorted());
    const sizes = pictures.map(([, size]) => size);
    expect(Math.min(...sizes)).toBeGreaterThan(0);
    expect(Math.max(...sizes)).toBeLessThan(20_000);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(200_000);
  },
);

test(
  "on a device that shows pictures the first view has the sharp one, and the app keeps it",
  { tag: "@phone" },
  async ({ page, context }) => {
    await showPictures(context);
    const { settled } = watchPictures(page);
    const letGo = await holdScripts(context);
    await page.goto("/user/gemhunter", { waitUntil: "commit" });
    await expect.poll(() => firstPicture(page)).toContain("width=640");
    const shown = await firstPicture(page);
    letGo();
    await expect(cards(page).first().locator("img")).toHaveCSS("filter", "none");
    expect(await firstPicture(page)).toBe(shown);
    const sizes = (await settled(1)).filter(([url]) => url === shown).map(([, size]) => size);
    expect(sizes, "fetched once").toHaveLength(1);
    expect(sizes[0]).toBeLessThan(60_000);
  },
);

test("an uncovered picture shows its small copy until the sharp one has loaded", async ({
  page,
}) => {
  await page.setViewportSize(WIDE);
  await openUser(page, "gemhunter");
  const card = cards(page).first();
  const pictures = card.locator("img");
  await expect(pictures).toHaveCount(1);
  const small = await pictures.first().getAttribute("src");
  const { promise: released, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(/width=640/, async (route) => {
    await released;
    await route.continue();
  });
  await card.hover();
  await expect(pictures).toHaveCount(2);
  await expect(pictures.nth(0)).toHaveAttribute("src", small ?? "");
  await expect(pictures.nth(0)).toHaveCSS("filter", "none");
  await expect(pictures.nth(1)).toHaveCSS("opacity", "0");
  letGo();
  await expect(pictures).toHaveCount(1);
  await expect(pictures.first()).toHaveCSS("opacity", "1");
  expect(await firstPicture(page)).toContain("width=640");
  await page.mouse.move(0, 0);
  await expect(pictures.first()).toHaveCSS("filter", /blur/);
});
