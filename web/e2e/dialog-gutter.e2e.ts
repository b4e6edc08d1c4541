import type { Page } from "@playwright/test";
import sharp from "sharp";
import { browserLaunchOptions } from "#tools/browser.ts";
import { openPost } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";

const WIDTH = 1024;

const launchOptions = await browserLaunchOptions();
const { ignoreDefaultArgs } = launchOptions;

// With scroll bars as on Windows and Linux, which headless Chromium hides.
test.use({
  launchOptions: {
    ...launchOptions,
    ignoreDefaultArgs: [
      ...(Array.isArray(ignoreDefaultArgs) ? ignoreDefaultArgs : []),
      "--hide-scrollbars",
    ],
  },
});

/** The window's right edge: the gutter, and the page beside it. */
async function edge(page: Page) {
  const picture = sharp(
    await page.screenshot({ clip: { x: WIDTH - 20, y: 560, width: 20, height: 1 } }),
  );
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const red = (x: number) => data[x * info.channels] ?? 0;
  return { page: red(1), gutter: red(18) };
}

/** In the dark theme the gutter is black. */
async function expectEvenEdge(page: Page) {
  await expect
    .poll(async () => {
      const { page: beside, gutter } = await edge(page);
      return Math.abs(beside - gutter);
    })
    .toBeLessThanOrEqual(5);
}

for (const colorScheme of ["light", "dark"] as const)
  test(`in the ${colorScheme} theme the gutter beside a dialog is as dark as the page`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto("/about");
    await page.getByRole("contentinfo").getByRole("button", { name: "Feedback" }).click();
    await expect(page.getByRole("dialog", { name: "Feedback" })).toBeVisible();
    await expectEvenEdge(page);
    await page.keyboard.press("Escape");
    await openPost(page, "gemhunter", "Ceylon sapphire");
    await expectEvenEdge(page);
  });
