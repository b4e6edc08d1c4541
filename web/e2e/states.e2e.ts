import type { Page } from "@playwright/test";
import type { SearchResponse } from "#schema/api/posts.ts";
import {
  cards,
  expectNoSidewaysScroll,
  openUser,
  scrollUntilVisible,
  searchFromOtherPage,
} from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";

const EMPTY: [username: string, heading: string, words: RegExp][] = [
  ["nobody_here_at_all", "User Not Found", /The user "u\/nobody_here_at_all" could not be found/],
  ["lostclaim", "Account suspended", /Reddit has suspended u\/lostclaim/],
  ["quietvein", "This profile is hidden", /keeps their posts out of sight/],
  ["blank_slate", "No posts to display", /has not posted any pictures/],
  ["quarry_talk", "No posts to display", /has not posted any pictures/],
];

test(
  "each reason for an empty page has its own sentence",
  { tag: "@phone" },
  async ({ page, axe }) => {
    for (const [username, heading, words] of EMPTY) {
      await page.goto(`/user/${username}`);
      await expect(page.getByRole("heading", { name: heading })).toBeVisible();
      await expect(page.getByText(words)).toBeVisible();
      const next = page.getByRole("main").getByRole("link", { name: "See top creators" });
      await expect(next).toHaveCount(heading === "User Not Found" ? 0 : 1);
    }
    await axe();
    for (const invalid of ["/user", "/user/%20"]) {
      await page.goto(invalid);
      await expect(page.getByRole("heading", { name: "Invalid User" })).toBeVisible();
      await expect(page.getByText("Please search for a valid Reddit username.")).toBeVisible();
    }
    await axe();
  },
);

/** One username per error; sample/inside/source.test.ts has the causes that share an error. */
const FAILING: [username: string, cause: RegExp][] = [
  ["fault_403", /Reddit is refusing our requests/],
  ["fault_500", /Reddit is not answering/],
];

test("each failure of the source says what happened and offers to try again", async ({
  page,
  axe,
  allowErrors,
}) => {
  allowErrors(/status of (429|503)/);
  for (const [username, cause] of FAILING) {
    await page.goto(`/user/${username}`);
    await expect(page.getByRole("heading", { name: "Error Loading Content" })).toBeVisible();
    await expect(page.getByText(cause)).toBeVisible();
    await expect(page.getByText("There was an error loading the user's content.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Try Again" })).toBeVisible();
  }
  await axe();
});

test(
  "a failed later page keeps the feed, with a failure row in view",
  { tag: "@phone" },
  async ({ page, axe, allowErrors }) => {
    allowErrors(/status of 503/);
    await page.route("**/api/reddit/search", (route) =>
      route.fulfill({ status: 503, json: { success: false, error: "x", message: "Not now." } }),
    );
    await openUser(page, "stone_a_day");
    const again = page.getByRole("button", { name: "Try Again" });
    await scrollUntilVisible(page, again, 1500);
    await axe();
    // At the very end of the page, where the footer has pushed up the placeholder tiles.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(again).toBeInViewport();
    await again.click({ trial: true });
    await page.evaluate(() => scrollTo(0, 0));
    await expect(cards(page).first()).toBeVisible();
    await again.click();
    await expect(again).toBeVisible();
  },
);

test("a page that loses the network says so and recovers with it", async ({
  page,
  context,
  allowErrors,
}) => {
  allowErrors(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await page.goto("/about");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await context.route("**/api/reddit/search", (route) => route.abort("internetdisconnected"));
  const field = page.getByRole("searchbox", { name: "Search Reddit users" });
  await field.fill("gemhunter");
  await field.press("Enter");
  await expect(page.getByRole("heading", { name: "Error Loading Content" })).toBeVisible();
  await expect(page.getByText("The connection failed.")).toBeVisible();
  await context.unroute("**/api/reddit/search");
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(cards(page).first()).toBeVisible();
});

/** Searches from another page, with fields of the real answer replaced. */
async function searchWith(page: Page, change: Partial<SearchResponse>): Promise<void> {
  await page.route("**/api/reddit/search", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...change } });
  });
  await searchFromOtherPage(page, "northlight");
  await expect(cards(page).first()).toBeVisible();
}

test("a stale copy is marked as such, with its age", { tag: "@phone" }, async ({ page, axe }) => {
  const fetchedAt = new Date(Date.now() - 3 * 3_600_000).toISOString();
  await searchWith(page, { stale: true, fetchedAt });
  await expect(
    page.getByText("Reddit cannot be asked right now. This is a copy from 3h ago.", {
      exact: true,
    }),
  ).toBeVisible();
  await axe();
});

test(
  "a source that cannot sort says what its order means",
  { tag: "@phone" },
  async ({ page, axe }) => {
    await searchWith(page, { sortExact: false });
    await expect(
      page.getByText(/This source cannot sort by itself: the order is that of/),
    ).toBeVisible();
    await expect(page.getByText(/This is a copy from/)).toHaveCount(0);
    await axe();
  },
);

test("hostile titles are shown as text and break no layout at 320 pixels", async ({
  page,
  axe,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await openUser(page, "tangle_of_words");
  await expectNoSidewaysScroll(page);
  await axe();
  const titles = await cards(page).count();
  for (let index = 0; index < Math.min(titles, 8); index += 1) {
    await cards(page).nth(index).getByRole("link").click();
    await expect(page.getByRole("dialog")).toBeVisible();
    const wide = await page.evaluate(() =>
      [...document.querySelectorAll("dialog, .viewer")].some((box) => box.scrollWidth > innerWidth),
    );
    expect(wide).toBe(false);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  expect(await page.evaluate(() => Reflect.get(globalThis, "pwned"))).toBe(undefined);
});
