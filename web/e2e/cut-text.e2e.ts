import type { Locator } from "@playwright/test";
import type { SearchResponse } from "#schema/api/search.ts";
import { becomeMember, freshName } from "./account-page.ts";
import { expectNoSidewaysScroll, openUser, searchFromOtherPage } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";

const isCut = (target: Locator) =>
  target.evaluate(
    (one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight,
  );

test(
  "a name of 20 letters is shown whole beside large numbers, and no badge touches the feed's link",
  { tag: "@phone" },
  async ({ page, axe }) => {
    const username = "northlight_of_the_20";
    await page.route("**/api/reddit/search", async (route) => {
      const answer = (await (await route.fetch()).json()) as SearchResponse;
      const userInfo = { ...answer.userInfo, username, heartCount: 999_940, rank: 1234 };
      await route.fulfill({ json: { ...answer, source: "archive", userInfo } });
    });
    const badges = ["Verified", "Popular", "Moderator", "Veteran"];
    const look = { color: "gray", actionUrl: null };
    await page.route("**/api/badges/users/**", (route) =>
      route.fulfill({ json: { badges: badges.map((title) => ({ ...look, title })) } }),
    );
    await searchFromOtherPage(page, "northlight");
    const profile = page.getByRole("region", { name: "Profile" });
    await expect(profile.getByRole("button", { name: "Source: Archive" })).toBeVisible();
    const feed = profile.getByRole("link", { name: "Feed" });
    const row = profile.getByRole("list", { name: "Badges" }).locator("..");
    for (const width of [360, 390, 640]) {
      await page.setViewportSize({ width, height: 844 });
      const name = profile.getByText(`u/${username}`);
      await expect.poll(() => isCut(name), `name at ${width}`).toBe(false);
      await expectNoSidewaysScroll(page);
      const gap = async () =>
        feed.evaluate(
          (link, badgeRow) =>
            link.getBoundingClientRect().left - (badgeRow?.getBoundingClientRect().right ?? 0),
          await row.elementHandle(),
        );
      await expect.poll(gap, `between badges and link at ${width}`).toBeGreaterThanOrEqual(12);
    }
    await axe();
  },
);

test(
  "at 360 pixels the header's search shows its first word",
  { tag: "@phone" },
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/about");
    const spare = () =>
      page.getByRole("searchbox").evaluate((one) => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(one);
        const pen = document.createElement("canvas").getContext("2d");
        if (!pen) throw new Error("no canvas");
        pen.font = font;
        const room =
          one.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
        return room - pen.measureText("Search…").width;
      });
    // The app replaces the first view's field.
    await expect.poll(spare).toBeGreaterThanOrEqual(0);
  },
);

test(
  "on a phone a member's longest names are shown whole",
  { tag: "@phone" },
  async ({ page, context }) => {
    const username = `${freshName("longest")}_`.padEnd(30, "w");
    await becomeMember(context, "Wilhelmina W. Montgomery-Featherstonehaugh of Wem", username);
    await page.goto("/account");
    const line = page.getByText(`@${username}`);
    await expect(line).toBeVisible();
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 740 });
      await expect.poll(() => isCut(line), `username at ${width}`).toBe(false);
      const heading = page.getByRole("heading", { level: 1 });
      await expect.poll(() => isCut(heading), `display name at ${width}`).toBe(false);
      await expectNoSidewaysScroll(page);
    }
  },
);

test(
  "on a phone an account's headings are one line, and a waiting heart names its author and age",
  { tag: "@phone" },
  async ({ page, context, axe }) => {
    await becomeMember(context);
    const title = "A title that nobody but this visitor has seen so far, of three lines";
    const post = { id: "t3_new1", title, mediaType: "image", created: 1_790_000_000 };
    const place = { username: "northlight_of_the_20", subreddit: "Gemstones_Daily" };
    const looks = { thumbnailUrl: null, isNsfw: true, isSpoiler: false };
    await page.route("**/saved/waiting", (route) => {
      // Created as late as possible, because "three minutes ago" holds for 40 seconds only.
      const savedAt = new Date(Date.now() - 200_000).toISOString();
      const posts = [{ ...post, ...place, ...looks, savedAt }];
      return route.fulfill({ json: { success: true, posts } });
    });
    await page.setViewportSize({ width: 360, height: 844 });
    await page.goto("/account?tab=posts");
    const time = page.getByText("3m ago");
    await expect(time).toBeVisible();
    const line = time.locator("..");
    await expect.poll(() => isCut(line)).toBe(false);
    await expect.poll(() => line.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0);
    const heading = page.getByRole("heading", { name: "View Preferences" });
    await expect.poll(async () => (await heading.boundingBox())?.height).toBeLessThan(30);
    await axe();
  },
);

test(
  "saved users of 20 letters are shown whole inside their cards",
  { tag: "@phone" },
  async ({ page, context, axe }) => {
    await becomeMember(context);
    const names = ["northlight_of_the_20", "GemstoneMacroPhotos1", "MMMMMMMMMMMMMMMMMMMM"];
    const users = names.map((username, at) => ({
      id: `t2_${at}`,
      username,
      displayName: at === 0 ? "Northlight of the Twentieth Century" : null,
      avatarUrl: null,
      heartCount: 1_240,
    }));
    await page.route("**/api/leaderboard/saved/users**", (route) =>
      route.fulfill({ json: { users, total: users.length, generated: new Date().toISOString() } }),
    );
    await page.goto("/account");
    for (const width of [320, 360, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      for (const name of names) {
        const line = page.getByText(`u/${name}`, { exact: true });
        await expect(line).toBeVisible();
        await expect.poll(() => isCut(line), `${name} at ${width}`).toBe(false);
        const card = page.getByRole("article", { name: `u/${name}` });
        const inside = await card.evaluate((one) => one.scrollHeight - one.clientHeight);
        expect(inside, `${name} in its card at ${width}`).toBe(0);
      }
      await expectNoSidewaysScroll(page);
    }
    await axe();
  },
);

test("the feed's last line is centred when it wraps", { tag: "@phone" }, async ({ page }) => {
  await openUser(page, "tangle_of_words");
  await expect(page.getByText(/^That is the end/)).toHaveCSS("text-align", "center");
});

test(
  "a filter of many words is removed by a button no wider than the phone",
  {
    tag: "@phone",
  },
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`/user/gemhunter?q=${"many words ".repeat(9)}`);
    const lift = page.getByRole("button", { name: /^Without “many words/ });
    await expect(async () => {
      const box = await lift.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(12);
      expect((box?.x ?? 0) + (box?.width ?? 360)).toBeLessThanOrEqual(348);
    }).toPass({ timeout: 30_000 });
  },
);

test("beside a post on a desktop its place among hundreds of posts is shown whole", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/user/stone_a_day?post=1sto060");
  const place = page.locator(".viewer-bar > p:not(.sr-only)");
  await expect(place).toHaveText(/^60 of 1\d\d\+$/);
  expect(await isCut(place)).toBe(false);
  await place.evaluate((one) => (one.textContent = "1500 of 1600+"));
  expect(await isCut(place), "four digits").toBe(false);
  expect((await place.locator("..").boundingBox())?.height, "the bar's").toBeLessThan(54);
});
