import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { brand } from "#schema/brand.ts";
import { freshName, PASSWORD, seeToast } from "./account-page.ts";
import { cards, openUser } from "./feed-page.ts";
import { journey } from "./journey.ts";

const OFFLINE = [/ERR_INTERNET_DISCONNECTED/, /Failed to fetch/, /ERR_FAILED/];
const CHUNK = [/dynamically imported module/, /status of 404/, /ERR_FAILED/, /MIME type/];

const BUSY = {
  status: 503,
  contentType: "application/json",
  body: JSON.stringify({ success: false, error: "internal.unavailable", message: "Busy." }),
};

/** Something to read and something to press: what a blank page has none of. */
async function notBlank(page: Page): Promise<void> {
  await page.locator("a:visible, button:visible").first().waitFor();
  const text = (await page.locator("body").innerText()).trim();
  assert.ok(text.length > 20, `a blank page at ${page.url()}`);
}

const about = (page: Page) => page.getByRole("link", { name: "About" }).first();

journey(
  "offline in mid-scroll the feed stays, says so in a row, and goes on when the network is back",
  { expectErrors: OFFLINE, timeoutSeconds: 90 },
  async ({ page, context }) => {
    await openUser(page, "gemhunter");
    await context.setOffline(true);
    const again = page.getByRole("button", { name: "Try Again" });
    for (let turn = 0; turn < 120 && !(await again.first().isVisible()); turn += 1) {
      await page.mouse.wheel(0, 1500);
      await page.waitForTimeout(60);
    }
    await again.first().waitFor();
    await page.getByRole("radio", { name: "All, 12" }).waitFor();
    await page.waitForTimeout(500);
    const isSeen = await again.first().evaluate((button) => {
      const { top } = button.getBoundingClientRect();
      return top > 0 && top < innerHeight;
    });
    assert.ok(isSeen, "the row is where the visitor is");
    await context.setOffline(false);
    await again.first().click();
    await page.getByRole("radio", { name: /^All, (2[4-9]|[3-9]\d)$/ }).waitFor();
  },
);

journey(
  "a page that was never opened, opened offline, says so; back returns; online it opens",
  { expectErrors: [...OFFLINE, ...CHUNK], timeoutSeconds: 90 },
  async ({ page, context }) => {
    await page.goto("/");
    await page.getByRole("heading", { level: 1, name: brand.headline }).waitFor();
    await context.setOffline(true);
    await about(page).click();
    await page.waitForTimeout(1500);
    await notBlank(page);
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: brand.headline }).waitFor();
    await context.setOffline(false);
    await page.goto("/about");
    await page.getByRole("heading", { level: 1 }).waitFor();
  },
);

journey(
  "the API failing in mid-session shows the failure in its place, and Try Again brings it back",
  { expectErrors: [/status of 503/], timeoutSeconds: 90 },
  async ({ page }) => {
    await openUser(page, "gemhunter");
    await page.route("**/api/**", (route) => route.fulfill(BUSY));
    await page.getByRole("radio", { name: "Top" }).check({ force: true });
    const again = page.getByRole("button", { name: "Try Again" });
    await again.first().waitFor();
    await notBlank(page);
    await page.unroute("**/api/**");
    await again.first().click();
    await cards(page).first().waitFor();
  },
);

journey(
  "after a deployment a missing chunk reloads the page once and never in a loop",
  { expectErrors: CHUNK, timeoutSeconds: 90 },
  async ({ page }) => {
    await page.goto("/");
    await page.getByRole("heading", { level: 1, name: brand.headline }).waitFor();
    let loads = 0;
    page.on("load", () => {
      loads += 1;
    });
    await page.route("**/assets/about*.js", (route) =>
      route.fulfill({ status: 404, contentType: "text/plain", body: "no such file" }),
    );
    await about(page).click();
    await page.waitForEvent("load");
    await page.waitForTimeout(4000);
    assert.equal(loads, 1, "one reload");
    await page.getByRole("heading", { name: "Something went wrong" }).waitFor();
    await notBlank(page);
    await page.unroute("**/assets/about*.js");
    await page.getByRole("button", { name: "Try Again" }).click();
    await page.waitForURL("**/about");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.getByRole("heading", { name: "Something went wrong" }).waitFor({ state: "hidden" });
  },
);

const PLACES = ["/", "/user/gemhunter", "/leaderboard", "/login", "/signup", "/about", "/admin"];

journey(
  "with storage switched off every page works and nothing is thrown",
  { timeoutSeconds: 90 },
  async ({ page }) => {
    await page.addInitScript(() => {
      for (const name of ["localStorage", "sessionStorage", "indexedDB"]) {
        Object.defineProperty(globalThis, name, {
          get() {
            throw new DOMException("The operation is insecure.", "SecurityError");
          },
        });
      }
    });
    for (const path of PLACES) {
      await page.goto(path);
      await page.getByRole("heading").first().waitFor();
      assert.equal(await page.getByText("Something went wrong").count(), 0, path);
      await notBlank(page);
    }
    await openUser(page, "gemhunter");
    await page.getByRole("article").first().getByRole("heading").click({ force: true });
    await notBlank(page);
  },
);

