import type { Locator } from "@playwright/test";
import { narrowButton } from "./narrow-page.ts";
import { openUser } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";

/** The size of what a finger on the target's lines through its middle presses, up to 90 pixels. */
const touchSize = (target: Locator) =>
  target.evaluate((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const isHit = (x: number, y: number) => one.contains(document.elementFromPoint(x, y));
    const places = Array.from({ length: 181 }, (_, place) => (place - 90) / 2);
    const across = places.filter((place) => isHit(left + width / 2 + place, top + height / 2));
    const down = places.filter((place) => isHit(left + width / 2, top + height / 2 + place));
    return Math.min(across.length, down.length) / 2;
  });

test(
  "on a phone all filters and tools of a creator's page fit, each 44 pixels wide and high",
  { tag: "@phone" },
  async ({ page }) => {
    for (const width of [360, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await openUser(page, "gemhunter");
      await expect(narrowButton(page)).toBeInViewport({ ratio: 1 });
      const main = page.getByRole("main");
      const targets = main
        .locator("label, .feed-bar button, .byline :is(a, button)")
        .or(main.getByRole("button", { name: /^(?:Slideshow|Switch to)/ }))
        .filter({ visible: true });
      await expect(targets).toHaveCount(12);
      for (const target of await targets.all()) {
        const name = `${await target.innerText()} at ${width}`;
        await expect.poll(() => touchSize(target), name).toBeGreaterThanOrEqual(44);
      }
    }
  },
);
