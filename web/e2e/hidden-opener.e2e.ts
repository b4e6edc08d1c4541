import { openUser } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";

test("a window made narrower under a dialog: its button's counterpart gets the focus back", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openUser(page, "gemhunter");
  const button = page.getByRole("button", { name: "Download what is shown" });
  await button.click();
  const dialog = page.getByRole("dialog", { name: /^Download \d+ posts$/ });
  await expect(dialog).toBeVisible();
  const opener = await page
    .locator('[aria-label="Download what is shown"]')
    .first()
    .elementHandle();
  await page.setViewportSize({ width: 900, height: 900 });
  await expect.poll(() => opener?.isVisible()).toBe(false);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();
});

test("a dialog whose button is hidden, with no counterpart, gives the focus to the page's heading", async ({
  page,
}) => {
  await page.goto("/about");
  await page.getByRole("contentinfo").getByRole("button", { name: "Feedback" }).click();
  const dialog = page.getByRole("dialog", { name: "Feedback" });
  await expect(dialog).toBeVisible();
  await page.addStyleTag({ content: "footer { display: none }" });
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});
