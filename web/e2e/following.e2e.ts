import type { Page, Request } from "@playwright/test";
import type { Post } from "#schema/api/posts.ts";
import { becomeMember, giveHeart, pressDisabled, pressInToast, seeToast } from "./account-page.ts";
import {
  cards,
  expectNoSidewaysScroll,
  openUser,
  scrollDown,
  scrollUntilVisible,
} from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";
import { kindOf } from "./narrow-page.ts";

const follow = (page: Page, names: string[]) =>
  page.addInitScript((value) => localStorage.setItem("followed", value), JSON.stringify(names));

const creators = (page: Page) => page.getByRole("list", { name: "Creators you follow" });

test(
  "a signed-out visitor follows on this device from the heart's toast, sees one feed and unfollows",
  { tag: "@phone" },
  async ({ page, axe }) => {
    await page.goto("/following");
    await expect(page.getByRole("heading", { name: "You follow nobody yet" })).toBeVisible();
    for (const name of ["northlight", "gemhunter"]) {
      await page.goto(`/user/${name}`);
      const heart = page.getByRole("button", { name: new RegExp(`^Heart u/${name},`) });
      await pressInToast(page, () => pressDisabled(heart), {
        words: "Please log in to vote for users.",
        button: "Follow on this device",
      });
      await seeToast(page, "Followed on this device");
    }
    // Posts that arrive during the press would push the link away.
    await scrollUntilVisible(page, page.getByText(/^That is the end/));
    await page.getByRole("link", { name: "Following" }).click();
    await expect(page).toHaveURL("/following");
    await expect(creators(page).getByRole("listitem")).toHaveCount(2);
    await expect(cards(page).filter({ hasText: "u/gemhunter" }).first()).toBeVisible();
    await expect(page.getByText("up to date")).toHaveCount(2);
    await expectNoSidewaysScroll(page);
    await axe();
    await page.getByRole("button", { name: "Unfollow u/gemhunter" }).click();
    await expect(creators(page).getByRole("listitem")).toHaveCount(1);
    await expect(cards(page).filter({ hasText: "u/gemhunter" })).toHaveCount(0);
    const last = page.getByRole("button", { name: "Unfollow u/northlight" });
    await expect(last).toBeFocused();
    await last.click();
    await expect(page.getByRole("heading", { name: "Following" })).toBeFocused();
  },
);

/** The posts in a page of the feed. */
async function postsIn(request: Request): Promise<Post[]> {
  const answer = (await (await request.response())?.json()) as { posts: Post[] };
  return answer.posts;
}

test("posts of all creators are sorted by time and load on, and J crosses creators", async ({
  page,
}) => {
  const names = ["stone_a_day", "northlight", "gemhunter"];
  await follow(page, names);
  const asked: Request[] = [];
  page.on("request", (request) => {
    if (!request.url().endsWith("/api/following/feed")) return;
    const { after } = request.postDataJSON() as { after?: string | null };
    if (after) asked.push(request);
  });
  await page.goto("/following");
  await expect(page.getByText("up to date")).toHaveCount(3);
  await expect(async () => {
    await scrollDown(page, 2_000);
    expect(asked.length).toBeGreaterThan(1);
  }).toPass();
  // In the order of the requests, whichever answer arrives first.
  const posts = (await Promise.all(asked.map(postsIn))).flat();
  const times = posts.map(({ created }) => created);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  expect(new Set(posts.map(({ username }) => username)).size).toBeGreaterThan(1);
  await page.evaluate(() => scrollTo(0, 0));
  const creatorsShown = async () =>
    (await cards(page).allTextContents()).map((text) =>
      names.find((name) => text.includes(`u/${name}`)),
    );
  const changeAt = async () => {
    const shown = await creatorsShown();
    return shown.findIndex((name, at) => at + 1 < shown.length && name !== shown[at + 1]);
  };
  await expect.poll(changeAt).toBeGreaterThanOrEqual(0);
  const at = await changeAt();
  const [before, after] = (await creatorsShown()).slice(at, at + 2);
  await cards(page).nth(at).getByRole("link").click();
  const viewer = page.getByRole("dialog");
  await expect(viewer.getByText(`u/${before}`).first()).toBeVisible();
  await page.keyboard.press("j");
  await expect(viewer.getByText(`u/${after}`).first()).toBeVisible();
  await expect(page).toHaveURL(/\/following\?post=/);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/following");
});

