import type { Page } from "@playwright/test";
import { becomeMember, logIn, PASSWORD } from "./account-page.ts";
import { expect, test } from "./fixtures.ts";

const STATUS = "**/api/auth/status";

const account = (page: Page) => page.getByRole("link", { name: "Account" });
const login = (page: Page) => page.getByRole("link", { name: "Login" }).first();

/** Like a distant database: the page arrives without the session, and the app requests it. */
async function leaveOutSession(page: Page, path: string): Promise<void> {
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace('["api","auth","status"]', '["api","unknown"]');
      await route.fulfill({ response: answer, body });
    },
  );
}

/** Opens a page as a member, while every request for the session fails. */
async function openWithoutSession(page: Page, path: string): Promise<string> {
  const username = await becomeMember(page.context());
  await leaveOutSession(page, path);
  await page.route(STATUS, (route) => route.abort("connectionreset"));
  await page.goto(path);
  await expect(login(page), "a failed request counts as signed out").toBeVisible();
  return username;
}

/** Parts of the page may still be loading when the network goes. */
test.beforeEach(({ allowErrors }) =>
  allowErrors(
    /ERR_CONNECTION_RESET/,
    /ERR_INTERNET_DISCONNECTED/,
    /dynamically imported module/,
    /Unable to preload CSS/,
  ),
);

test("a member whose session request failed is signed in again once the network is back", async ({
  page,
  context,
}) => {
  await openWithoutSession(page, "/user/gemhunter");
  await page.unroute(STATUS);
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(account(page)).toBeVisible();
});

test("Back shows the visitor as signed out after a logout, and as signed in after a login", async ({
  page,
  context,
}) => {
  const username = await becomeMember(context);
  await page.goto("/user/gemhunter");
  await expect(account(page)).toBeVisible();
  await page.goto("/about");
  expect((await context.request.post("/api/auth/logout")).status()).toBe(200);
  const asked = page.waitForRequest(STATUS);
  await page.goBack();
  await expect(login(page)).toBeVisible();
  await asked;
  await page.goForward();
  const data = { username, password: PASSWORD };
  expect((await context.request.post("/api/auth/login", { data })).status()).toBe(200);
  await page.goBack();
  await expect(account(page)).toBeVisible();
});

test("a page from the back/forward cache notices a logout and a login of other tabs", async ({
  page,
  context,
}) => {
  // The tests' browser has no back/forward cache, so the event is dispatched.
  const showAgain = () =>
    page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  const username = await becomeMember(context);
  await page.goto("/about");
  await expect(account(page)).toBeVisible();
  expect((await context.request.post("/api/auth/logout")).status()).toBe(200);
  await showAgain();
  await expect(login(page)).toBeVisible();
  const data = { username, password: PASSWORD };
  expect((await context.request.post("/api/auth/login", { data })).status()).toBe(200);
  await showAgain();
  await expect(account(page)).toBeVisible();
});

test("an ended session leaves one history entry, of the account page or its login", async ({
  page,
  context,
  allowErrors,
}) => {
  allowErrors(/status of 401/);
  const username = await becomeMember(context);
  await page.goto("/about");
  for (const then of ["goes back", "logs in"]) {
    await expect(account(page)).toBeVisible();
    await context.clearCookies();
    await account(page).click();
    await page.waitForURL((url) => url.pathname === "/login");
    await expect(page.getByText("Your session has ended.")).toBeVisible();
    if (then === "logs in") {
      await logIn(page, username);
      await page.waitForURL((url) => url.pathname === "/account");
    }
    await page.goBack();
    await page.waitForURL((url) => url.pathname === "/about");
    if (then === "goes back") {
      const data = { username, password: PASSWORD };
      expect((await context.request.post("/api/auth/login", { data })).status()).toBe(200);
      await page.reload();
    }
  }
});

test("a late session moves no control of a signed-out visitor", async ({ page }) => {
  const { promise: isFree, resolve: free } = Promise.withResolvers<void>();
  await leaveOutSession(page, "/user/gemhunter");
  await page.route(STATUS, async (route) => {
    await isFree;
    await route.continue();
  });
  await page.goto("/user/gemhunter");
  const theme = page.getByRole("button", { name: /^Theme: / });
  await expect(theme).toBeVisible();
  await expect(login(page)).toBeHidden();
  const before = await theme.boundingBox();
  free();
  await expect(login(page)).toBeVisible();
  const after = await theme.boundingBox();
  // The widths of the two links depend on the machine's font.
  expect(Math.abs((after?.x ?? 0) - (before?.x ?? 0))).toBeLessThan(16);
});
