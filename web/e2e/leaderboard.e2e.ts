import type { Page } from "@playwright/test";
import { becomeMember, countBoards, giveHeart } from "./account-page.ts";
import { viewerOf } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";

const USERS = ["gemhunter", "northlight", "macro_mica", "loopsmith", "stone_a_day"];
const POSTS = ["1gem005", "1nor001", "1mac001", "1loo005", "1sto002"];

/** Opens the board from a page without inlined standings, so that they are fetched. */
async function openByLink(page: Page): Promise<void> {
  await page.goto("/about");
  await page.getByRole("contentinfo").getByRole("link", { name: "Leaderboard" }).click();
  await page.waitForURL("**/leaderboard");
}

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

test("fetched standings show their skeleton for at least half a second", async ({ page }) => {
  await page.clock.install();
  await page.goto("/about");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  const answer = page.waitForResponse("**/api/leaderboard/users**");
  await page.getByRole("contentinfo").getByRole("link", { name: "Leaderboard" }).click();
  await (await answer).finished();
  await page.clock.runFor(450);
  await expect(page.getByText("Loading the leaderboard")).toBeAttached();
  await page.clock.runFor(100);
  await expect(page.getByText(/^Standings of |No User Rankings Yet/)).toBeVisible();
});

test("a board that fails to load shows an error, links home and can be loaded again", async ({
  page,
  axe,
  allowErrors,
}) => {
  allowErrors(/status of 500/);
  await page.route("**/api/leaderboard/users**", (route) =>
    route.fulfill({ status: 500, body: "" }),
  );
  await openByLink(page);
  await expect(page.getByRole("heading", { name: "Leaderboard Unavailable" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Return Home" })).toHaveAttribute("href", "/");
  await axe();
  await page.unroute("**/api/leaderboard/users**");
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByText(/^Standings of |No User Rankings Yet/)).toBeVisible();
});

test("an empty board says what to do", async ({ page, axe }) => {
  const generated = new Date().toISOString();
  await page.route(/\/api\/leaderboard\/(users|posts)/, (route) => {
    const type = route.request().url().includes("/users") ? "users" : "posts";
    return route.fulfill({ json: { type, [type]: [], total: 0, generated } });
  });
  await openByLink(page);
  await expect(page.getByRole("heading", { name: "No User Rankings Yet" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Start Exploring" })).toBeVisible();
  await axe();
  await page.getByRole("tab", { name: "Posts" }).click();
  await expect(page.getByRole("heading", { name: "No Posts Yet" })).toBeVisible();
  await axe();
});
