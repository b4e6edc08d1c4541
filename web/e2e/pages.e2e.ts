import type { Page } from "@playwright/test";
import { brand } from "#schema/brand.ts";
import { becomeMember, freshName } from "./account-page.ts";
import { expectAppStarted } from "./app-started.ts";
import { expectNoSidewaysScroll } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";
import { OPEN_PAGES } from "./open-pages.ts";

const PAGES = [...OPEN_PAGES, "/leaderboard?tab=posts", "/no/such/page"];

const NARROWEST = { width: 320, height: 640 };

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** Fails if the app replaces the title that the Worker sent. */
async function expectTitleKept(page: Page, path: string): Promise<void> {
  const html = await (await page.request.get(path)).text();
  const sent = /<title>([^<]*)</.exec(html)?.[1]?.replaceAll("&#39;", "'") ?? "";
  expect(sent).not.toBe("");
  await expectAppStarted(page);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await expect(page, path).toHaveTitle(sent);
}

/** Returns a function that counts the view transitions of the page in view. */
async function countTransitions(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      performance.mark("transition");
      return start(update);
    };
  });
  return () => page.evaluate(() => performance.getEntriesByName("transition").length);
}

test("every page without media keeps its title, starts without a transition, passes axe and fits, with the longest name", async ({
  page,
  context,
  axe,
  allowErrors,
}) => {
  allowErrors(/status of 404 .*no\/such/);
  const check = async () => {
    await axe({ inBothThemes: true });
    const wide = page.viewportSize() ?? NARROWEST;
    await page.setViewportSize(NARROWEST);
    await expectNoSidewaysScroll(page);
    await axe();
    await page.setViewportSize(wide);
    await expectNoSidewaysScroll(page);
  };
  const transitions = await countTransitions(page);
  for (const path of PAGES) {
    await page.goto(path);
    await expect(heading(page)).toBeVisible();
    await expectTitleKept(page, path);
    expect(await transitions(), path).toBe(0);
    await check();
  }
  await becomeMember(context, "W".repeat(50), freshName("W".repeat(17)));
  for (const path of ["/account", "/account?tab=posts"]) {
    await page.goto(path);
    await expect(page.getByRole("link", { name: "Start Exploring" })).toBeVisible();
    await check();
  }
});

test("the app keeps the title of a creator's page, and home has the headline", async ({
  page,
  allowErrors,
}) => {
  allowErrors(/status of 404 .*%E4/);
  for (const path of ["/user", "/user/gemhunter", "/user/%E4"]) {
    await page.goto(path);
    await expect(heading(page)).toBeVisible();
    await expectTitleKept(page, path);
  }
  await page.goto("/");
  await expect(heading(page)).toHaveText(brand.headline);
});

test("a page opened at a hash can be left like any other", async ({ page }) => {
  await page.goto("/privacy");
  await page.locator('main a[href="/contact#removal"]').first().click();
  await expect(page.locator("#removal")).toBeInViewport();
  await page.getByRole("contentinfo").getByRole("link", { name: "About" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /About/ })).toBeVisible();
  await page.goBack();
  await expect(page.locator("#removal")).toBeVisible();
});

test("the app can be installed and previewed", async ({ page, context, baseURL }) => {
  await page.goto("/");
  const href = await page.locator("link[rel=manifest]").getAttribute("href");
  const manifest = await context.request.get(href ?? "");
  expect(manifest.status()).toBe(200);
  for (const { src } of (await manifest.json()).icons as { src: string }[]) {
    expect((await context.request.get(src)).status(), src).toBe(200);
  }
  const picture = await page.locator("meta[property='og:image']").getAttribute("content");
  expect(picture).toBe(`${baseURL}/og.png`);
  expect((await context.request.get("/og.png")).headers()["content-type"]).toBe("image/png");
});

test("/favicon.ico is an icon, for clients that do not read the page", async ({ request }) => {
  const answer = await request.get("/favicon.ico");
  expect(answer.headers()["content-type"]).toMatch(/^image\//);
  const icon = await answer.body();
  expect(icon.subarray(icon.readUInt32LE(18)).toString("latin1", 1, 4)).toBe("PNG");
});

test("the about page links to the licences of the bundled packages", async ({ page }) => {
  await page.goto("/about");
  const notices = page.waitForResponse("**/third-party-notices.txt");
  await page.getByRole("link", { name: "third-party notices" }).click();
  const answer = await notices;
  expect(answer.status()).toBe(200);
  expect(answer.headers()["content-type"]).toMatch(/^text\/plain/);
  expect(await answer.text()).toMatch(/^# Third-party notices[^]*^## react$/m);
});

test("a page opened by its address begins at its top; a reload and Back restore the position", async ({
  page,
}) => {
  const scrollTo = (top: number) =>
    page.evaluate((y) => window.scrollTo({ top: y, behavior: "instant" }), top);
  const expectPlace = (top: number) => expect.poll(() => page.evaluate(() => scrollY)).toBe(top);
  await page.goto("/about");
  await expect(heading(page)).toBeVisible();
  await scrollTo(400);
  await page.goto("/terms");
  await expect(heading(page)).toBeVisible();
  await expectPlace(0);
  await scrollTo(300);
  await page.reload();
  await expectPlace(300);
  await page.goBack();
  await expectPlace(400);
});
