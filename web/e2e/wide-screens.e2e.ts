import type { SearchResponse } from "#schema/api/search.ts";
import { becomeMember } from "./account-page.ts";
import { openUser, searchFromOtherPage } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";

test("from 768 pixels up the bar shows the count by itself, unless it has no room", async ({
  page,
}) => {
  const note = page.getByText(/^All · 12 of /);
  const bar = page.getByRole("group", { name: "Show" });
  for (const width of [768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await openUser(page, "gemhunter");
    await expect(bar).toContainText(/12 of \d+/, { useInnerText: true });
    await expect(note).toBeHidden();
  }
  await page.route("**/api/reddit/search", async (route) => {
    const answer = (await (await route.fetch()).json()) as SearchResponse;
    await route.fulfill({ json: { ...answer, total: 1234 } });
  });
  await page.setViewportSize({ width: 768, height: 900 });
  await searchFromOtherPage(page, "gemhunter");
  await expect(note).toHaveText("All · 12 of 1.2k");
  await expect(bar).not.toContainText(/ of \d/, { useInnerText: true });
});

test("a growing count leaves no gap before the total", async ({ page }) => {
  await openUser(page, "stone_a_day");
  const count = page.getByRole("group", { name: "Show" }).getByText(/^12 of \d{3}\+$/);
  const hole = () =>
    count.evaluate((one) => {
      const [shown, total] = [one.firstElementChild, one.lastElementChild];
      return (
        (total?.getBoundingClientRect().left ?? 0) - (shown?.getBoundingClientRect().right ?? 0)
      );
    });
  await expect.poll(hole).toBeCloseTo(0, 0);
});

test("the search is in the middle of a wide header", async ({ page, context }) => {
  const search = page.getByRole("search", { name: "Search Reddit users" });
  for (const width of [1024, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/about");
    await expect(page.getByRole("banner").getByRole("link", { name: "Sign Up" })).toBeVisible();
    const offset = () =>
      search.evaluate((one) => {
        const [middle, middleOfAll] = [one, one.closest("header")].map((part) => {
          const box = part?.getBoundingClientRect();
          return box ? box.left + box.width / 2 : 0;
        });
        return Math.abs((middle ?? 0) - (middleOfAll ?? 0));
      });
    await expect.poll(offset, `${width}`).toBeLessThanOrEqual(2);
  }
  await becomeMember(context);
  await page.reload();
  await expect(page.getByRole("banner").getByRole("link", { name: "Account" })).toBeVisible();
  await expect.poll(async () => (await search.boundingBox())?.x).toBeGreaterThan(700);
});
