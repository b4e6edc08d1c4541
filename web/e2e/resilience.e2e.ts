import type { Page } from "@playwright/test";
import { brand } from "#schema/brand.ts";
import { paths } from "#web/paths.ts";
import { freshName, PASSWORD } from "./account-page.ts";
import { expectAppStarted } from "./app-started.ts";
import { cards, openUser, scrollDown } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";
import { OPEN_PAGES } from "./open-pages.ts";

const OFFLINE = [/ERR_INTERNET_DISCONNECTED/, /Failed to fetch/, /ERR_FAILED/];
const CHUNK = [/dynamically imported module/, /status of 404/, /ERR_FAILED/, /MIME type/];

/** A page is not blank if it has some text and a link or a button. */
async function expectNotBlank(page: Page): Promise<void> {
  await expect(page.locator("a:visible, button:visible").first()).toBeVisible();
  const text = (await page.locator("body").innerText()).trim();
  expect(text.length, `a blank page at ${page.url()}`).toBeGreaterThan(20);
}

const about = (page: Page) => page.getByRole("link", { name: "About" }).first();

test(
  "offline during scrolling the feed stays, shows a failure row, and continues by itself when the network is back",
  { tag: "@main" },
  async ({ page, context, allowErrors }) => {
    allowErrors(...OFFLINE);
    await openUser(page, "gemhunter");
    await context.setOffline(true);
    const again = page.getByRole("button", { name: "Try Again" });
    await expect(async () => {
      await scrollDown(page, 1500);
      await expect(again.first(), "the row is in view").toBeInViewport({ timeout: 100 });
    }).toPass({ intervals: [50] });
    await expect(page.getByRole("radio", { name: "All, 12" })).toBeVisible();
    await context.setOffline(false);
    await expect(
      page.getByRole("radio", { name: /^All, (2[4-9]|[3-9]\d)( of \d+)?$/ }),
    ).toBeVisible();
  },
);

test("a page first opened offline says so, Back returns, and online it opens", async ({
  page,
  context,
  allowErrors,
}) => {
  allowErrors(...OFFLINE, ...CHUNK);
  await page.goto("/");
  await expectAppStarted(page);
  await context.setOffline(true);
  await about(page).click();
  await expect(page.getByText(/could not be loaded\. Check your connection/)).toBeVisible();
  await expectNotBlank(page);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: brand.headline })).toBeVisible();
  await context.setOffline(false);
  await page.goto("/about");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("after a deployment a missing chunk reloads the page once, without a loop", async ({
  page,
  allowErrors,
}) => {
  allowErrors(...CHUNK);
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: brand.headline })).toBeVisible();
  let loads = 0;
  page.on("load", () => {
    loads += 1;
  });
  await page.route("**/assets/about*.js", (route) =>
    route.fulfill({ status: 404, contentType: "text/plain", body: "no such file" }),
  );
  await Promise.all([page.waitForEvent("load"), about(page).click()]);
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  // A second reload would happen at once.
  await page.waitForTimeout(1500);
  expect(loads, "reloads").toBe(1);
  await expectNotBlank(page);
  await page.unroute("**/assets/about*.js");
  await page.getByRole("button", { name: "Try Again" }).click();
  await page.waitForURL("**/about");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeHidden();
});

