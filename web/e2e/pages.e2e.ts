import { brand } from "#schema/brand.ts";
import { paths } from "#web/paths.ts";
import { becomeMember, freshName } from "./account-page.ts";
import { expectAppStarted } from "./app-started.ts";
import { expectNoSidewaysScroll } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";

const NOT_OPEN = ["search", "user", "account", "not-found"];

/** Pages without account and username. A page added to `paths` is tested without an edit here. */
const OPEN_PAGES = Object.entries(paths)
  .filter(([name]) => !NOT_OPEN.includes(name))
  .map(([, path]) => (path as () => string)());

const PAGES = [...OPEN_PAGES, paths.leaderboard("posts"), "/no/such/page"];

test("the app keeps the title that the Worker sent, and home has the headline", async ({
  page,
  allowErrors,
}) => {
  allowErrors(/status of 404 .*%E4/);
  for (const path of [...OPEN_PAGES, "/user", "/user/gemhunter", "/user/%E4"]) {
    const html = await (await page.request.get(path)).text();
    const given = /<title>([^<]*)</.exec(html)?.[1]?.replaceAll("&#39;", "'") ?? "";
    await page.goto(path);
    await expectAppStarted(page);
    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading).toBeVisible();
    if (path === "/") await expect(heading).toHaveText(brand.headline);
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    expect(given).not.toBe("");
    await expect(page, path).toHaveTitle(given);
  }
});

test(
  "every page without media passes axe in both themes and does not scroll sideways",
  { tag: "@both" },
  async ({ page, context, axe, allowErrors }) => {
    allowErrors(/status of 404 .*no\/such/);
    for (const path of PAGES) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await axe({ inBothThemes: true });
      await expectNoSidewaysScroll(page);
    }
    await becomeMember(context, "Ruby Quartz");
    for (const path of ["/account", "/account?tab=posts"]) {
      await page.goto(path);
      await expect(page.getByRole("link", { name: "Start Exploring" })).toBeVisible();
      await axe({ inBothThemes: true });
      await expectNoSidewaysScroll(page);
    }
  },
);

test("a page opened at a hash can be left like any other", async ({ page }) => {
  await page.goto("/privacy");
  await page.locator('main a[href="/contact#removal"]').first().click();
  await expect(page.locator("#removal")).toBeInViewport();
  await page.getByRole("contentinfo").getByRole("link", { name: "About" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /About/ })).toBeVisible();
  await page.goBack();
  await expect(page.locator("#removal")).toBeVisible();
});

test(
  "every page fits the narrowest phone, with the longest name",
  { tag: "@phone" },
  async ({ page, context, allowErrors }) => {
    allowErrors(/status of 404/);
    await page.setViewportSize({ width: 320, height: 640 });
    for (const path of PAGES) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectNoSidewaysScroll(page);
    }
    await becomeMember(context, "W".repeat(50), freshName("W".repeat(17)));
    await page.goto("/account");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectNoSidewaysScroll(page);
  },
);

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
  const heading = page.getByRole("heading", { level: 1 });
  await page.goto("/about");
  await expect(heading).toBeVisible();
  await scrollTo(400);
  await page.goto("/terms");
  await expect(heading).toBeVisible();
  await expectPlace(0);
  await scrollTo(300);
  await page.reload();
  await expectPlace(300);
  await page.goBack();
  await expectPlace(400);
});
