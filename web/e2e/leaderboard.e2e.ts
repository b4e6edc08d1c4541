import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { becomeMember, countBoards, EVERY_DEVICE, giveHeart } from "./account-page.ts";
import { journey } from "./journey.ts";

const USERS = ["gemhunter", "northlight", "macro_mica", "loopsmith", "stone_a_day"];
const POSTS = ["1gem005", "1nor001", "1mac001", "1loo005", "1sto002"];

/** From a page that carries no standings along, so that they are fetched. */
async function openByLink(page: Page): Promise<void> {
  await page.goto("/about");
  await page.getByRole("contentinfo").getByRole("link", { name: "Leaderboard" }).click();
  await page.waitForURL("**/leaderboard");
}

journey(
  "both boards stand in order, say how old they are, and a post opens over the page",
  { device: EVERY_DEVICE, timeoutSeconds: 90 },
  async ({ page, context, axe }) => {
    await becomeMember(context);
    for (const name of USERS) await giveHeart(context.request, "users", name);
    for (const id of POSTS) await giveHeart(context.request, "posts", id);
    await countBoards(context.request);
    await context.clearCookies();
    await page.goto("/leaderboard");
    assert.equal(await page.title(), "Leaderboard - Top Reddit Creators");
    const entries = page.getByRole("article");
    await entries.first().waitFor();
    assert.ok((await entries.count()) <= 7);
    const hearts = await entries
      .getByRole("button", { name: /^Heart u\// })
      .evaluateAll((all) => all.map((button) => Number(button.textContent)));
    assert.deepEqual(
      hearts,
      hearts.toSorted((a, b) => b - a),
    );
    assert.equal(await entries.getByText("Creator", { exact: true }).count(), hearts.length);
    await page.getByText(/^Standings of /).waitFor();
    await axe();
    await page.getByRole("tab", { name: "Posts" }).click();
    await page.waitForURL("**/leaderboard?tab=posts");
    await page.getByRole("tabpanel", { name: "Posts" }).getByRole("article").first().waitFor();
    await axe();
    const title = (await entries.first().getAttribute("aria-label")) ?? "";
    await entries.first().getByRole("link").click();
    await page.getByRole("dialog", { name: title }).waitFor();
    assert.match(new URL(page.url()).search, /post=/);
    await page.goBack();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("tab", { name: "Users" }).click();
    await page.getByRole("article", { name: "u/gemhunter" }).getByRole("link").click();
    await page.waitForURL("**/user/gemhunter");
  },
);

journey(
  "standings that are fetched show their skeleton for half a second at least",
  {},
  async ({ page }) => {
    await openByLink(page);
    const started = Date.now();
    await page.getByText("Loading the leaderboard").waitFor({ state: "attached" });
    await page.getByText(/^Standings of |No User Rankings Yet/).waitFor();
    assert.ok(Date.now() - started > 350, `${Date.now() - started} ms`);
  },
);

journey(
  "a board that cannot be had says so, leads home and can be asked for again",
  { device: EVERY_DEVICE, expectErrors: [/status of 500/] },
  async ({ page, axe }) => {
    await page.route("**/api/leaderboard/users**", (route) =>
      route.fulfill({ status: 500, body: "" }),
    );
    await openByLink(page);
    await page.getByRole("heading", { name: "Leaderboard Unavailable" }).waitFor();
    assert.equal(await page.getByRole("link", { name: "Return Home" }).getAttribute("href"), "/");
    await axe();
    await page.unroute("**/api/leaderboard/users**");
    await page.getByRole("button", { name: "Try Again" }).click();
    await page.getByText(/^Standings of |No User Rankings Yet/).waitFor();
  },
);

journey("boards that nobody stands on yet say what to do", {}, async ({ page, axe }) => {
  const generated = new Date().toISOString();
  await page.route(/\/api\/leaderboard\/(users|posts)/, (route) => {
    const type = route.request().url().includes("/users") ? "users" : "posts";
    return route.fulfill({ json: { type, [type]: [], total: 0, generated } });
  });
  await openByLink(page);
  await page.getByRole("heading", { name: "No User Rankings Yet" }).waitFor();
  await page.getByRole("link", { name: "Start Exploring" }).waitFor();
  await axe();
  await page.getByRole("tab", { name: "Posts" }).click();
  await page.getByRole("heading", { name: "No Posts Yet" }).waitFor();
  await axe();
});
