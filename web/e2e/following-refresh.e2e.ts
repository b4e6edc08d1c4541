import type { Page } from "@playwright/test";
import type { FollowingResponse, Refresh } from "#schema/api/following.ts";
import type { Post } from "#schema/api/posts.ts";
import { cards, postsOf, scrollUntilVisible } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";

const NAMES = Array.from({ length: 10 }, (_, at) => `maker_${at}`);
const FEED = "/api/following/feed";

interface Feed {
  /** The posts of the only page. */
  posts: Post[];
  /** The refreshed names, in order. */
  done: string[];
}

const answerOf = ({ posts, done }: Feed, refreshed: Refresh | null): FollowingResponse => ({
  success: true,
  posts,
  nextPage: null,
  total: posts.length,
  creators: NAMES.map((username) => ({
    username,
    avatarUrl: null,
    state: "ok",
    fetchedAt: "2026-11-01T12:00:00.000Z",
    isFresh: done.includes(username),
  })),
  followed: NAMES.length,
  refreshed,
});

/** Serves a feed of ten creators with old cached listings, whose refreshes wait for `gate`. */
async function serveOldFeed(page: Page, gate: Promise<void>): Promise<Feed> {
  const posts = (await postsOf(page, "stone_a_day")).slice(1, 41);
  const feed: Feed = { posts, done: [] };
  const refresh = async (): Promise<Refresh | null> => {
    await gate;
    const username = NAMES.find((name) => !feed.done.includes(name));
    if (!username) return null;
    feed.done.push(username);
    return { username, outcome: "done" };
  };
  await page.route(`**${FEED}`, async (route) => {
    const asked = route.request().postDataJSON() as { refresh?: boolean };
    const refreshed = asked.refresh ? await refresh() : null;
    await route.fulfill({ json: answerOf(feed, refreshed) });
  });
  const followed = JSON.stringify(NAMES);
  await page.addInitScript((value) => localStorage.setItem("followed", value), followed);
  return feed;
}

test("new posts that arrive while the visitor has scrolled down wait for a press", async ({
  page,
  axe,
}) => {
  const held = Promise.withResolvers<void>();
  const feed = await serveOldFeed(page, held.promise);
  const [newest] = await postsOf(page, "stone_a_day");
  if (!newest) throw new Error("the creator has no posts");
  await page.goto("/following");
  await scrollUntilVisible(page, cards(page).filter({ hasText: feed.posts[12]?.title ?? "" }));
  const place = await page.evaluate(() => scrollY);
  feed.posts = [newest, ...feed.posts];
  held.resolve();
  const show = page.getByRole("button", { name: "Show new posts" });
  await expect(show).toBeAttached();
  await expect(page.getByText("Some lists are older copies.")).toBeAttached();
  expect(await page.evaluate(() => scrollY)).toBe(place);
  await expect(cards(page).filter({ hasText: newest.title })).toHaveCount(0);
  await show.evaluate((button: HTMLButtonElement) => button.click());
  await expect(cards(page).first()).toContainText(newest.title);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(show).toHaveCount(0);
  await expect(page.getByText(/^That is the end: /)).toBeAttached();
  await axe();
});
