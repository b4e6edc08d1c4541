import { expect, type Locator, type Page } from "@playwright/test";
import type { Post, SearchResponse } from "#schema/api/posts.ts";
import { expectAppStarted } from "./app-started.ts";

export const cards = (page: Page) => page.getByRole("article");

export const titleOf = (card: Locator) => card.getByRole("heading", { level: 2 });

/** The open post. Its title names the region with the focus, and not the dialog as well. */
export const viewerOf = (page: Page, title: string) =>
  page
    .getByRole("dialog", { name: "Post", exact: true })
    .filter({ has: page.getByRole("region", { name: title }) });

/** Opens a creator's page, up to where the app answers to presses. */
export async function openUser(page: Page, username: string, query = ""): Promise<void> {
  await page.goto(`/user/${username}${query}`);
  await expect(cards(page).first()).toBeVisible();
  await expectAppStarted(page);
}

/** Counts the different left edges of the cards in the page. */
export async function columnsShown(page: Page): Promise<number> {
  const lefts = await cards(page).evaluateAll((all) =>
    all.map((card) => Math.round(card.getBoundingClientRect().left)),
  );
  return new Set(lefts).size;
}

/**
 * The app draws a new width a moment after the window has it. A phone shows a page that is too wide at a smaller scale,
 * where `innerWidth` is the page's width.
 */
export async function expectNoSidewaysScroll(page: Page, message?: string): Promise<void> {
  const overflows = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth > clientWidth;
    });
  await expect.poll(overflows, message ?? `${page.url()} scrolls sideways`).toBe(false);
}

/** Scrolls at once: a turn of the mouse wheel goes on for a while after the call that sent it. */
export const scrollDown = (page: Page, pixels: number): Promise<void> =>
  page.evaluate((top) => scrollBy({ top, behavior: "instant" }), pixels);

/** From the end it goes back to the top. */
const scrollOn = (page: Page, step: number): Promise<void> =>
  page.evaluate((top) => {
    const before = scrollY;
    scrollBy({ top, behavior: "instant" });
    if (scrollY === before) scrollTo({ top: 0, behavior: "instant" });
  }, step);

/**
 * Scrolls on until the page has the target, and no further. A busy machine may draw the target too late, when the window
 * has passed it: then the next round finds it.
 */
export const scrollUntilVisible = (page: Page, target: Locator, step = 900): Promise<void> =>
  expect(async () => {
    if (await target.isVisible()) return;
    await scrollOn(page, step);
    await expect(target).toBeVisible({ timeout: 100 });
  }).toPass({ timeout: 60_000, intervals: [50] });

/** The first hundred posts of a user, from the API. */
export async function postsOf(page: Page, username: string): Promise<Post[]> {
  const response = await page.request.post("/api/reddit/search", {
    data: { username, sortBy: "new", limit: 100 },
  });
  return ((await response.json()) as SearchResponse).posts;
}

/** Opens a post at its own address. */
export async function openPost(page: Page, username: string, title: string | RegExp) {
  const posts = await postsOf(page, username);
  const post = posts.find((one) =>
    typeof title === "string" ? one.title.includes(title) : title.test(one.title),
  );
  if (!post) throw new Error(`${username} has no post called ${title}`);
  await page.goto(`/user/${username}?post=${post.id.replace("t3_", "")}`);
  const viewer = viewerOf(page, post.title);
  await expect(viewer).toBeVisible();
  return { viewer, post };
}
