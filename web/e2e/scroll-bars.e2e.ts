import { openUser } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";
import { kindOf, narrowButton } from "./narrow-page.ts";

test("a classic scroll bar leaves the filters inside a narrow window", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await openUser(page, "gemhunter");
  // Headless Chromium's scroll bars take no width, but media queries count the width of classic ones.
  await page.addStyleTag({ content: "html { width: 345px }" });
  const narrow = narrowButton(page);
  expect(await narrow.evaluate((one) => one.getBoundingClientRect().right)).toBeLessThanOrEqual(
    345,
  );
  const last = kindOf(page, "Videos");
  await last.focus();
  await expect(last).toBeInViewport();
});
