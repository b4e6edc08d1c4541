import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Page } from "@playwright/test";
import { freshName, logIn, PASSWORD } from "./account-page.ts";
import { expect, test as base } from "./fixtures.ts";

const HOST = "https://challenges.cloudflare.com";

/**
 * Replaces Turnstile's script. Like the real one it looks for its own script element and does not start without it.
 * Each widget is solved at once, with a token that counts the widgets before it.
 */
const SCRIPT = `
const own = document.currentScript;
if (!own.src.startsWith("${HOST}/turnstile/v0/api.js")) throw new Error("no script tag");
let widgets = 0;
globalThis.turnstile = {
  render(container, options) {
    widgets += 1;
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name: options["response-field-name"], value: "token-" + widgets });
    const text = document.createElement("p");
    text.textContent = "Widget " + widgets + " of " + options.sitekey;
    container.append(input, text);
    return String(widgets);
  },
  remove() {},
};`;

interface Siteverify {
  url: string;
  /** Tokens in the order of the checks. */
  asked: string[];
  /** Tokens to refuse, like expired ones. */
  expired: Set<string>;
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

const test = base.extend<object, { siteverify: Siteverify }>({
  siteverify: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright takes the dependencies from a pattern.
    async ({}, provide) => {
      const state: Siteverify = { url: "", asked: [], expired: new Set() };
      const server = createServer(async (request, response) => {
        const body = new URLSearchParams(await text(request));
        const token = body.get("response") ?? "";
        state.asked.push(token);
        const success = body.get("secret") === "e2e-secret" && !state.expired.has(token);
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ success }));
      });
      state.url = `http://127.0.0.1:${await listen(server)}/siteverify`;
      await provide(state);
      server.close();
    },
    { scope: "worker" },
  ],
  serverVars: async ({ siteverify }, provide) => {
    await provide({
      RATE_LIMITS: "on",
      TURNSTILE_SITE_KEY: "e2e-site",
      TURNSTILE_SECRET: "e2e-secret",
      TURNSTILE_VERIFY_URL: siteverify.url,
    });
  },
});

// The challenge is a setting of the Worker, so these tests have a server of their own.
test.use({ serverName: "challenge" });
// In one worker, because a second would start a second server.
test.describe.configure({ mode: "default" });

test.beforeEach(({ siteverify }) => {
  siteverify.asked.length = 0;
  siteverify.expired.clear();
});

const serveScript = (page: Page) =>
  page.route(`${HOST}/**`, (route) =>
    route.fulfill({ contentType: "text/javascript", body: SCRIPT }),
  );

async function fillSignup(page: Page): Promise<string> {
  const username = freshName();
  await page.getByLabel("Username", { exact: true }).fill(username);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm Password").fill(PASSWORD);
  return username;
}

const createAccount = (page: Page) => page.getByRole("button", { name: "Create Account" });
const widget = (page: Page, number: number) => page.getByText(`Widget ${number} of e2e-site`);
const CREATOR = "/user/gemhunter?sort=top";
const isHome = (url: URL) => url.pathname === "/";
const isCreator = (url: URL) => url.pathname + url.search === CREATOR;

test("sign-up sends the widget's token; an expired one gets a new widget, and typed text and the way back are kept", async ({
  page,
  siteverify,
  axe,
  allowErrors,
  allowForeignRequests,
}) => {
  allowErrors(/status of 403/);
  allowForeignRequests(/^https:\/\/challenges\.cloudflare\.com\//);
  await serveScript(page);
  siteverify.expired.add("token-1");
  await page.goto(CREATOR);
  await page.getByRole("banner").getByRole("link", { name: "Sign Up" }).click();
  await expect(widget(page, 1)).toBeVisible();
  await axe();
  const username = await fillSignup(page);
  await createAccount(page).click();
  const sentence =
    "We could not confirm that you are human. Please complete the check and try again.";
  await expect(page.getByRole("main").getByText(sentence)).toBeVisible();
  await expect(widget(page, 2)).toBeVisible();
  await expect(page.getByLabel("Username", { exact: true })).toHaveValue(username);
  await createAccount(page).click();
  await page.waitForURL(isCreator);
  expect(siteverify.asked).toEqual(["token-1", "token-2"]);
});

test("if the script is blocked the form says so, keeps the typed text and tries again", async ({
  page,
  siteverify,
  axe,
  allowErrors,
  allowForeignRequests,
}) => {
  allowErrors(/net::ERR_FAILED/, /ERR_BLOCKED_BY_CLIENT/);
  allowForeignRequests(/^https:\/\/challenges\.cloudflare\.com\//);
  await page.route(`${HOST}/**`, (route) => route.abort("blockedbyclient"));
  await page.goto("/signup");
  const alert = page.getByText(/could not load\. Allow challenges\.cloudflare\.com/);
  await expect(alert).toBeVisible();
  await axe();
  const username = await fillSignup(page);
  await page.unroute(`${HOST}/**`);
  await serveScript(page);
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(widget(page, 1)).toBeVisible();
  await expect(alert).toHaveCount(0);
  await expect(page.getByLabel("Username", { exact: true })).toHaveValue(username);
  await createAccount(page).click();
  await page.waitForURL(isHome);
  expect(siteverify.asked).toEqual(["token-1"]);
});

test("a login needs a challenge after three failures, loads nothing of Cloudflare before, and keeps the way back", async ({
  page,
  siteverify,
  allowErrors,
  allowForeignRequests,
}) => {
  allowErrors(/status of 401/);
  allowForeignRequests(/^https:\/\/challenges\.cloudflare\.com\//);
  let loads = 0;
  await serveScript(page);
  page.on("request", (request) => {
    if (request.url().startsWith(HOST)) loads += 1;
  });
  await page.goto("/signup");
  const username = await fillSignup(page);
  await expect(widget(page, 1)).toBeVisible();
  await createAccount(page).click();
  await page.waitForURL(isHome);
  // Without cookies: the device of the sign-up is known and needs no challenge.
  await page.context().clearCookies();
  siteverify.asked.length = 0;
  loads = 0;
  await page.goto(CREATOR);
  await page.getByRole("banner").getByRole("link", { name: "Login" }).click();
  for (let failure = 1; failure <= 3; failure += 1) {
    expect(loads).toBe(0);
    const refused = page.waitForResponse((answer) => answer.url().endsWith("/api/auth/login"));
    await logIn(page, username, "not the password");
    expect((await refused).status()).toBe(401);
    await expect(page.getByRole("button", { name: "Sign In" })).toBeEnabled();
  }
  await expect(widget(page, 1)).toBeVisible();
  await logIn(page, username);
  await page.waitForURL(isCreator);
  expect(siteverify.asked).toEqual(["token-1"]);
});
