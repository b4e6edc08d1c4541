import { cards, openPost, openUser, scrollDown } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";
import { postsShown } from "./narrow-page.ts";

test("in print a feed ends with its last post, and its columns stay inside the page", async ({
  page,
}) => {
  await openUser(page, "gemhunter");
  await expect(page.getByRole("button", { name: "Load More Posts" })).toBeVisible();
  await page.emulateMedia({ media: "print" });
  const heights = () =>
    page.evaluate(() => {
      const feed = document.querySelector("article")?.parentElement?.getBoundingClientRect();
      return document.documentElement.scrollHeight - scrollY - (feed?.bottom ?? 0);
    });
  await expect.poll(heights, "below the posts only the footer").toBeLessThan(300);
  // Paper has another width than the window in which the app placed the cards.
  await page.addStyleTag({ content: "html { width: 700px }" });
  const right = () =>
    cards(page)
      .nth(2)
      .evaluate((card) => card.getBoundingClientRect().right);
  await expect.poll(right).toBeLessThanOrEqual(700);
});

test("in print an open post stands alone, with its picture, and a feed has its posts afterwards", async ({
  page,
}) => {
  const { viewer } = await openPost(page, "gemhunter", "Ceylon sapphire");
  await expect(viewer.getByRole("img").first()).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(cards(page).first()).toBeHidden();
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.locator("h1")).toBeHidden();
  await expect(viewer.getByRole("heading", { name: /Ceylon sapphire/ })).toBeVisible();
  await expect(viewer.getByRole("img").first()).toBeVisible();
  await expect(viewer.getByRole("button", { name: "Close" })).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await page.keyboard.press("Escape");
  await expect(viewer).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(cards(page).first()).toBeVisible();
});

test("on paper a feed has all loaded posts, also those far from the window", async ({ page }) => {
  // Counts cards and posts before the app's own listener, which takes the cards far from the window away again.
  await page.addInitScript(() =>
    addEventListener("afterprint", () => {
      const [, loaded] = /(\d+) posts shown/.exec(document.body.textContent ?? "") ?? [];
      const printed = document.querySelectorAll("article").length;
      Reflect.set(globalThis, "onPaper", { printed, loaded: Number(loaded) });
    }),
  );
  await openUser(page, "stone_a_day");
  const loaded = async () => Number((await postsShown(page).textContent())?.split(" ")[0]);
  await expect(async () => {
    await scrollDown(page, 2_000);
    expect(await loaded()).toBeGreaterThan(40);
  }).toPass({ intervals: [100] });
  // At the top no more posts load, and while posts load the page does not say how many there are.
  await scrollDown(page, -100_000);
  await expect(postsShown(page)).toBeVisible();
  expect(await cards(page).count()).toBeLessThan(await loaded());
  // The other pages would be drawn for nothing.
  await page.pdf({ pageRanges: "1" });
  const onPaper = await page.evaluate(
    () => Reflect.get(globalThis, "onPaper") as { printed: number; loaded: number },
  );
  expect(onPaper.loaded).toBeGreaterThan(40);
  expect(onPaper.printed).toBe(onPaper.loaded);
  await expect.poll(() => cards(page).count()).toBeLessThan(await loaded());
});
