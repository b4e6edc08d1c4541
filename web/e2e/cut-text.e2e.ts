import type { Locator } from "@playwright/test";
import type { SearchResponse } from "#schema/api/posts.ts";
import { expectNoSidewaysScroll } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";

const isCut = (target: Locator) => target.evaluate((one) => one.scrollWidth > one.clientWidth);

test(
  "a name of 20 letters is read whole beside large numbers, and no badge touches the feed's link",
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
    // The search of a first page comes with the document.
    await page.goto("/about");
    await page.getByRole("searchbox").first().fill("northlight");
    await page.keyboard.press("Enter");
    const profile = page.getByRole("region", { name: "Profile" });
    await expect(profile.getByRole("button", { name: "Source: Archive" })).toBeVisible();
    const feed = profile.getByRole("link", { name: "Feed" });
    const row = profile.getByRole("list", { name: "Badges" }).locator("..");
    for (const width of [360, 390, 640]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await isCut(profile.getByText(`u/${username}`)), `name at ${width}`).toBe(false);
      await expectNoSidewaysScroll(page);
      const [link, badgeRow] = [await feed.boundingBox(), await row.boundingBox()];
      const gap = (link?.x ?? 0) - (badgeRow?.x ?? 0) - (badgeRow?.width ?? 0);
      expect(gap, `between badges and link at ${width}`).toBeGreaterThanOrEqual(12);
    }
    await axe();
  },
);
