import { expectNoSidewaysScroll } from "./feed-page.ts";
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
