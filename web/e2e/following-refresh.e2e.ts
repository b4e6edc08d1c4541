import type { Page } from "@playwright/test";
import { type FollowingResponse, MAX_REFRESHES, type Refresh } from "#schema/api/following.ts";
import type { Post } from "#schema/api/posts.ts";
import { cards, postsOf, scrollUntilVisible } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";

const NAMES = Array.from({ length: 10 }, (_, at) => `maker_${at}`);
const FEED = "/api/following/feed";

interface Feed {
  /** The posts of the only page. */
  posts: Post[];
  outcome: Refresh["outcome"];
  /** Refreshes wait for this promise. */
  gate: Promise<void>;
  /** The refreshed names, in order. */
  done: string[];
  /** The number of tried names in each refresh request. */
  tried: number[];
  /** The most refreshes running at once. */
  most: number;
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

/** Serves a feed of ten creators with old cached listings. */
async function serveOldFeed(page: Page, change: Partial<Feed> = {}): Promise<Feed> {
  const posts = (await postsOf(page, "stone_a_day")).slice(1, 41);
  const gate = Promise.resolve();
  const feed: Feed = { posts, outcome: "done", gate, done: [], tried: [], most: 0, ...change };
  let running = 0;
  const refresh = async (tried: string[]): Promise<Refresh | null> => {
    running += 1;
    feed.most = Math.max(feed.most, running);
    feed.tried.push(tried.length);
    await feed.gate;
    running -= 1;
    const username = NAMES.find((name) => !feed.done.includes(name) && !tried.includes(name));
    if (username && feed.outcome === "done") feed.done.push(username);
    return username ? { username, outcome: feed.outcome } : null;
  };
  await page.route(`**${FEED}`, async (route) => {
    const asked = route.request().postDataJSON() as { refresh?: boolean; tried?: string[] };
    const refreshed = asked.refresh ? await refresh(asked.tried ?? []) : null;
    await route.fulfill({ json: answerOf(feed, refreshed) });
  });
  const followed = JSON.stringify(NAMES);
  await page.addInitScript((value) => localStorage.setItem("followed", value), followed);
  return feed;
}

test("a visit refreshes a few old listings one after the other, and a press refreshes as many again", async ({
  page,
}) => {
  const feed = await serveOldFeed(page);
  await page.goto("/following");
  const more = page.getByRole("button", { name: "Update more" });
  await expect(page.getByText("Some lists are older copies.")).toBeVisible();
  expect(feed.done).toEqual(NAMES.slice(0, MAX_REFRESHES));
  await more.click();
  await expect(page.getByText("up to date")).toHaveCount(NAMES.length);
  await expect(more).toHaveCount(0);
  expect(feed.done).toEqual(NAMES);
  expect(feed.most).toBe(1);
});

test("failed listings are not refreshed again in the visit, and a refusal ends it with a note", async ({
  page,
}) => {
  const feed = await serveOldFeed(page, { outcome: "failed" });
  await page.goto("/following");
  await expect(page.getByText("Some lists are older copies.")).toBeVisible();
  expect(feed.tried).toEqual(Array.from({ length: MAX_REFRESHES }, (_, at) => at));
  feed.outcome = "refused";
  await page.getByRole("button", { name: "Update more" }).click();
  await expect(page.getByText("Our sources take no more requests right now.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Update more" })).toBeVisible();
  expect(feed.tried).toHaveLength(MAX_REFRESHES + 1);
});

test("new posts that arrive while the visitor has scrolled down wait for a press", async ({
  page,
}) => {
  const held = Promise.withResolvers<void>();
  const feed = await serveOldFeed(page, { gate: held.promise });
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
});

test("the last line of the followed feed counts its posts and links each creator", async ({
  page,
  axe,
}) => {
  const feed = await serveOldFeed(page);
  feed.posts = feed.posts.slice(0, 3);
  await page.goto("/following");
  const ending = page.getByText(/^That is the end: 3 posts, from the newest 100 of each creator\./);
  await expect(ending).toBeVisible();
  await expect(ending.getByRole("link")).toHaveText(NAMES.map((name) => `u/${name}`));
  await axe();
});