test("with storage switched off every page works without an error", async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage", "indexedDB"]) {
      Object.defineProperty(globalThis, name, {
        get() {
          throw new DOMException("The operation is insecure.", "SecurityError");
        },
      });
    }
    // Like Firefox with all cookies blocked.
    globalThis.BroadcastChannel = class extends EventTarget {
      constructor() {
        super();
        throw new DOMException("The operation is insecure.", "SecurityError");
      }
    } as unknown as typeof BroadcastChannel;
    navigator.storage.getDirectory = () =>
      Promise.reject(new DOMException("Security error", "SecurityError"));
  });
  for (const path of [...OPEN_PAGES, paths.user("gemhunter")]) {
    await page.goto(path);
    await expect(page.getByRole("heading").first()).toBeVisible();
    await expect(page.getByText("Something went wrong"), path).toHaveCount(0);
    await expectNotBlank(page);
  }
  await expectAppStarted(page);
  await page.getByRole("article").first().getByRole("heading").click();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("with cookies blocked browsing works, and a login without a lasting session says why", async ({
  page,
  allowErrors,
}) => {
  allowErrors(/status of 401/);
  const usesCookies = ({ pathname }: URL) => !/^\/(assets|sample)\//.test(pathname);
  await page.route(usesCookies, async (route) => {
    const answer = await route.fetch({ headers: { ...route.request().headers(), cookie: "" } });
    const headers = answer.headers();
    delete headers["set-cookie"];
    await route.fulfill({ response: answer, headers });
  });
  for (const path of ["/", "/user/gemhunter", "/leaderboard", "/account"]) {
    await page.goto(path);
    await expect(page.getByRole("heading").first()).toBeVisible();
    await expectNotBlank(page);
  }
  await page.waitForURL("**/login**");
  await page.goto("/signup");
  await page.getByLabel("Username", { exact: true }).fill(freshName());
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create Account" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  let loads = 0;
  page.on("load", () => {
    loads += 1;
  });
  await page.waitForTimeout(2000);
  expect(loads, "no reload loop").toBe(0);
  await expectNotBlank(page);
  await page.getByRole("link", { name: "Account" }).click();
  await expect(page.getByText("If it ended at once, allow cookies")).toBeVisible();
});

for (const days of [-1, 1]) {
  test(`with the visitor's clock wrong by ${days} day the feed, its ages and the boards work`, async ({
    page,
  }) => {
    await page.clock.install({ time: Date.now() + days * 86_400_000 });
    await openUser(page, "gemhunter");
    await expectNotBlank(page);
    const text = await page.locator("main").innerText();
    expect(text).not.toMatch(/NaN|Invalid Date|-\d+[hd]\b/);
    await page.goto("/leaderboard");
    await page.clock.runFor(2000);
    await expect(page.getByRole("heading").first()).toBeVisible();
    await expectNotBlank(page);
  });
}

test("on slow 3G the first posts arrive, and a search typed meanwhile is kept", async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 400,
    downloadThroughput: (400 * 1024) / 8,
    uploadThroughput: (400 * 1024) / 8,
  });
  page.setDefaultTimeout(60_000);
  await page.goto("/", { waitUntil: "commit", timeout: 60_000 });
  const field = page.getByRole("searchbox").first();
  await expect(field).toBeVisible();
  await field.fill("northlight");
  await page.waitForLoadState("load", { timeout: 60_000 });
  await expect(field).toHaveValue("northlight");
  await field.press("Enter");
  await page.waitForURL("**/user/northlight");
  await expect(cards(page).first()).toBeVisible();
});

test("twelve steps back and forth leave every page working and a form's text in place", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const links = ["/", "/leaderboard", "/about", "/user/gemhunter", "/user/northlight?sort=top"];
  const titles: string[] = [];
  await page.goto("/");
  await expectAppStarted(page);
  const home = await page.title();
  for (let step = 0; step < 6; step += 1) {
    const path = links[(step + 1) % links.length] ?? "/";
    await page.evaluate((to) => {
      history.pushState(null, "", to);
      dispatchEvent(new PopStateEvent("popstate"));
    }, path);
    await expect(page).not.toHaveTitle(titles.at(-1) ?? home);
    await expectNotBlank(page);
    titles.push(await page.title());
  }
  expect(new Set(titles).size, "each page has a title of its own").toBe(links.length);
  let at = titles.length - 1;
  for (let step = 0; step < 6; step += 1) {
    const by = step % 4 === 3 ? 1 : -1;
    at += by;
    await page.evaluate((steps) => history.go(steps), by);
    await expect(page).toHaveTitle(titles[at] ?? "");
    await expectNotBlank(page);
  }
  await page.goto("/signup");
  await page.getByLabel("Username", { exact: true }).fill("kept_name");
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await expect(page.getByLabel("Username", { exact: true })).toHaveValue("kept_name");
});
