import type { Page } from "@playwright/test";
import { picturePost } from "#normalise/testing/raw-posts.ts";
import { becomeMember, seeToast } from "./account-page.ts";
import { browserPath, chip, test, useOwnReddit, WHY_SKIPPED } from "./companion-fixture.ts";
import { cards, postsOf, scrollUntilVisible } from "./feed-page.ts";
import { expect } from "./fixtures.ts";
import type { RedditStandIn } from "./reddit-stand-in.ts";

test.skip(!browserPath, WHY_SKIPPED);

const WAITING = "Your heart is kept.";

interface Sent {
  url: string;
  body: string;
}

/** Records the page's requests except those for media, which Reddit's hosts serve to every visitor. */
function recordRequests(page: Page): Sent[] {
  const sent: Sent[] = [];
  page.on("request", (request) => {
    const isMedia = ["image", "media"].includes(request.resourceType());
    if (!isMedia) sent.push({ url: request.url(), body: request.postData() ?? "" });
  });
  return sent;
}

/** Like the archive in the last half hour, the server's source does not know the posts yet. */
async function withoutPosts(page: Page): Promise<void> {
  await page.route(/\/api\/leaderboard\/posts\/\w+\/vote$/, (route) =>
    route.fulfill({
      status: 404,
      json: { success: false, error: "hearts.target_not_found", message: "Not there." },
    }),
  );
  await page.route(/\/vouched-vote$/, (route) =>
    route.fulfill({
      json: { success: true, voted: true, heartCount: 1, message: WAITING, isWaiting: true },
    }),
  );
}

test("only a listing's ids reach the server, and the card's data only for a hearted post that it does not know", async ({
  own,
  page,
  reddit,
  baseURL,
  allowErrors,
}) => {
  allowErrors(/status of 404/);
  reddit.isHostile = true;
  await becomeMember(own);
  await withoutPosts(page);
  const sent = recordRequests(page);
  await useOwnReddit(page, "northlight");
  // Requested outside the page. Short titles could match unrelated text.
  const posts = (await postsOf(page, "northlight")).filter(({ title }) => title.length > 12);
  expect(posts.length).toBeGreaterThan(5);
  const text = () => sent.map(({ url, body }) => decodeURIComponent(url) + body).join("\n");
  const secrets = /private|modhash|"saved"|"likes"|mod_note|selftext|img src/;
  expect(text()).toContain('"creator":"northlight"');
  expect(text()).not.toMatch(secrets);
  for (const { title } of posts) expect(text()).not.toContain(title);

  const card = cards(page).nth(2);
  const id = await card.locator("[data-post]").getAttribute("data-post");
  const { title = "" } = posts.find((post) => post.id === id) ?? {};
  expect(title).not.toBe("");
  await card.hover();
  const heart = card.getByRole("button", { name: /^Heart/ });
  await heart.click();
  await seeToast(page, "Vote Added", WAITING);
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  const vouched = sent.filter(({ url }) => url.endsWith(`/posts/${id}/vouched-vote`));
  expect(vouched).toHaveLength(1);
  const rest = JSON.parse(vouched[0]?.body ?? "{}") as Record<string, unknown>;
  const fields = ["created", "isNsfw", "isSpoiler", "mediaType", "subreddit", "title", "username"];
  expect(
    Object.keys(rest)
      .filter((name) => name !== "thumbnailUrl")
      .toSorted(),
  ).toEqual(fields);
  expect(text()).toContain(title);
  expect(text()).not.toMatch(secrets);
  for (const other of posts) if (other.id !== id) expect(text()).not.toContain(other.title);
  // Reddit is requested by the extension, not by the page.
  expect(sent.filter(({ url }) => !url.startsWith(baseURL ?? ""))).toEqual([]);
});

/** A creator with two posts, one of them old, whom only the visitor's Reddit knows. */
function addCreator(reddit: RedditStandIn, name: string): void {
  const now = Math.floor(Date.now() / 1000);
  const post = (index: number, days: number) =>
    picturePost(index, { author: name, created_utc: now - 600 - days * 86_400 });
  const children = [post(1, 0), post(2, 400)].map((data) => ({ kind: "t3", data }));
  const about = { kind: "t2", data: { name, id: "only1", link_karma: 9 } };
  const headers = { "content-type": "application/json; charset=UTF-8" };
  reddit.instead = (path) => {
    if (!path.startsWith(`/user/${name}/`)) return null;
    const listing = { data: { modhash: "token", after: null, children } };
    const body = path.includes("/about") ? about : listing;
    return { status: 200, headers, body: JSON.stringify(body) };
  };
}

test("posts that only the visitor's Reddit has can be hearted whatever their age, and their creator's heart is refused with a true sentence", async ({
  own,
  page,
  reddit,
  allowErrors,
}) => {
  allowErrors(/status of 404/);
  addCreator(reddit, "only_here");
  await becomeMember(own);
  await useOwnReddit(page, "only_here");
  await expect(cards(page)).toHaveCount(2);
  for (const index of [0, 1]) {
    const card = cards(page).nth(index);
    await card.hover();
    const heart = card.getByRole("button", { name: /^Heart/ });
    await heart.click();
    await seeToast(
      page,
      "Vote Added",
      "Your heart is kept for 3 days. It does not count, because the sample has no post of Reddit.",
    );
    await expect(heart).toHaveAttribute("aria-pressed", "true");
  }
  await page.getByRole("button", { name: /^Heart u\/only_here/ }).click();
  await seeToast(page, "Vote Failed", "That user or post could not be found.");
  await expect(page.getByText("Failed to load badges")).toHaveCount(0);
});

test("after a refusal within a listing a line says why, and a press loads the server's posts", async ({
  page,
  reddit,
}) => {
  reddit.instead = (path) =>
    path.includes("after=") ? { status: 429, body: "", headers: { "retry-after": "300" } } : null;
  await useOwnReddit(page, "stone_a_day");
  const alert = page
    .getByRole("alert")
    .filter({ hasText: /^Reddit asks your browser for a pause/ });
  await scrollUntilVisible(page, alert);
  const more = page.waitForResponse(/\/api\/reddit\/search$/);
  await alert.getByRole("button", { name: "Go on with our server's posts" }).click();
  expect((await more).status()).toBe(200);
  await expect(alert).toHaveCount(0);
  await expect(chip(page, "Your Reddit")).toBeAttached();
});

test("the context menu of a link to a user opens them in Unearth", async ({
  own,
  page,
  baseURL,
}) => {
  await page.goto("/about");
  const worker = own.serviceWorkers()[0] ?? (await own.waitForEvent("serviceworker"));
  const opened = own.waitForEvent("page");
  // A browser test cannot press the operating system's menu, so it dispatches the event.
  await worker.evaluate(() => {
    const { chrome } = globalThis as unknown as {
      chrome: { contextMenus: { onClicked: { dispatch(info: object): void } } };
    };
    chrome.contextMenus.onClicked.dispatch({
      menuItemId: "see-in-unearth",
      linkUrl: "https://www.reddit.com/user/gemhunter/",
    });
  });
  await expect.poll(async () => (await opened).url()).toBe(`${baseURL}/user/gemhunter`);
});
