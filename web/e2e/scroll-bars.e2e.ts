import { openUser } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";

test("a scroll bar that takes room leaves the filters inside a narrow window", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await openUser(page, "gemhunter");
  // Chromium's headless bars take none, and widths in media queries include theirs.
  await page.addStyleTag({ content: "html { width: 345px }" });
  const narrow = page.getByRole("button", { name: "Narrow down" });
  expect(await narrow.evaluate((one) => one.getBoundingClientRect().right)).toBeLessThanOrEqual(
    345,
  );
  const last = page.getByRole("radio", { name: /^Videos, / });
  await last.focus();
  await expect(last).toBeInViewport();
});
