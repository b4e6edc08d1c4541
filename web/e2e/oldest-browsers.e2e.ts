import { becomeMember, logIn } from "./account-page.ts";
import { openPost } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";

test.beforeEach(async ({ page }) => {
  // The oldest browsers of the build's target (web/vite.config.ts) have none of these.
  await page.addInitScript(() => {
    const absent: [object, string][] = [
      [URL, "parse"],
      [Promise, "try"],
      [globalThis, "requestIdleCallback"],
      [Document.prototype, "startViewTransition"],
      [ReadableStream.prototype, "values"],
      [Reflect.get(globalThis, "Iterator").prototype, "map"],
    ];
    for (const [owner, name] of absent) Reflect.deleteProperty(owner, name);
  });
});

test("a post opens", async ({ page }) => {
  const { viewer } = await openPost(page, "gemhunter", "Ceylon sapphire");
  await expect(viewer.getByRole("link", { name: "View Full Size" })).toBeVisible();
});

test("a login leads back to the page before it", async ({ page, context }) => {
  const name = await becomeMember(context);
  await context.clearCookies();
  await page.goto("/login?returnUrl=%2Fleaderboard");
  await logIn(page, name);
  await page.waitForURL((url) => url.pathname === "/leaderboard");
});
