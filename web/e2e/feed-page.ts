import { expect, type Locator, type Page } from "@playwright/test";
import type { Post } from "#schema/api/posts.ts";
import type { SearchResponse } from "#schema/api/search.ts";
import { expectAppStarted } from "./app-started.ts";

export const cards = (page: Page) => page.getByRole("article");

export const titleOf = (card: Locator) => card.getByRole("heading", { level: 2 });

/** The open post's region. Its title names the focused region, not the dialog. */
export const viewerOf = (page: Page, title: string) =>
  page
    .getByRole("dialog", { name: "Post", exact: true })
    .filter({ has: page.getByRole("region", { name: title }) });

/** Opens a creator's page and waits until the app handles events. */
export async function openUser(page: Page, username: string, query = ""): Promise<void> {
  await page.goto(`/user/${username}${query}`);
  await expect(cards(page).first()).toBeVisible();
  await expectAppStarted(page);
}

/** Searches from /about, so that the search is a request: a page opened by its address has it in the document. */
export async function searchFromOtherPage(page: Page, username: string): Promise<void> {
  await page.goto("/about");
  await expectAppStarted(page);
  const field = page.getByRole("searchbox", { name: "Search Reddit users" });
  await field.fill(username);
  await field.press("Enter");
}

/** The number of columns, from the cards' left edges. */
export async function columnsShown(page: Page): Promise<number> {
  const lefts = await cards(page).evaluateAll((all) =>
    all.map((card) => Math.round(card.getBoundingClientRect().left)),
  );
  return new Set(lefts).size;
}

/**
 * Repeated, because the app draws a new width a moment after a resize. A phone zooms out on a page that is too wide,
 * and `innerWidth` is then the page's width.
 */
export async function expectNoSidewaysScroll(page: Page, message?: string): Promise<void> {
  const overflows = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth > clientWidth;
    });
  await expect.poll(overflows, message ?? `${page.url()} scrolls sideways`).toBe(false);
}

/** Instant: a mouse wheel scrolls on for a while after the call. */
export const scrollDown = (page: Page, pixels: number): Promise<void> =>
  page.evaluate((top) => scrollBy({ top, behavior: "instant" }), pixels);

/** At the end, starts again from the top. */
const scrollOn = (page: Page, step: number): Promise<void> =>
  page.evaluate((top) => {
    const before = scrollY;
    scrollBy({ top, behavior: "instant" });
    if (scrollY === before) scrollTo({ top: 0, behavior: "instant" });
  }, step);

/**
 * Scrolls until the target is mounted, and no further. A busy machine may draw it after the window has passed it; the
 * next round finds it.
 */
export const scrollUntilVisible = (page: Page, target: Locator, step = 900): Promise<void> =>
  expect(async () => {
    if (await target.isVisible()) return;
    await scrollOn(page, step);
    await expect(target).toBeVisible({ timeout: 100 });
  }).toPass({ timeout: 60_000, intervals: [50] });

/** A user's first hundred posts, from the API. */
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
