import type { Locator, Page } from "@playwright/test";
import { becomeMember, giveHeart } from "./account-page.ts";
import { type BoardPath, openBoardOf, samplePost, usersOf } from "./board-page.ts";
import { cards, expectNoSidewaysScroll, openPost, openUser } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";
import { kindOf, narrowButton } from "./narrow-page.ts";
import { holdScripts } from "./hold-scripts.ts";

const LONG = "W".repeat(20);

const topOf = (target: Locator) => target.evaluate((one) => one.getBoundingClientRect().top);

/** The longest names, badges and counts. */
function openBoardOfLongNames(page: Page, path: BoardPath): Promise<void> {
  const users = usersOf((at) => {
    const username = `${LONG.slice(2)}_${at}`;
    return { username, displayName: username, heartCount: 999_940 };
  });
  return openBoardOf(page, path, users);
}

test(
  "pictures fill half of a creator's first screen, under a header of one row",
  { tag: "@phone" },
  async ({ page, axe }) => {
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 844 });
      for (const username of ["gemhunter", "tangle_of_words"]) {
        await openUser(page, username);
        const heightOf = async (target: Locator) =>
          Math.round((await target.boundingBox())?.height ?? 99);
        const header = page.getByRole("banner");
        await expect.poll(() => heightOf(header), `header at ${width}`).toBeLessThanOrEqual(64);
        const bar = page.getByRole("group", { name: "Show" }).locator("xpath=ancestor::div[3]");
        await expect.poll(() => heightOf(bar), `filters at ${width}`).toBeLessThanOrEqual(64);
        const narrow = narrowButton(page);
        const end = () => narrow.evaluate((one) => one.getBoundingClientRect().right);
        await expect.poll(end, `the last tool at ${width}`).toBeLessThanOrEqual(width - 8);
        const first = () => topOf(cards(page).first());
        await expect.poll(first, `${username} at ${width}`).toBeLessThanOrEqual(844 / 2);
        await expectNoSidewaysScroll(page);
      }
      await axe();
    }
    await openUser(page, "gemhunter");
    await expect(page.getByText(/^All · 12 of \d+$/)).toBeVisible();
    await kindOf(page, "Videos").check({ force: true });
    await expect(page.getByText(/^Videos · \d+$/)).toBeVisible();
  },
);

const CITRINE_OF_DARK = "rgb(246, 183, 60)";

