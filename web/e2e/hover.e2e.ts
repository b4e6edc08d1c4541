import type { Page } from "@playwright/test";
import { cards, openUser, scrollUntilVisible } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";

/** The card of a silent loop, and the clips requested by the page. */
async function openLoopCard(page: Page) {
  const clips: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes(".mp4")) clips.push(request.url());
  });
  await openUser(page, "gemhunter");
  const card = cards(page).filter({ hasText: "Opal, tilted one degree" });
  await scrollUntilVisible(page, card, 200);
  await card.scrollIntoViewIfNeeded();
  await page.mouse.move(0, 0);
  return { card, clips };
}

test("a card's clip plays while the mouse is on it, and is not loaded before", async ({ page }) => {
  const { card, clips } = await openLoopCard(page);
  expect(clips).toEqual([]);
  await card.hover();
  const clip = card.locator("video");
  await expect
    .poll(() => clip.evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0);
  await expect(clip).toHaveJSProperty("muted", true);
  const covers = await clip.evaluate((video) => {
    const parts = [...(video.parentElement?.children ?? [])];
    return parts.slice(0, parts.indexOf(video)).map((part) => part.className.split(" ", 1)[0]);
  });
  expect(new Set(covers), "the picture, but not the title or the chips").toEqual(
    new Set(["card-picture"]),
  );
  expect(new Set(clips).size, "the smallest file alone").toBe(1);
  await page.mouse.move(0, 0);
  await expect(clip).toHaveCount(0);
});
