import type { SearchResponse } from "#schema/api/search.ts";
import {
  cards,
  expectNoSidewaysScroll,
  openUser,
  scrollUntilVisible,
  searchFromOtherPage,
} from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";
import { shiftsOf, watchShifts } from "./layout-shifts.ts";

test(
  "a failed later page keeps the feed, with a failure row in view",
  { tag: "@phone" },
  async ({ page, axe, allowErrors }) => {
    allowErrors(/status of 503/);
    await page.route("**/api/reddit/search", (route) =>
      route.fulfill({ status: 503, json: { success: false, error: "x", message: "Not now." } }),
    );
    await openUser(page, "stone_a_day");
    const again = page.getByRole("button", { name: "Try Again" });
    await scrollUntilVisible(page, again, 1500);
    await axe();
    // At the very end of the page, where the footer has pushed up the placeholder tiles.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(again).toBeInViewport();
    await again.click({ trial: true });
    await page.evaluate(() => scrollTo(0, 0));
    await expect(cards(page).first()).toBeVisible();
    const second = page.waitForResponse("**/api/reddit/search");
    await again.click();
    expect((await second).status()).toBe(503);
    await expect(again).toBeVisible();
  },
);

test(
  "the failure of a later page takes the place of its placeholders, however far down the window is",
  { tag: "@both" },
  async ({ page, allowErrors }) => {
    allowErrors(/status of 503/);
    const mayFail = Promise.withResolvers<void>();
    await page.route("**/api/reddit/search", async (route) => {
      await mayFail.promise;
      await route.fulfill({ status: 503, json: { success: false, error: "x", message: "No." } });
    });
    await openUser(page, "stone_a_day");
    const placeholders = page.locator("main .skeleton");
    await expect(placeholders.first()).toBeAttached();
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const topOf = async (name: string) =>
      (await page.locator("[data-more] > *", { hasText: name }).boundingBox())?.y;
    const before = await topOf("Loading…");
    expect(before).toBeGreaterThan(0);
    mayFail.resolve();
    await expect(page.getByRole("button", { name: "Try Again" })).toBeInViewport();
    expect(await topOf("Try Again")).toBe(before);
    await expect(placeholders).toHaveCount(0);
  },
);

test(
  "a filter without matches moves nothing while pages and its message arrive",
  { tag: "@both" },
  async ({ page }) => {
    const chunk = Promise.withResolvers<void>();
    await page.route("**/assets/narrow-tools-*.js", async (route) => {
      await chunk.promise;
      await route.continue();
    });
    // Higher than the message and the end of the feed, so that the footer could come into the window.
    await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: 1000 });
    await watchShifts(page);
    const loaded = page.getByRole("radio", { name: /^All, 48 of/ });
    await page.goto("/user/stone_a_day?media=video");
    await expect(loaded, "its last page without a press").toBeAttached();
    await expect(page.locator("main .skeleton").filter({ visible: true }).first()).toBeVisible();
    chunk.resolve();
    await expect(page.getByRole("heading", { name: "No posts to display" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Load More Posts" })).toBeVisible();
    expect(await shiftsOf(page)).toEqual([]);
  },
);

test("a page that loses the network says so and recovers with it, at first with a stale copy", async ({
  page,
  context,
  axe,
  allowErrors,
}) => {
  allowErrors(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await context.route("**/api/reddit/search", (route) => route.abort("internetdisconnected"));
  await searchFromOtherPage(page, "gemhunter");
  await expect(page.getByRole("heading", { name: "Error Loading Content" })).toBeVisible();
  await expect(page.getByText("Check your connection.")).toBeVisible();
  await axe();
  await context.unroute("**/api/reddit/search");
  const fetchedAt = new Date(Date.now() - 3 * 3_600_000).toISOString();
  await context.route("**/api/reddit/search", async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as SearchResponse;
    await route.fulfill({ response, json: { ...answer, stale: true, fetchedAt } });
  });
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(cards(page).first()).toBeVisible();
  await expect(page.getByText(/^Reddit cannot be asked right now\./)).toBeVisible();
  await axe();
});

test("hostile titles are shown as text and break no layout at 320 pixels", async ({
  page,
  axe,
}) => {
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.setViewportSize({ width: 320, height: 700 });
  await openUser(page, "tangle_of_words");
  await expectNoSidewaysScroll(page);
  await axe();
  const titles = await cards(page).count();
  for (let index = 0; index < Math.min(titles, 8); index += 1) {
    await cards(page).nth(index).getByRole("link").click();
    await expect(page.getByRole("dialog")).toBeVisible();
    const wide = await page.evaluate(() =>
      [...document.querySelectorAll("dialog, .viewer")].some((box) => box.scrollWidth > innerWidth),
    );
    expect(wide).toBe(false);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  // The markup in the sample's titles would set it, and open a dialog.
  expect(await page.evaluate(() => Reflect.get(globalThis, "pwned"))).toBe(undefined);
  expect(dialogs).toEqual([]);
});