journey(
  "with cookies blocked one can browse, and a log-in that cannot last is no blank page",
  { timeoutSeconds: 60, expectErrors: [/status of 401/] },
  async ({ page }) => {
    await page.route("**/*", async (route) => {
      const answer = await route.fetch({ headers: { ...route.request().headers(), cookie: "" } });
      const headers = answer.headers();
      delete headers["set-cookie"];
      await route.fulfill({ response: answer, headers });
    });
    for (const path of ["/", "/user/gemhunter", "/leaderboard", "/account"]) {
      await page.goto(path);
      await page.getByRole("heading").first().waitFor();
      await notBlank(page);
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
    assert.equal(loads, 0, "no page asks itself again and again who is there");
    await notBlank(page);
  },
);

for (const isOffline of [false, true]) {
  journey(
    `a form sent while ${isOffline ? "the network" : "the API"} is away keeps what was typed, and sends it later`,
    { timeoutSeconds: 60, expectErrors: [/status of 503/, ...OFFLINE] },
    async ({ page, context }) => {
      await page.goto("/signup");
      const name = freshName();
      const field = (label: string) => page.getByLabel(label, { exact: true });
      await field("Username").fill(name);
      await field("Display Name (optional)").fill("Kept as typed");
      await field("Password").fill(PASSWORD);
      await field("Confirm Password").fill(PASSWORD);
      if (isOffline) await context.setOffline(true);
      else await page.route("**/api/**", (route) => route.fulfill(BUSY));
      const submit = page.getByRole("button", { name: "Create Account" });
      await submit.click();
      await seeToast(page, "Signup Failed");
      assert.equal(await field("Username").inputValue(), name);
      assert.equal(await field("Display Name (optional)").inputValue(), "Kept as typed");
      assert.equal(await field("Password").inputValue(), PASSWORD);
      if (isOffline) await context.setOffline(false);
      else await page.unroute("**/api/**");
      await submit.click();
      await page.waitForURL((url) => url.pathname === "/");
      await page.getByRole("link", { name: "Account" }).waitFor();
    },
  );
}

for (const days of [-1, 1]) {
  journey(
    `with the visitor's clock wrong by ${days} day the feed, its ages and the boards stand`,
    { timeoutSeconds: 60 },
    async ({ page }) => {
      await page.clock.install({ time: Date.now() + days * 86_400_000 });
      await openUser(page, "gemhunter");
      await notBlank(page);
      const text = await page.locator("main").innerText();
      assert.doesNotMatch(text, /NaN|Invalid Date|-\d+[hd]\b/);
      await page.goto("/leaderboard");
      await page.clock.runFor(2000);
      await page.getByRole("heading").first().waitFor();
      await notBlank(page);
    },
  );
}

journey(
  "on slow 3G the first posts come, and a search typed meanwhile is not lost",
  { timeoutSeconds: 120 },
  async ({ page, context }) => {
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
    await field.waitFor();
    await field.fill("northlight");
    await page.waitForLoadState("load", { timeout: 60_000 });
    assert.equal(await field.inputValue(), "northlight");
    await field.press("Enter");
    await page.waitForURL("**/user/northlight");
    await cards(page).first().waitFor();
  },
);

journey(
  "thirty steps forth and back leave every page standing and the text in a form alone",
  { timeoutSeconds: 120 },
  async ({ page }) => {
    const links = ["/", "/leaderboard", "/about", "/user/gemhunter", "/user/northlight?sort=top"];
    const titles: string[] = [];
    await page.goto("/");
    await page.getByRole("heading", { level: 1 }).waitFor();
    const home = await page.title();
    for (let step = 0; step < 15; step += 1) {
      const path = links[(step + 1) % links.length] ?? "/";
      await page.evaluate((to) => {
        history.pushState(null, "", to);
        dispatchEvent(new PopStateEvent("popstate"));
      }, path);
      await page.waitForFunction((before) => document.title !== before, titles.at(-1) ?? home);
      await notBlank(page);
      titles.push(await page.title());
    }
    assert.equal(new Set(titles).size, links.length, "each page has a title of its own");
    let at = titles.length - 1;
    for (let step = 0; step < 15; step += 1) {
      const by = step % 4 === 3 ? 1 : -1;
      at += by;
      await page.evaluate((steps) => history.go(steps), by);
      await page.waitForFunction((title) => document.title === title, titles[at]);
      await notBlank(page);
    }
    await page.goto("/signup");
    await page.getByLabel("Username", { exact: true }).fill("kept_name");
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await page.evaluate(() => dispatchEvent(new Event("focus")));
    assert.equal(await page.getByLabel("Username", { exact: true }).inputValue(), "kept_name");
  },
);
