import type { Page } from "@playwright/test";
import { becomeMember, countBoards, giveHeart } from "./account-page.ts";
import { answerOf, followLinkTo, openBoardOf, usersOf } from "./board-page.ts";
import { expectNoSidewaysScroll, viewerOf } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";

const USERS = ["gemhunter", "northlight", "macro_mica", "loopsmith", "stone_a_day"];
const POSTS = ["1gem005", "1nor001", "1mac001", "1loo005", "1sto002"];

test(
  "both boards show their age, and a post opens over the page",
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
    await expect(entries.getByText("Creator", { exact: true })).toHaveCount(await entries.count());
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

const HEARTS = [12_440, 1_320, 1_310, 1_300, 640, 130, 4];

/** Of each entry: its name's lines and whether it is cut, its chips' rows, and whether a thumb hits the heart. */
const entriesOf = (page: Page) =>
  page.locator("main ol > li").evaluateAll((all) =>
    all.map((entry) => {
      entry.scrollIntoView({ block: "center" });
      const name = entry.querySelector("h2 span, li > div > a");
      const chips = entry.querySelector("p");
      const heart = entry.querySelector("button");
      if (!name || !chips || !heart) throw new Error("an entry without name, chips or heart");
      const { left, right, top, bottom } = heart.getBoundingClientRect();
      const middle = { x: (left + right) / 2, y: (top + bottom) / 2 };
      const isHit = (x: number, y: number) =>
        document.elementFromPoint(middle.x + x, middle.y + y)?.closest("button") === heart;
      const lines = name.clientHeight / Number.parseFloat(getComputedStyle(name).lineHeight);
      return {
        lines: Math.round(lines),
        isCut: name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight,
        chipRows: Math.round(chips.clientHeight / 24),
        isHeartHit: [isHit(0, -21), isHit(0, 21), isHit(-21, 0), isHit(21, 0)].every(Boolean),
        heartLines: Math.round(heart.clientHeight / 36),
      };
    }),
  );

test(
  "names of 20 letters are whole on the board and the home page, above chips and heart",
  { tag: "@phone" },
  async ({ page }) => {
    // The second name is as wide as a name can be.
    const names = ["mineral_photographe", "MMMMMMMMMMMMMMMMMMM", "slowlight_films_and"];
    const users = usersOf((at) => ({
      username: `${names[at % 3]}${at}`,
      displayName: null,
      heartCount: HEARTS[at] ?? 0,
    }));
    for (const path of ["/", "/leaderboard"] as const) {
      await openBoardOf(page, path, users);
      for (const width of [320, 360, 375, 390, 820]) {
        await page.setViewportSize({ width, height: 844 });
        await expectNoSidewaysScroll(page, `${path} at ${width}`);
        const entries = await entriesOf(page);
        expect(entries.length).toBeGreaterThanOrEqual(6);
        for (const [at, { lines, ...rest }] of entries.entries()) {
          const place = `${path} at ${width}, place ${at + 1}`;
          expect(rest, place).toEqual({
            isCut: false,
            chipRows: 1,
            isHeartHit: true,
            heartLines: 1,
          });
          const isRow = path === "/" || at >= 3;
          const most = isRow && width >= 360 && width < 640 ? 2 : 3;
          expect(lines, place).toBeLessThanOrEqual(most);
        }
      }
    }
  },
);

test(
  "the skeletons of board and home page are as high as what comes",
  { tag: "@both" },
  async ({ page }) => {
    const users = usersOf(() => ({}));
    const heightsOf = (selector: string) =>
      page
        .locator(`main ${selector}`)
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    for (const path of ["/", "/leaderboard"] as const) {
      const held = Promise.withResolvers<void>();
      await page.route("**/api/leaderboard/users**", async (route) => {
        await held.promise;
        await route.fulfill(answerOf(users));
      });
      await followLinkTo(page, path);
      await expect(page.locator("main .skeleton").first()).toBeVisible();
      const before = await heightsOf(".skeleton");
      held.resolve();
      await expect(page.locator("main ol > li").first()).toBeVisible();
      const after = await heightsOf("ol > li");
      const moved = after.map((height, at) => Math.abs(height - (before[at] ?? 0)));
      expect(Math.max(...moved), `${path}: ${before.join(" ")}, ${after.join(" ")}`).toBeLessThan(
        3,
      );
      await page.unroute("**/api/leaderboard/users**");
    }
  },
);

test("at 320 pixels the heading is one line", { tag: "@phone" }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/leaderboard");
  const heading = page.getByRole("heading", { level: 1 });
  const lines = () =>
    heading.evaluate((one) =>
      Math.round(one.clientHeight / Number.parseFloat(getComputedStyle(one).lineHeight)),
    );
  // The app replaces the first view's heading, and one that has left the page has no line height.
  await expect.poll(lines).toBe(1);
});
