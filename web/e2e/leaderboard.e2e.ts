import type { Page } from "@playwright/test";
import type { Post } from "#schema/api/posts.ts";
import { becomeMember, countBoards, giveHeart } from "./account-page.ts";
import { answerOf, followLinkTo, openBoardOf, samplePost, usersOf } from "./board-page.ts";
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

/** Of each entry: its name's lines and whether it is cut, its chips and their rows, and whether a thumb hits the heart. */
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
      const row = chips.getBoundingClientRect();
      const shown = [...chips.querySelectorAll("span > span:not(.sr-only)")].filter((chip) => {
        const edges = chip.getBoundingClientRect();
        return edges.right <= row.right + 1 && edges.bottom <= row.bottom + 1;
      });
      const lines = name.clientHeight / Number.parseFloat(getComputedStyle(name).lineHeight);
      return {
        lines: Math.round(lines),
        isCut: name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight,
        chips: shown.length,
        chipRows: Math.round(chips.clientHeight / 24),
        isHeartHit: [isHit(0, -21), isHit(0, 21), isHit(-21, 0), isHit(21, 0)].every(Boolean),
        heartLines: Math.round(heart.clientHeight / 36),
      };
    }),
  );

test(
  "names of 20 letters are whole on the board and the home page, above all chips and the heart",
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
        for (const [at, { lines, chips, ...rest }] of entries.entries()) {
          const place = `${path} at ${width}, place ${at + 1}`;
          expect(rest, place).toEqual({
            isCut: false,
            chipRows: 1,
            isHeartHit: true,
            heartLines: 1,
          });
          const isPopular = (HEARTS[at] ?? 0) > (path === "/" ? 50 : 100);
          const hasRoom = path === "/leaderboard" || width >= 360;
          if (hasRoom) expect(chips, `chips, ${place}`).toBe(isPopular ? 2 : 1);
          const isRow = path === "/" || at >= 3;
          const most = isRow && width >= 360 && width < 640 ? 2 : 3;
          expect(lines, place).toBeLessThanOrEqual(most);
        }
      }
    }
  },
);

const postsOf = (sample: Post): Post[] =>
  HEARTS.map((heartCount, at) => {
    const title = `A tray of everything that I cut at evening ${at}, under a lamp of a new kind`;
    return { ...sample, id: `t3_${at}`, title, heartCount, rank: at + 1, isNsfw: at === 3 };
  });

const postsAnswerOf = (posts: Post[]) => ({
  json: { type: "posts", posts, total: posts.length, generated: new Date().toISOString() },
});

/** Of the parts in the board's order: left, top, width and height on the page. */
const placesOf = (page: Page, selector: string) =>
  page.locator("main").evaluate(
    (main, parts) =>
      [...main.querySelectorAll(parts)].map((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        return [left, top + scrollY, width, height].map(Math.round);
      }),
    selector,
  );

test(
  "the skeletons of both boards and the home page are where what comes will be, and as large",
  { tag: "@both" },
  async ({ page }) => {
    const sample = await samplePost(page);
    const posts = postsOf(sample);
    const openings = {
      home: () => followLinkTo(page, "/"),
      users: () => followLinkTo(page, "/leaderboard"),
      posts: async () => {
        await followLinkTo(page, "/leaderboard");
        await page.getByRole("tab", { name: "Posts" }).click();
      },
    };
    for (const [name, open] of Object.entries(openings)) {
      const held = Promise.withResolvers<void>();
      await page.route("**/api/leaderboard/*s?*", async (route) => {
        await held.promise;
        const isPosts = route.request().url().includes("/posts?");
        await route.fulfill(isPosts ? postsAnswerOf(posts) : answerOf(usersOf(() => ({}))));
      });
      await open();
      await expect(page.locator("main .skeleton").first()).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      const before = await placesOf(page, ".skeleton");
      held.resolve();
      await expect(page.locator("main ol > li").first()).toBeVisible();
      const after = await placesOf(page, "ol > li, ol ~ p");
      expect(after.length, name).toBe(name === "home" ? 6 : 8);
      expect(before.length, name).toBe(after.length);
      const moved = after.map((place, at) =>
        // The last line's width is the text's.
        Math.max(
          ...place
            .map((edge, side) => Math.abs(edge - (before[at]?.[side] ?? 0)))
            .filter((_, side) => at < 7 || side % 2 === 1),
        ),
      );
      expect(Math.max(...moved), `${name}: ${before.join(" ")}, ${after.join(" ")}`).toBeLessThan(
        4,
      );
      await page.unroute("**/api/leaderboard/*s?*");
    }
  },
);

test(
  "on a phone each row of the posts names its creator, whole from 360 px up, and its heart in one line",
  { tag: "@phone" },
  async ({ page, axe }) => {
    const sample = { ...(await samplePost(page)), username: "northlight_of_the_20" };
    await page.route("**/api/leaderboard/posts**", (route) =>
      route.fulfill(postsAnswerOf(postsOf(sample))),
    );
    await followLinkTo(page, "/leaderboard");
    await page.getByRole("tab", { name: "Posts" }).click();
    const rows = page.locator("main ol + ol > li");
    await expect(rows).toHaveCount(4);
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await expectNoSidewaysScroll(page, `at ${width}`);
      const found = await rows.evaluateAll((all) =>
        all.map((row) => {
          const line = [...row.querySelectorAll("p")].find((one) => one.textContent.includes("u/"));
          const heart = row.querySelector("button");
          const name =
            line && [...line.childNodes].find(({ nodeValue }) => nodeValue?.endsWith("_20"));
          if (!heart || !name) throw new Error("a row without heart or name");
          const range = new Range();
          range.selectNode(name);
          const spare = line.getBoundingClientRect().right - range.getBoundingClientRect().right;
          return { spare, heart: heart.clientHeight };
        }),
      );
      for (const { spare, heart } of found) {
        // At 320 pixels a name of 17 letters fits.
        if (width >= 360) expect(spare, `at ${width}`).toBeGreaterThanOrEqual(0);
        expect(heart, `at ${width}`).toBe(36);
      }
    }
    await axe();
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

test(
  "a name that is too long for its card fills the first line",
  { tag: "@phone" },
  async ({ page, context }) => {
    await becomeMember(context);
    for (const name of USERS) await giveHeart(context.request, "users", name);
    await countBoards(context.request);
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto("/leaderboard");
    const name = page.getByRole("article").nth(1).getByText(/^u\//);
    const share = await name.evaluate((one) => {
      one.textContent = "u/northlight_of_the_24";
      const range = new Range();
      range.selectNodeContents(one);
      return (range.getClientRects()[0]?.width ?? 0) / one.clientWidth;
    });
    expect(share).toBeGreaterThan(0.85);
  },
);
