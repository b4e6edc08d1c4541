import type { Locator, Page } from "@playwright/test";
import { becomeMember, pressDisabled, seeToast } from "./account-page.ts";
import { expectAppStarted } from "./app-started.ts";
import { expect, test } from "./fixtures.ts";

const PROFILE_HEART = /^Heart u\/northlight,/;

/** The count of a heart, once the page knows the member and the server's status. */
async function countOf(page: Page, heart: Locator): Promise<number> {
  await expectAppStarted(page);
  await expect(page.getByRole("link", { name: "Account" })).toBeVisible();
  await expect(heart).toHaveAttribute("aria-busy", "false");
  await expect(heart).toHaveText(/\d/);
  return Number(await heart.innerText());
}

test(
  "a signed-out heart looks disabled, asks to log in and sends nothing",
  { tag: "@phone" },
  async ({ page, axe }) => {
    const calls: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/vote")) calls.push(request.url());
    });
    await page.goto("/user/northlight");
    const heart = page.getByRole("button", { name: PROFILE_HEART });
    await expect(heart).toHaveAttribute("aria-disabled", "true");
    await pressDisabled(heart);
    await seeToast(page, "Authentication Required", "Please log in to vote for users.");
    await page.goto("/leaderboard?tab=posts&post=1nor001");
    const viewer = page.getByRole("dialog");
    await pressDisabled(viewer.getByRole("button", { name: /^Heart / }));
    await seeToast(page, "Authentication Required", "Please log in to vote for posts.");
    await axe();
    expect(calls).toEqual([]);
  },
);

test(
  "a heart shows at once, stays after a reload and can be removed",
  { tag: ["@both", "@main"] },
  async ({ page, context }) => {
    await becomeMember(context);
    await page.goto("/user/northlight");
    const heart = page.getByRole("button", { name: PROFILE_HEART });
    const before = await countOf(page, heart);
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await page.route("**/vote", async (route) => {
      await held;
      await route.continue();
    });
    await heart.click();
    // The server's answer is held, so this count is the page's own.
    await expect(page.getByRole("button", { name: PROFILE_HEART, pressed: true })).toBeVisible();
    await expect(heart).toHaveText(String(before + 1));
    letGo();
    await seeToast(page, "Vote Added", "Successfully voted for user!");
    await page.reload();
    await expect(
      page.locator(`[aria-pressed=true][aria-label^="Heart u/northlight,"]`),
    ).toBeVisible();
    await heart.click();
    await seeToast(page, "Vote Removed");
    await expect(heart).toHaveAttribute("aria-pressed", "false");
    await expect(heart).toHaveText(String(before));
  },
);