test("posts newer than the last visit are marked", async ({ page }) => {
  await follow(page, ["stone_a_day"]);
  await page.goto("/following");
  await expect(page.getByText("up to date")).toBeVisible();
  await expect(page.getByText("New", { exact: true })).toHaveCount(0);
  const times = await page.evaluate(
    () => JSON.parse(localStorage.getItem("followingSeen") ?? "{}") as { newest: number },
  );
  const at = Date.now() - 86_400_000;
  const before = { owner: "device", before: null, newest: times.newest - 1, at };
  await page.addInitScript(
    (value) => localStorage.setItem("followingSeen", value),
    JSON.stringify(before),
  );
  await page.reload();
  const marked = cards(page).filter({ has: page.getByText("New", { exact: true }) });
  await expect(marked).toHaveCount(1);
});

test(
  "a member follows the creators they hearted, and the filter is in the address",
  { tag: "@main" },
  async ({ page, context, axe }) => {
    await becomeMember(context);
    await page.goto("/following");
    await expect(page.getByText("Press the heart of a creator you like")).toBeVisible();
    for (const name of ["slowlight_films", "northlight"])
      await giveHeart(context.request, "users", name);
    await page.goto("/following");
    await expect(creators(page).getByRole("listitem")).toHaveCount(2);
    await expect(page.getByRole("button", { name: /^Unfollow/ })).toHaveCount(0);
    await expect(page.getByText("up to date")).toHaveCount(2);
    await kindOf(page, "Videos").check({ force: true });
    await expect(page).toHaveURL("/following?media=video");
    await expect(cards(page).first()).toContainText("u/slowlight_films");
    await axe();
  },
);

const followedHere = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("followed") ?? "[]") as string[]);

async function followedBeforeLogin(page: Page, names: string[]): Promise<void> {
  await page.goto("/about");
  await page.evaluate((value) => localStorage.setItem("followed", value), JSON.stringify(names));
}

test(
  "a member adds the device's followed creators to the account, and sees which cannot be added",
  { tag: "@phone" },
  async ({ page, context, axe, allowErrors }) => {
    allowErrors(/status of 404/);
    const unknown = "W".repeat(20);
    await becomeMember(context);
    await followedBeforeLogin(page, ["tallpines", unknown, "northlight"]);
    await page.goto("/following");
    await expect(page.getByText("You follow 3 creators on this device.")).toBeVisible();
    await axe();
    await page.getByRole("button", { name: "Add them to your account" }).click();
    await seeToast(page, "2 creators added to your account");
    // In the order of following: the account's feed begins with the last.
    const links = creators(page).getByRole("link");
    await expect(links).toHaveText([/^u\/tallpines/, /^u\/northlight/]);
    await expect(page.getByText(`u/${unknown} could not be added`)).toBeVisible();
    expect(await followedHere(page)).toEqual([unknown]);
    await expect(page.getByText("up to date")).toHaveCount(2);
    await expect(cards(page).first()).toBeVisible();
    await expectNoSidewaysScroll(page);
    await axe();
    await page.getByRole("button", { name: "Forget it" }).click();
    await expect(page.getByText("could not be added")).toHaveCount(0);
    expect(await followedHere(page)).toEqual([]);
  },
);

test("a linked post opens while the feed loads, and stays open when it comes", async ({ page }) => {
  await follow(page, ["northlight"]);
  // Its listing is then cached: a feed that fills while a post is open waits for a press.
  await openUser(page, "northlight");
  const held = Promise.withResolvers<undefined>();
  await page.route("**/api/following/feed", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto("/following?post=1tal001");
  const viewer = await page.locator("dialog[open]").elementHandle();
  await expect(page.locator("main article")).toHaveCount(0);
  held.resolve(undefined);
  await page.locator("main article").first().waitFor({ state: "attached" });
  expect(await viewer?.evaluate((dialog) => dialog.isConnected)).toBe(true);
});

test("the longest names fit at every width", async ({ page, axe }) => {
  await follow(page, [
    "tangle_of_words",
    "northlight",
    "W".repeat(20),
    "velvet_hours",
    "gemhunter",
  ]);
  await page.goto("/following");
  await expect(page.getByText("not found", { exact: true })).toBeVisible();
  for (const width of [320, 360, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 860 });
    await expectNoSidewaysScroll(page, String(width));
    // The app draws a new width a moment after a resize.
    await expect(async () => {
      const {
        row,
        page: whole,
        ring,
      } = await creators(page).evaluate((list) => {
        const link = list.querySelector("a")?.getBoundingClientRect();
        const box = list.getBoundingClientRect();
        const body = document.body.getBoundingClientRect();
        return {
          row: [box.left, box.right],
          page: [body.left, body.right],
          ring: (link?.top ?? 0) - box.top,
        };
      });
      expect(row, `scrolls out at the page's edges at ${width}`).toEqual(whole);
      expect(ring, "room for the focus ring").toBeGreaterThanOrEqual(4);
    }).toPass({ timeout: 30_000 });
  }
  await axe({ inBothThemes: true });
});
