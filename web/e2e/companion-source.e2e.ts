import { browserPath, chip, test, useOwnReddit, WHY_SKIPPED } from "./companion-fixture.ts";
import { expectNoSidewaysScroll } from "./feed-page.ts";
import { expect } from "./fixtures.ts";

test.skip(!browserPath, WHY_SKIPPED);

test("on a narrow phone too the source says whose Reddit it is", async ({ page }) => {
  await useOwnReddit(page);
  for (const width of [390, 360, 320]) {
    await page.setViewportSize({ width, height: 700 });
    const shown = await chip(page, "Your Reddit").getByText("Your Reddit").boundingBox();
    expect(shown?.width, `at ${width}`).toBeGreaterThan(60);
    await expectNoSidewaysScroll(page);
  }
});
