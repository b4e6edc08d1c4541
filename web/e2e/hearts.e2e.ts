import assert from "node:assert/strict";
import type { VoteStatusRequest } from "#schema/api/hearts.ts";
import { becomeMember, EVERY_DEVICE, pressDisabled, seeToast } from "./account-page.ts";
import { cards } from "./feed-page.ts";
import { journey } from "./journey.ts";

const PROFILE_HEART = /^Heart u\/northlight,/;

journey(
  "a heart pressed signed out looks disabled, asks to log in and sends nothing",
  { device: EVERY_DEVICE },
  async ({ page, axe }) => {
    const calls: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/vote")) calls.push(request.url());
    });
    await page.goto("/user/northlight");
    const heart = page.getByRole("button", { name: PROFILE_HEART });
    assert.equal(await heart.getAttribute("aria-disabled"), "true");
    await pressDisabled(heart);
    await seeToast(page, "Authentication Required", "Please log in to vote for users.");
    await page.goto("/leaderboard?tab=posts&post=1nor001");
    const viewer = page.getByRole("dialog");
    await pressDisabled(viewer.getByRole("button", { name: /^Heart / }));
    await seeToast(page, "Authentication Required", "Please log in to vote for posts.");
    await axe();
    assert.deepEqual(calls, []);
  },
);

journey(
  "a heart shows at once, stays after a reload and is taken back again",
  { device: EVERY_DEVICE },
  async ({ page, context }) => {
    await becomeMember(context);
    await page.goto("/user/northlight");
    const heart = page.getByRole("button", { name: PROFILE_HEART });
    const before = Number(await heart.innerText());
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route("**/vote", async (route) => {
      await held;
      await route.continue();
    });
    await heart.click();
    // The server's answer is held: only the page itself can show it.
    await page.getByRole("button", { name: PROFILE_HEART, pressed: true }).waitFor();
    assert.equal(Number(await heart.innerText()), before + 1);
    letGo();
    await seeToast(page, "Vote Added", "Successfully voted for user!");
    await page.reload();
    await page.locator(`[aria-pressed=true][aria-label^="Heart u/northlight,"]`).waitFor();
    await heart.click();
    await seeToast(page, "Vote Removed");
    assert.equal(await heart.getAttribute("aria-pressed"), "false");
    assert.equal(Number(await heart.innerText()), before);
  },
);

journey(
  "a heart that the server refuses goes back to what it was, with the server's words",
  { expectErrors: [/status of (500|503)/] },
  async ({ page, context }) => {
    await becomeMember(context);
    await page.goto("/user/northlight");
    const heart = page.getByRole("button", { name: PROFILE_HEART });
    const before = await heart.innerText();
    const message = "The service is busy right now.";
    await page.route("**/vote", (route) =>
      route.fulfill({
        status: 503,
        json: { success: false, error: "internal.unavailable", message, requestId: "" },
      }),
    );
    await heart.click();
    await seeToast(page, "Vote Failed", message);
    assert.equal(await heart.getAttribute("aria-pressed"), "false");
    assert.equal(await heart.innerText(), before);
    await page.unroute("**/vote");
    await page.route("**/vote", (route) => route.fulfill({ status: 500, body: "<html>" }));
    await heart.click();
    await seeToast(page, "Vote Failed", "Failed to vote for user");
  },
);

journey(
  "one call asks about every heart of a page, and one entry is shared by all buttons of a post",
  {},
  async ({ page, context }) => {
    await becomeMember(context);
    const asked: VoteStatusRequest[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/vote-status")) asked.push(request.postDataJSON());
    });
    await page.goto("/user/northlight");
    await cards(page).first().waitFor();
    await page.waitForTimeout(400);
    const names = asked.flatMap(({ items }) => items.map(({ type, id }) => `${type} ${id}`));
    assert.ok(asked.length <= 2, `${asked.length} calls for the first view`);
    assert.ok(names.length > 6 && new Set(names).size === names.length, names.join("\n"));
    const card = cards(page).first();
    await card.hover();
    const onCard = card.getByRole("button", { name: /^Heart / });
    await onCard.click();
    await seeToast(page, "Vote Added", "Successfully voted for post!");
    await card.getByRole("link").click();
    const inViewer = page.getByRole("dialog").getByRole("button", { name: /^Heart / });
    assert.equal(await inViewer.getAttribute("aria-pressed"), "true");
    await inViewer.click();
    await seeToast(page, "Vote Removed");
    await page.keyboard.press("Escape");
    assert.equal(await onCard.getAttribute("aria-pressed"), "false");
  },
);