test.describe("in the light theme", () => {
  test.use({ colorScheme: "light" });
  test("on a picture the focus ring has the dark theme's colour", async ({ page }) => {
    await openUser(page, "gemhunter");
    const heart = cards(page)
      .first()
      .getByRole("button", { name: /^Heart / });
    await page.keyboard.press("Tab");
    await heart.focus();
    await expect(heart).toHaveCSS("outline-color", CITRINE_OF_DARK);
  });

  test("on an open post's stage every focus ring has the dark theme's colour", async ({ page }) => {
    const { viewer } = await openPost(page, "gemhunter", "Split a boring grey nodule");
    await viewer.getByRole("button", { name: "Next image" }).focus();
    await page.keyboard.press("Tab");
    const focused = page.locator(".viewer-stage :focus-visible");
    await expect(focused).toHaveCSS("outline-color", CITRINE_OF_DARK);
    const community = viewer.locator(".viewer-details").getByRole("link", { name: /^r\// });
    await community.focus();
    await expect(community, "of the details").toHaveCSS("outline-color", "rgb(143, 89, 0)");
  });

  test("the filters are readable at every width", async ({ page, axe }) => {
    await openUser(page, "stone_a_day");
    for (const width of [320, 640, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(page);
      const show = page.getByRole("group", { name: "Show" });
      const bar = show.locator("xpath=ancestor::div[2]");
      const overflow = () => bar.evaluate((one) => one.scrollWidth - one.clientWidth);
      await expect.poll(overflow, `filters at ${width}`).toBe(0);
      await axe();
    }
  });
});

test(
  "a visitor uncovers pictures once, and the next visit shows them from the first paint",
  { tag: "@phone" },
  async ({ page, context, axe }) => {
    // While the sharp picture loads, the card holds both pictures.
    const picture = cards(page).first().locator("img").last();
    const note = page.getByText("Pictures are covered.");
    await page.goto("/user/northlight?q=no+such+words");
    await expect(page.getByRole("heading", { name: "No posts to display" })).toBeVisible();
    await expect(note, "there is no picture").toBeHidden();
    await openUser(page, "northlight");
    await expect(picture).toHaveCSS("filter", /blur/);
    await axe();
    await page.getByRole("button", { name: "Show them" }).click();
    await page.mouse.move(0, 0);
    await expect(note).toHaveCount(0);
    await expect(picture).not.toHaveCSS("filter", /blur/);
    const letGo = await holdScripts(context);
    await page.goto("/user/northlight", { waitUntil: "commit" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("article img").first()).not.toHaveCSS("filter", /blur/);
    await expect(note).toBeHidden();
    letGo();
    await expect(page.getByRole("button", { name: "Blur" })).toBeVisible();
    await expect(picture).not.toHaveCSS("filter", /blur/);
    await page.getByRole("button", { name: "Blur" }).click();
    await page.reload();
    await expect(picture).toHaveCSS("filter", /blur/);
    await expect(note, "chosen once").toHaveCount(0);
    await becomeMember(context);
    await page.reload();
    await expect(picture, "a member's preference decides").toHaveCSS("filter", /blur/);
    await expect(note).toHaveCount(0);
  },
);

test(
  "long names break neither the home page nor the board",
  { tag: "@phone" },
  async ({ page, axe }) => {
    const entries = page.locator("article, ol > li");
    const clipped = () =>
      entries.evaluateAll(
        (all) => all.filter((one) => one.scrollHeight > one.clientHeight + 2).length,
      );
    for (const path of ["/", "/leaderboard"] as const) {
      await openBoardOfLongNames(page, path);
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        await expectNoSidewaysScroll(page, `${path} at ${width}`);
        expect(await entries.count()).toBeGreaterThan(1);
        await expect.poll(clipped, `${path} at ${width}`).toBe(0);
      }
      await axe();
    }
  },
);

test(
  "a creator on the home page shows both badges in one row from 360 pixels up",
  { tag: "@both" },
  async ({ page }, { project }) => {
    await openBoardOfLongNames(page, "/");
    for (const width of project.name === "phone" ? [360, 390] : [768, 820, 1024, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await expect(async () => {
        const rows = await page.locator("ol > li").evaluateAll((all) =>
          all.map((one) => {
            const { left, height } = one.getBoundingClientRect();
            const row = one.querySelector("p")?.getBoundingClientRect();
            const badges = [...one.querySelectorAll("p > span > span:not(.sr-only)")].filter(
              (badge) => {
                const { right, bottom } = badge.getBoundingClientRect();
                return row && right <= row.right && bottom <= row.bottom;
              },
            );
            return { left, height, badges: badges.length };
          }),
        );
        const tallest = Math.max(...rows.map(({ height }) => height));
        expect(tallest, `at ${width}`).toBeLessThanOrEqual(110);
        expect(Math.min(...rows.map(({ badges }) => badges)), `at ${width}`).toBe(2);
        // Below this width three columns would leave no room for a name.
        const columns = new Set(rows.map(({ left }) => left)).size;
        if (width < 1280) expect(columns, `at ${width}`).toBeLessThanOrEqual(2);
      }).toPass({ timeout: 30_000 });
    }
  },
);

test(
  "every post of the board shows its NSFW badge on a phone",
  { tag: "@phone" },
  async ({ page, axe }) => {
    const post = await samplePost(page);
    const ranks = [1, 2, 3, 4, 5, 6, 7];
    const posts = ranks.map((rank) => ({ ...post, id: `t3_${rank}`, isNsfw: true, rank }));
    await page.route("**/api/leaderboard/posts**", (route) => {
      const generated = new Date().toISOString();
      return route.fulfill({ json: { type: "posts", posts, total: 7, generated } });
    });
    await page.goto("/about");
    await page.getByRole("contentinfo").getByRole("link", { name: "Leaderboard" }).click();
    await page.getByRole("tab", { name: "Posts" }).click();
    const badges = page.getByText("NSFW", { exact: true }).filter({ visible: true });
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await expect(badges).toHaveCount(7);
      await expectNoSidewaysScroll(page);
    }
    await axe();
  },
);

test("the feedback form fits the narrowest phone", { tag: "@phone" }, async ({ page, axe }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/about");
  await page.getByRole("contentinfo").getByRole("button", { name: "Feedback" }).click();
  const dialog = page.getByRole("dialog", { name: "Feedback" });
  await expect(dialog.getByRole("link", { name: /^Open / })).toHaveCount(3);
  const isWide = () =>
    dialog.evaluate((one) =>
      [one, ...one.querySelectorAll("*")].some((part) => part.getBoundingClientRect().right > 320),
    );
  await expect.poll(isWide).toBe(false);
  const scrolls = () => dialog.evaluate((one) => one.scrollHeight - one.clientHeight);
  // Waits until the rise animation has ended.
  await expect.poll(scrolls, "the panel scrolls, not the dialog around it").toBe(0);
  const description = dialog.getByText("A person reads it.");
  const widths = [description, dialog.locator("form")].map((one) =>
    one.evaluate(({ clientWidth }) => clientWidth),
  );
  const [ofDescription, ofForm] = await Promise.all(widths);
  expect(ofDescription).toBe(ofForm);
  await expect(dialog.getByRole("link", { name: "Twitter (new tab)" })).toBeVisible();
  await expect(dialog.locator('a[href^="mailto:"]')).toBeVisible();
  await axe();
});

test(
  "the links of both footers are 44 pixels wide, and no word breaks on the narrowest phone",
  { tag: "@phone" },
  async ({ page }) => {
    const footer = page.getByRole("contentinfo");
    const links = footer.getByRole("link");
    const narrowest = () =>
      links.evaluateAll((all) =>
        Math.round(Math.min(...all.map((one) => one.getBoundingClientRect().width))),
      );
    const mostLines = () =>
      links.or(footer.getByRole("button", { name: "Feedback" })).evaluateAll((all) => {
        const lines = all.map((one) => {
          const range = document.createRange();
          range.selectNodeContents(one);
          return range.getClientRects().length;
        });
        return Math.max(...lines);
      });
    for (const path of ["/", "/login"]) {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(path);
      await expect(links.first()).toBeVisible();
      await expect.poll(narrowest, path).toBeGreaterThanOrEqual(44);
      await page.setViewportSize({ width: 320, height: 640 });
      await expectNoSidewaysScroll(page);
      await expect.poll(mostLines, path).toBe(1);
    }
  },
);

test("the home search has one focus ring, around field and button", async ({ page }) => {
  await page.goto("/");
  const field = page.getByRole("search", { name: "Find a creator" }).getByRole("searchbox");
  await field.focus();
  await expect(field).toHaveCSS("outline-style", "none");
  await expect(field.locator("xpath=..")).toHaveCSS("outline-style", "solid");
});

test(
  "an account with the longest name shows its saved lists on the first screen",
  { tag: "@phone" },
  async ({ page, context }) => {
    await becomeMember(context, "W".repeat(50));
    for (const name of ["tangle_of_words", "northlight"])
      await giveHeart(context.request, "users", name);
    await page.goto("/account");
    const saved = page.getByRole("article", { name: "u/northlight" });
    await expect(saved).toBeVisible();
    await expect.poll(() => topOf(saved)).toBeLessThan(844 * 0.6);
    await expectNoSidewaysScroll(page);
  },
);

test("a creator's page links to the leaderboard", { tag: "@phone" }, async ({ page }) => {
  // No other test gives this creator a heart.
  await openUser(page, "clipquarry");
  const link = page.getByRole("main").getByRole("link", { name: "Leaderboard" });
  await expect(link.getByText("Leaderboard"), "a word where there is no rank").toBeVisible();
  const width = () => link.evaluate((one) => one.scrollWidth);
  await expect.poll(width, "a word, not an icon").toBeGreaterThan(60);
  await link.click();
  await page.waitForURL("**/leaderboard");
});
