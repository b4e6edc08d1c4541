import type { Locator, Page } from "@playwright/test";
import type { VoteStatusRequest } from "#schema/api/hearts.ts";
import { becomeMember, pressDisabled, seeToast } from "./account-page.ts";
import { expectAppStarted } from "./app-started.ts";
import { cards } from "./feed-page.ts";
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
      if (request.url().includes("/vote")) calls.push(request.url());
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
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
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

test("a refused heart is rolled back, with the server's sentence", async ({
  page,
  context,
  allowErrors,
}) => {
  allowErrors(/status of (500|503)/);
  await becomeMember(context);
  await page.goto("/user/northlight");
  const heart = page.getByRole("button", { name: PROFILE_HEART });
  const before = await countOf(page, heart);
  const message = "The service is busy right now.";
  await page.route("**/vote", (route) =>
    route.fulfill({
      status: 503,
      json: { success: false, error: "internal.unavailable", message, requestId: "" },
    }),
  );
  await heart.click();
  await seeToast(page, "Vote Failed", message);
  await expect(heart).toHaveAttribute("aria-pressed", "false");
  await expect(heart).toHaveText(String(before));
  await page.unroute("**/vote");
  await page.route("**/vote", (route) => route.fulfill({ status: 500, body: "<html>" }));
  await heart.click();
  await seeToast(page, "Vote Failed", "Failed to vote for user");
});

test("one call requests the status of every heart on a page, and all buttons of a post share it", async ({
  page,
  context,
}) => {
  await becomeMember(context);
  const asked: VoteStatusRequest[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/vote-status")) asked.push(request.postDataJSON());
  });
  await page.goto("/user/northlight");
  await expect(cards(page).first()).toBeVisible();
  const namesAsked = () =>
    asked.flatMap(({ items }) => items.map(({ type, id }) => `${type} ${id}`));
  await expect.poll(() => namesAsked().length).toBeGreaterThan(6);
  // Every heart of the page has its status: no call is running.
  await expect(page.locator('[aria-label^="Heart "][aria-busy="true"]')).toHaveCount(0);
  const names = namesAsked();
  expect(asked.length, `${asked.length} calls for the first view`).toBeLessThanOrEqual(2);
  expect(names).toEqual([...new Set(names)]);
  const card = cards(page).first();
  await card.hover();
  const onCard = card.getByRole("button", { name: /^Heart / });
  await onCard.click();
  await seeToast(page, "Vote Added", "Successfully voted for post!");
  await card.getByRole("link").click();
  const inViewer = page.getByRole("dialog").getByRole("button", { name: /^Heart / });
  await expect(inViewer).toHaveAttribute("aria-pressed", "true");
  await inViewer.click();
  await seeToast(page, "Vote Removed");
  await page.keyboard.press("Escape");
  await expect(onCard).toHaveAttribute("aria-pressed", "false");
});
