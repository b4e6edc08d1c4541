import type { Page } from "@playwright/test";
import { cards, openUser, postsOf } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";

test("a post's address may name its id with Reddit's prefix", async ({ page }) => {
  await openUser(page, "gemhunter");
  const id = await cards(page).nth(1).getByRole("link").getAttribute("data-post");
  await page.goto(`/user/gemhunter?post=${id}`);
  const place = page.getByRole("dialog").getByText(/^\d+ of /);
  await expect(place).toHaveText(/^2 of/);
  await page.keyboard.press("j");
  await expect(place).toHaveText(/^3 of/);
  await page.keyboard.press("k");
  await expect(place).toHaveText(/^2 of/);
});

/** The first page of a feed has twelve posts. */
async function openLastLoaded(page: Page) {
  const twelfth = (await postsOf(page, "stone_a_day"))[11]?.id.replace("t3_", "");
  await page.goto(`/user/stone_a_day?post=${twelfth}`);
  const place = page.getByRole("dialog").getByText(/^(\d+ of |Loading…)/);
  await expect(place).toHaveText(/^12 of/);
  return place;
}

test("J on the last loaded post waits for the next page and shows its first post", async ({
  page,
}) => {
  let letThrough = () => {};
  const gate = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route("**/api/reddit/search", async (route) => {
    await gate;
    await route.continue();
  });
  const place = await openLastLoaded(page);
  await page.keyboard.press("j");
  await expect(place).toHaveText("Loading…");
  letThrough();
  await expect(place).toHaveText(/^13 of/);
  await page.keyboard.press("k");
  await expect(place, "going back is not answered by going on").toHaveText(/^12 of/);
});

test("J on the last loaded post says why the next page failed, and requests it again", async ({
  page,
  allowErrors,
}) => {
  allowErrors(/status of 404/);
  let calls = 0;
  await page.route("**/api/reddit/search", async (route) => {
    calls += 1;
    await route.fulfill({ status: 404, json: { success: false, error: "x", message: "Not now." } });
  });
  const place = await openLastLoaded(page);
  await expect.poll(() => calls).toBeGreaterThan(0);
  await page.keyboard.press("j");
  await expect(page.getByText("The next posts could not be loaded").first()).toBeVisible();
  await expect(place).toHaveText(/^12 of/);
  const asked = calls;
  await page.waitForTimeout(1_000);
  expect(calls, "a failure is not repeated by itself").toBe(asked);
  await page.unroute("**/api/reddit/search");
  await page.keyboard.press("j");
  await expect(place).toHaveText(/^13 of/);
});
