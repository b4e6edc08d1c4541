import type { SearchResponse } from "#schema/api/search.ts";
import { cards, expectNoSidewaysScroll, searchFromOtherPage, titleOf } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";

/** No line of a text breaks within a letter and its marks. */
const MARKS = "\u0301".repeat(1_900);

test("a request of two thousand lines or marks stays a small entry of the admin's list", async ({
  page,
}) => {
  const lines = { kind: "user", link: "u/lines", why: `first${"\n".repeat(1_900)}last` };
  const marks = { kind: "user", link: "u/marks", why: `a${MARKS}` };
  for (const data of [lines, marks])
    expect((await page.request.post("/api/removals", { data })).status()).toBe(201);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/admin?tab=feedback");
  await page.getByLabel("Admin password", { exact: true }).fill("unearth-local");
  await page.getByRole("button", { name: "Sign In" }).click();
  const entries = page.getByRole("article");
  const request = entries.filter({ hasText: "u/lines" });
  await expect(request).toContainText("last");
  await expect(entries.filter({ hasText: "u/marks" })).toBeVisible();
  await expectNoSidewaysScroll(page);
  expect((await request.boundingBox())?.height).toBeLessThan(1_000);
});

test("a name of marks in the address does not widen the page", async ({ page, allowErrors }) => {
  allowErrors(/status of 40\d/);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`/user/${encodeURIComponent("\u0E47".repeat(50))}`);
  await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test("a post's title and community of marks do not widen its viewer @both", async ({ page }) => {
  const wide = "\u0E47".repeat(280);
  const widths = page.viewportSize()?.width === 1024 ? [1024] : [390, 320];
  await page.route("**/api/reddit/search", async (route) => {
    const answer = (await (await route.fetch()).json()) as SearchResponse;
    const posts = answer.posts.map((post) => ({
      ...post,
      title: wide,
      subreddit: wide.slice(0, 50),
      author: wide.slice(0, 50),
    }));
    await route.fulfill({ json: { ...answer, posts } });
  });
  await searchFromOtherPage(page, "gemhunter");
  // The link is wider than its card, so that a click of its middle would miss it.
  await titleOf(cards(page).first()).getByRole("link").press("Enter");
  const viewer = page.getByRole("dialog", { name: "Post", exact: true });
  await expect(viewer.getByRole("heading", { level: 2 })).toBeVisible();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const tooWide = () =>
      viewer.evaluate((dialog) =>
        [...dialog.querySelectorAll(".viewer, .viewer-details")]
          .filter((one) => one.scrollWidth > one.clientWidth)
          .map((one) => `${one.className}: ${one.scrollWidth} of ${one.clientWidth}`),
      );
    await expect.poll(tooWide, `at ${width}`).toEqual([]);
    await expectNoSidewaysScroll(page);
  }
});
