import type { BrowserContext, Page } from "@playwright/test";
import { cards, openUser } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";
import { holdScripts } from "./hold-scripts.ts";

/** Bytes of each picture that the page fetches, in the order of the requests. */
function watchPictures(page: Page) {
  const requests: string[] = [];
  const sizes = new Map<string, number>();
  page.on("request", (request) => {
    if (request.resourceType() === "image") requests.push(request.url());
  });
  page.on("requestfinished", async (request) => {
    if (request.resourceType() !== "image") return;
    const { responseBodySize } = await request.sizes();
    sizes.set(request.url(), responseBodySize);
  });
  return { requests, sizes };
}

const showPictures = (context: BrowserContext) =>
  context.addInitScript(() => localStorage.setItem("pictures", "shown"));

const firstPicture = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLImageElement>("article img")?.currentSrc ?? "");

test(
  "a first view of covered pictures fetches each once, small ones only",
  { tag: "@both" },
  async ({ page }) => {
    const { requests, sizes } = watchPictures(page);
    await openUser(page, "gemhunter");
    await expect(cards(page).first().locator("img")).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect(requests.length).toBeGreaterThan(5);
    expect(requests.toSorted(), "fetched once").toEqual([...new Set(requests)].toSorted());
    const all = [...sizes.values()];
    expect(all.length).toBe(requests.length);
    expect(Math.max(...all)).toBeLessThan(20_000);
    expect(all.reduce((sum, size) => sum + size, 0)).toBeLessThan(200_000);
  },
);

test(
  "on a device that shows pictures the first view has the sharp one, which the app keeps",
  { tag: "@both" },
  async ({ page, context }) => {
    await showPictures(context);
    const { requests, sizes } = watchPictures(page);
    const letGo = await holdScripts(context);
    await page.goto("/user/gemhunter", { waitUntil: "commit" });
    await expect.poll(() => firstPicture(page)).toContain("width=640");
    const shown = await firstPicture(page);
    letGo();
    await expect(cards(page).first().locator("img")).toHaveCSS("filter", "none");
    expect(await firstPicture(page)).toBe(shown);
    await page.waitForLoadState("networkidle");
    expect(requests.filter((url) => url === shown)).toHaveLength(1);
    expect(sizes.get(shown)).toBeLessThan(60_000);
  },
);

test("a picture that is uncovered stays on its small copy until the sharp one is there", async ({
  page,
}) => {
  await openUser(page, "gemhunter");
  const card = cards(page).first();
  const pictures = card.locator("img");
  await expect(pictures).toHaveCount(1);
  const small = await pictures.first().getAttribute("src");
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
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
