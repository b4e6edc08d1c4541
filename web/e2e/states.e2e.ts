import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { SearchResponse } from "#schema/api/posts.ts";
import { cards, openUser, overflowsSideways } from "./feed-page.ts";
import { journey } from "./journey.ts";

const both = { device: ["phone", "desktop"] as ("phone" | "desktop")[] };

const EMPTY: [username: string, heading: string, words: RegExp][] = [
  ["nobody_here_at_all", "User Not Found", /The user "u\/nobody_here_at_all" could not be found/],
  ["lostclaim", "Account suspended", /Reddit has suspended u\/lostclaim/],
  ["quietvein", "This profile is hidden", /keeps their posts out of sight/],
  ["blank_slate", "No posts to display", /has not posted any pictures/],
  ["quarry_talk", "No posts to display", /has not posted any pictures/],
];

journey("each reason for an empty page has its own words", both, async ({ page, axe }) => {
  for (const [username, heading, words] of EMPTY) {
    await page.goto(`/user/${username}`);
    await page.getByRole("heading", { name: heading }).waitFor();
    await page.getByText(words).waitFor();
    await axe();
  }
  for (const invalid of ["/user", "/user/%20"]) {
    await page.goto(invalid);
    await page.getByRole("heading", { name: "Invalid User" }).waitFor();
    await page.getByText("Please search for a valid Reddit username.").waitFor();
  }
  await axe();
});

const FAILING: [username: string, cause: RegExp][] = [
  ["fault_403", /Reddit is refusing our requests/],
  ["fault_500", /Reddit is not answering/],
  ["fault_truncated", /Reddit is not answering/],
  ["fault_empty", /Reddit is not answering/],
];

journey(
  "each failure of the source says what happened and offers to try again",
  { expectErrors: [/status of (429|503)/], timeoutSeconds: 90 },
  async ({ page, axe }) => {
    for (const [username, cause] of FAILING) {
      await page.goto(`/user/${username}`);
      await page.getByRole("heading", { name: "Error Loading Content" }).waitFor();
      await page.getByText(cause).waitFor();
      await page.getByText("There was an error loading the user's content.").waitFor();
      await page.getByRole("button", { name: "Try Again" }).waitFor();
    }
    await axe();
  },
);

journey(
  "a later page that fails leaves the feed standing, with a row to try again",
  { expectErrors: [/status of (429|503)/], timeoutSeconds: 90 },
  async ({ page, axe }) => {
    await openUser(page, "fault_page2");
    const again = page.getByRole("button", { name: "Try Again" });
    for (let turn = 0; turn < 120 && !(await again.isVisible()); turn += 1) {
      await page.mouse.wheel(0, 1500);
      await page.waitForTimeout(60);
    }
    await again.waitFor();
    await axe();
    await page.evaluate(() => scrollTo(0, 0));
    await cards(page).first().waitFor();
    await again.click();
    await again.waitFor();
  },
);

journey(
  "the network gone, the page says so and comes back with it",
  { expectErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/] },
  async ({ page, context }) => {
    await page.goto("/about");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await context.route("**/api/reddit/search", (route) => route.abort("internetdisconnected"));
    const field = page.getByRole("searchbox", { name: "Reddit username" });
    await field.fill("gemhunter");
    await field.press("Enter");
    await page.getByRole("heading", { name: "Error Loading Content" }).waitFor();
    await page.getByText("The connection failed.").waitFor();
    await context.unroute("**/api/reddit/search");
    await page.getByRole("button", { name: "Try Again" }).click();
    await cards(page).first().waitFor();
  },
);

/** The source's own answer with a few words changed, for a person who is searched for from another page. */
async function searchWith(page: Page, change: Partial<SearchResponse>): Promise<void> {
  await page.route("**/api/reddit/search", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...change } });
  });
  await page.goto("/about");
  await page.getByRole("heading", { level: 1 }).waitFor();
  const field = page.getByRole("searchbox", { name: "Reddit username" });
  await field.fill("northlight");
  await field.press("Enter");
  await cards(page).first().waitFor();
}

journey("an old copy says that it is one, and how old", both, async ({ page, axe }) => {
  const fetchedAt = new Date(Date.now() - 3 * 3_600_000).toISOString();
  await searchWith(page, { stale: true, fetchedAt });
  await page
    .getByText("Reddit cannot be asked right now. This is a copy from 3h ago.", { exact: true })
    .waitFor();
  await axe();
});

journey("a source that cannot sort says what its order means", both, async ({ page, axe }) => {
  await searchWith(page, { sortExact: false });
  await page.getByText(/This source cannot sort by itself: the order is that of/).waitFor();
  assert.equal(await page.getByText(/This is a copy from/).count(), 0);
  await axe();
});

journey("hostile titles are text and break no layout at 320 pixels", {}, async ({ page, axe }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await openUser(page, "tangle_of_words");
  assert.equal(await overflowsSideways(page), false);
  await axe();
  const titles = await cards(page).count();
  for (let index = 0; index < Math.min(titles, 8); index += 1) {
    await cards(page).nth(index).getByRole("link").click();
    await page.getByRole("dialog").waitFor();
    const wide = await page.evaluate(() =>
      [...document.querySelectorAll("dialog, .viewer")].some((box) => box.scrollWidth > innerWidth),
    );
    assert.equal(wide, false);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  assert.equal(await page.evaluate(() => Reflect.get(globalThis, "pwned")), undefined);
});
