import type { Locator, Page } from "@playwright/test";
import { becomeMember, countBoards, giveHeart } from "./account-page.ts";
import { expectAppStarted } from "./app-started.ts";
import { cards, openUser, scrollUntilVisible } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";
import { holdScripts } from "./hold-scripts.ts";
import { touchScreen } from "./touch.ts";

const picture = (card: Locator) => card.locator("img").first();
const BLURRED = ["filter", /blur/] as const;

test(
  "every thumbnail is blurred except under the pointer or the focus, and the toggle removes the blur",
  { tag: "@main" },
  async ({ page, axe }) => {
    await openUser(page, "gemhunter");
    const [one, two] = [cards(page).nth(0), cards(page).nth(1)];
    await expect(one.locator("img")).toBeVisible();
    await expect(picture(one)).toHaveCSS(...BLURRED);
    await expect(picture(two)).toHaveCSS(...BLURRED);
    await axe();
    await one.hover();
    await expect(picture(one), "hovered").not.toHaveCSS(...BLURRED);
    await expect(picture(two), "its neighbour stays blurred").toHaveCSS(...BLURRED);
    await page.mouse.move(0, 0);
    await page.keyboard.press("Tab");
    await one.getByRole("link").first().focus();
    await expect(picture(one), "focused by keyboard").not.toHaveCSS(...BLURRED);
    const toggle = page.getByRole("button", { name: "Blur" });
    await expect(toggle).toHaveAttribute("aria-pressed", "true");
    await toggle.click();
    await expect(toggle).toHaveAttribute("aria-pressed", "false");
    await expect(picture(two)).not.toHaveCSS(...BLURRED);
  },
);

async function seeOnlyWhileHeld(page: Page, card: Locator): Promise<void> {
  await expect(picture(card)).toBeVisible();
  await expect(picture(card)).toHaveCSS(...BLURRED);
  const link = card.getByRole("link");
  await expect(link, "holding selects no text").toHaveCSS("user-select", "none");
  await link.dispatchEvent("pointerdown", { pointerType: "touch" });
  await expect(picture(card), "while held").not.toHaveCSS(...BLURRED);
  await link.dispatchEvent("pointerup", { pointerType: "touch" });
  await link.dispatchEvent("click");
  await page.waitForTimeout(300);
  await expect(picture(card), "let go").toHaveCSS(...BLURRED);
  await expect(page.getByRole("dialog"), "holding does not open the post").toHaveCount(0);
}

test("pictures are uncovered before the app starts, by keyboard too, and stay so", async ({
  page,
  context,
}) => {
  const letGo = await holdScripts(context);
  await page.goto("/user/gemhunter", { waitUntil: "commit" });
  const shown = page.locator("article img").first();
  const offer = page.getByRole("button", { name: "Show them" });
  await expect(shown).toHaveCSS(...BLURRED);
  await offer.focus();
  await page.keyboard.press("Enter");
  await expect(offer).toBeHidden();
  await expect(shown).toHaveCSS("filter", "none");
  const sharp = () => shown.evaluate((one) => (one as HTMLImageElement).currentSrc);
  const before = await sharp();
  letGo();
  await expectAppStarted(page);
  await expect(page.getByRole("button", { name: "Blur" })).toHaveAttribute("aria-pressed", "false");
  await expect(shown).not.toHaveCSS(...BLURRED);
  expect(await sharp()).toBe(before);
});

test("a spoiler stays covered with blur off", async ({ page }) => {
  await openUser(page, "gemhunter");
  await page.getByRole("button", { name: "Blur" }).click();
  const spoiler = cards(page).filter({ hasText: "Spoiler: the inside" });
  await scrollUntilVisible(page, spoiler.locator("img"));
  await page.mouse.move(0, 0);
  await expect(picture(spoiler)).toHaveCSS(...BLURRED);
});

test(
  "on touch a blurred picture is shown while it is held, and until the finger scrolls",
  { tag: "@phone" },
  async ({ page }) => {
    await openUser(page, "gemhunter");
    const card = cards(page).first();
    await seeOnlyWhileHeld(page, card);
    const finger = await touchScreen(page);
    const { x = 0, y = 0 } = (await card.boundingBox()) ?? {};
    const at = { x: x + 100, y: y + 150 };
    await finger.touch(at);
    await expect(picture(card)).not.toHaveCSS(...BLURRED);
    await finger.scrollUp(at, 120);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(50);
    await expect(picture(card), "the browser cancels the touch").toHaveCSS(...BLURRED);
    await finger.lift();
  },
);

test(
  "boards and saved posts show a blurred picture while it is held, like the feed",
  { tag: "@phone" },
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
