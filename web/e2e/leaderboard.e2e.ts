import { becomeMember, countBoards, giveHeart } from "./account-page.ts";
import { viewerOf } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";

const USERS = ["gemhunter", "northlight", "macro_mica", "loopsmith", "stone_a_day"];
const POSTS = ["1gem005", "1nor001", "1mac001", "1loo005", "1sto002"];

test(
  "both boards are sorted and show their age, and a post opens over the page",
  { tag: ["@both", "@main"] },
  async ({ page, context, axe }) => {
    await becomeMember(context);
    for (const name of USERS) await giveHeart(context.request, "users", name);
    for (const id of POSTS) await giveHeart(context.request, "posts", id);
    await countBoards(context.request);
    await context.clearCookies();
    await page.goto("/leaderboard");
    await expect(page).toHaveTitle("Leaderboard - Top Reddit Creators");
    const entries = page.getByRole("article");
    await expect(entries.first()).toBeVisible();
    expect(await entries.count()).toBeLessThanOrEqual(7);
    const hearts = await entries
      .getByRole("button", { name: /^Heart u\// })
      .evaluateAll((all) => all.map((button) => Number(button.textContent)));
    expect(hearts).toEqual(hearts.toSorted((a, b) => b - a));
    await expect(entries.getByText("Creator", { exact: true })).toHaveCount(hearts.length);
    await expect(page.getByText(/^Standings of /)).toBeVisible();
    await axe();
    await page.getByRole("tab", { name: "Posts" }).click();
    await page.waitForURL("**/leaderboard?tab=posts");
    await expect(
      page.getByRole("tabpanel", { name: "Posts" }).getByRole("article").first(),
    ).toBeVisible();
    await axe();
    const title = (await entries.first().getAttribute("aria-label")) ?? "";
    await entries.first().getByRole("link").click();
    await expect(viewerOf(page, title)).toBeVisible();
    expect(new URL(page.url()).search).toMatch(/post=/);
    await page.goBack();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.getByRole("tab", { name: "Users" }).click();
    await page
      .getByRole("link", { name: "u/gemhunter Gem Hunter" })
      .getByText("Gem Hunter")
      .click();
    await page.waitForURL("**/user/gemhunter");
  },
);

test("the row of tabs does not scroll", async ({ page }) => {
  await page.goto("/leaderboard");
  const tabs = page.getByRole("tablist");
  await expect(tabs).toBeVisible();
  // With classic scroll bars, one pixel of overflow shows a bar as high as the row.
  const hidden = await tabs.evaluate((row) => [
    row.scrollHeight - row.clientHeight,
    row.scrollWidth - row.clientWidth,
  ]);
  expect(hidden).toEqual([0, 0]);
});

test("at 320 pixels the heading is one line", { tag: "@phone" }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/leaderboard");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toBeVisible();
  const lines = await heading.evaluate(
    (one) => one.clientHeight / Number.parseFloat(getComputedStyle(one).lineHeight),
  );
  expect(Math.round(lines)).toBe(1);
});
