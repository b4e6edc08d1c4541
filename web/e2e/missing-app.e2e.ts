import type { Page } from "@playwright/test";
import { expectAppStarted } from "./app-started.ts";
import { expect, test } from "./fixtures.ts";

const APP = /\/assets\/index-[^/]+\.js$/;
const FIRST_SCRIPT = /\/assets\/first-[^/]+\.js$/;
const MISSING = [/status of 404/, /dynamically imported module/, /ERR_FAILED/];
const GONE = { status: 404, contentType: "text/plain", body: "no such file" };

const note = (page: Page) => page.getByText("This page has not finished loading.");

// The note's 15 seconds are the delay of an animation.
test.use({ animationSpeed: 1 });

test.beforeEach(({ allowErrors }) => allowErrors(...MISSING));

test(
  "a page of an older deployment, whose app is gone, reloads once",
  { tag: "@main" },
  async ({ page }) => {
    let asked = 0;
    await page.route(APP, (route) => {
      asked += 1;
      return asked === 1 ? route.fulfill(GONE) : route.continue();
    });
    for (const path of ["/user/gemhunter", "/login"]) {
      asked = 0;
      await page.goto(path);
      await expectAppStarted(page);
      expect(asked, path).toBe(2);
      await expect(note(page)).toHaveCount(0);
    }
  },
);

test("a page whose app cannot be fetched says so, without a reload loop, and offers a reload link", async ({
  page,
  axe,
}) => {
  for (const path of ["/user/gemhunter", "/login"]) {
    let asked = 0;
    await page.route(APP, (route) => {
      asked += 1;
      return route.abort();
    });
    await page.goto(path);
    await expect(note(page)).toBeVisible();
    expect(asked, path).toBe(2);
    // Before the app only the user's page has content.
    if (path !== "/login") await axe({ beforeApp: true });
    await page.unroute(APP);
    await page.getByRole("link", { name: "Reload it" }).click();
    await expectAppStarted(page);
    await expect(note(page)).toHaveCount(0);
  }
});

test("text typed before the app failed survives, without a reload, and can be sent", async ({
  page,
}) => {
  const { promise: typed, resolve: goOn } = Promise.withResolvers<void>();
  await page.route(APP, async (route) => {
    await typed;
    await route.fulfill(GONE);
  });
  await page.goto("/", { waitUntil: "commit" });
  const field = page.getByRole("searchbox").first();
  await field.fill("northlight");
  goOn();
  await expect(note(page)).toBeVisible();
  await expect(field).toHaveValue("northlight");
  await page.unroute(APP);
  await field.press("Enter");
  await page.waitForURL("**/user/northlight");
});

test("without the first script the page also says after 15 seconds that it is unfinished", async ({
  page,
}) => {
  await page.route(FIRST_SCRIPT, (route) => route.abort());
  await page.goto("/user/gemhunter");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(note(page)).toBeHidden();
  const seconds = await note(page).evaluate((element) => {
    const [wait] = element.getAnimations();
    const { delay = 0 } = wait?.effect?.getTiming() ?? {};
    wait?.finish();
    return delay / 1000;
  });
  expect(seconds).toBe(15);
  await expect(note(page)).toBeVisible();
});

test.describe("with scripts switched off", () => {
  test.use({ javaScriptEnabled: false });

  test("without scripts the first screen says what is missing, and has no dead button", async ({
    page,
  }) => {
    await page.goto("/user/gemhunter");
    await expect(page.locator("noscript")).toBeInViewport();
    await expect(page.getByRole("button", { name: "Show them" })).toBeHidden();
  });
});
