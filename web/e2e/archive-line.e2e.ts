import type { Page } from "@playwright/test";
import type { SearchResponse } from "#schema/api/search.ts";
import { cards, expectNoSidewaysScroll, openUser } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";
import { shiftsOf, watchShifts } from "./layout-shifts.ts";

const archiveLine = (page: Page) =>
  page.getByRole("heading", { name: "Older posts, from the archive", exact: true });

/**
 * Marks every page after the first as the archive's. The line then follows twelve posts, and its code is loaded only
 * when needed (a narrowed page has loaded it before).
 */
async function openUserAcrossArchiveLine(page: Page): Promise<void> {
  await page.route("**/api/reddit/search", async (route) => {
    const { after } = route.request().postDataJSON() as { after?: string };
    const response = await route.fetch();
    const json = (await response.json()) as SearchResponse;
    await route.fulfill({
      response,
      json: after ? { ...json, source: "archive", checked: true } : json,
    });
  });
  await openUser(page, "stone_a_day");
}

/**
 * Only posts near the window are mounted, and the line is above the first archived card. If scrolling went past the
 * line, each step to the first mounted archived card leads back up.
 */
async function scrollToArchiveLine(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0));
  await expect(async () => {
    // Searched and scrolled in one call: between two calls the found card could be unmounted.
    await page.evaluate(() => {
      const cardsNow = [...document.querySelectorAll("article")];
      const archived = cardsNow.find(({ textContent }) => textContent.includes("Archive"));
      if (archived) archived.scrollIntoView({ block: "center", behavior: "instant" });
      else scrollBy({ top: 600, behavior: "instant" });
    });
    await expect(archiveLine(page)).toBeVisible({ timeout: 100 });
  }).toPass({ timeout: 30_000, intervals: [50] });
  await archiveLine(page).evaluate((line) =>
    line.scrollIntoView({ block: "center", behavior: "instant" }),
  );
}

/** The boxes of the line, of the cards around it and of the feed. */
const boxes = (page: Page) =>
  page.evaluate(() => {
    const heading = [...document.querySelectorAll("h2")].find(({ textContent }) =>
      textContent.startsWith("Older posts"),
    );
    const line = heading?.parentElement?.parentElement;
    const box = (element: Element) => {
      const edges = element.getBoundingClientRect();
      const [left, top] = [Math.round(edges.left), Math.round(edges.top)];
      return { left, top, right: Math.round(edges.right), bottom: Math.round(edges.bottom) };
    };
    if (!line?.parentElement) return null;
    const all = [...document.querySelectorAll("article")];
    const isOlder = (card: Element) => card.textContent.includes("Archive");
    const children = [...line.parentElement.children];
    return {
      line: box(line),
      text: [...line.querySelectorAll("h2, p")].map(box),
      feed: box(line.parentElement),
      before: all.filter((card) => !isOlder(card)).map(box),
      after: all.filter(isOlder).map(box),
      /** In DOM order. */
      order: children.map((child) => (child === line ? "|" : isOlder(child) ? "a" : "r")).join(""),
    };
  });

/** Repeated until all assertions hold at once: the app draws a new width a moment after a resize. */
async function expectLineAcross(page: Page): Promise<void> {
  await expect(async () => {
    await scrollToArchiveLine(page);
    const found = await boxes(page);
    if (!found) throw new Error("the line is not in the page");
    const { line, text, feed, before, after, order } = found;
    expect(order).toMatch(/^r+\|a+$/);
    expect([line.left, line.right]).toEqual([feed.left, feed.right]);
    for (const card of [...before, ...after]) {
      expect(card.left).toBeGreaterThanOrEqual(feed.left);
      expect(card.right).toBeLessThanOrEqual(feed.right);
    }
    for (const card of before) expect(card.bottom).toBeLessThanOrEqual(line.top);
    for (const card of after) expect(card.top).toBeGreaterThanOrEqual(line.bottom);
    for (const part of text) {
      expect(part.top).toBeGreaterThanOrEqual(line.top);
      expect(part.bottom).toBeLessThanOrEqual(line.bottom);
    }
  }).toPass({ timeout: 60_000 });
  await expectNoSidewaysScroll(page);
}

test(
  "one line across the feed marks the beginning of the archive, in both layouts",
  { tag: "@both" },
  async ({ page, axe }, { project }) => {
    await openUserAcrossArchiveLine(page);
    const widths = project.name === "phone" ? [320, 390] : [768, 1440];
    for (const style of ["masonry", "grid"] as const) {
      const other = page.getByRole("button", { name: `Switch to ${style}`, exact: true });
      if (await other.isVisible()) await other.click();
      for (const width of widths) {
        await page.setViewportSize({ width, height: 860 });
        await expectLineAcross(page);
      }
    }
    await axe({ inBothThemes: project.name === "phone" });
  },
);

test("the line says that posts deleted at Reddit are left out, and its arrival moves nothing", async ({
  page,
}) => {
  await watchShifts(page);
  await openUserAcrossArchiveLine(page);
  await scrollToArchiveLine(page);
  await expect(page.getByText(/Posts deleted there are left out\.$/)).toBeVisible();
  expect(await shiftsOf(page)).toEqual([]);
});

test(
  "a shared jump to a day opens below the archive's line",
  { tag: "@both" },
  async ({ page, axe }) => {
    const day = new Date(Date.now() - 1_300 * 86_400_000).toISOString().slice(0, 10);
    await openUser(page, "long_seam", `?before=${day}`);
    await expect(archiveLine(page)).toBeVisible();
    await expect(cards(page).first()).toContainText("Archive");
    await expect(page.getByRole("button", { name: /^Remove filter Before / })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await axe();
  },
);
