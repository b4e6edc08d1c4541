import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { becomeMember, countBoards, giveHeart } from "./account-page.ts";
import { cards, openUser } from "./feed-page.ts";
import { journey } from "./journey.ts";

const isBlurred = (card: Locator) =>
  card
    .locator("img")
    .first()
    .evaluate((image) => getComputedStyle(image).filter.includes("blur"));

journey(
  "every thumbnail is blurred until pointer or focus is on it, and the toggle lifts it",
  {},
  async (tools) => {
    const { page, axe } = tools;
    await openUser(page, "gemhunter");
    const [one, two] = [cards(page).nth(0), cards(page).nth(1)];
    await one.locator("img").waitFor();
    assert.ok((await isBlurred(one)) && (await isBlurred(two)));
    await axe();
    await one.hover();
    assert.equal(await isBlurred(one), false, "hovered");
    assert.ok(await isBlurred(two), "its neighbour stays blurred");
    await page.mouse.move(0, 0);
    await page.getByRole("button", { name: "Switch to masonry" }).focus();
    await page.keyboard.press("Tab");
    assert.equal(await isBlurred(one), false, "focused by keyboard");
    const toggle = page.getByRole("button", { name: "Blur" });
    assert.equal(await toggle.getAttribute("aria-pressed"), "true");
    await toggle.click();
    assert.equal(await toggle.getAttribute("aria-pressed"), "false");
    assert.equal(await isBlurred(two), false);
  },
);

async function seeOnlyWhileHeld(page: Page, card: Locator): Promise<void> {
  await card.locator("img").first().waitFor();
  assert.ok(await isBlurred(card));
  const link = card.getByRole("link");
  await link.dispatchEvent("pointerdown", { pointerType: "touch" });
  await page.waitForTimeout(650);
  assert.equal(await isBlurred(card), false, "while held");
  await link.dispatchEvent("pointerup", { pointerType: "touch" });
  await link.dispatchEvent("click");
  await page.waitForTimeout(300);
  assert.ok(await isBlurred(card), "let go");
  assert.equal(await page.getByRole("dialog").count(), 0, "a look is not an opening");
}

journey("a spoiler stays covered though blur is off", {}, async ({ page }) => {
  await openUser(page, "gemhunter");
  await page.getByRole("button", { name: "Blur" }).click();
  const spoiler = cards(page).filter({ hasText: "Spoiler: the inside" });
  for (let turn = 0; turn < 40 && (await spoiler.count()) === 0; turn += 1) {
    await page.mouse.wheel(0, 900);
    await page.waitForTimeout(100);
  }
  await spoiler.locator("img").waitFor();
  await page.mouse.move(0, 0);
  assert.ok(await isBlurred(spoiler));
});

journey(
  "on touch a press and hold shows a blurred picture, and letting go covers it",
  { device: "phone" },
  async (tools) => {
    const { page } = tools;
    await openUser(page, "gemhunter");
    const card = cards(page).first();
    await seeOnlyWhileHeld(page, card);
  },
);

journey(
  "the boards and the saved posts show a blurred picture while it is held, as the feed does",
  { device: "phone" },
  async ({ page, context, axe }) => {
    await becomeMember(context);
    await giveHeart(context.request, "posts", "1vel001");
    await countBoards(context.request);
    await page.goto("/account?tab=posts");
    await seeOnlyWhileHeld(page, cards(page).first());
    await page.goto("/leaderboard?tab=posts");
    const title = "Study in rose and shadow";
    await seeOnlyWhileHeld(page, page.getByRole("article", { name: title }));
    await axe();
  },
);
