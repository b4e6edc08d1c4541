import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { brand } from "#schema/brand.ts";
import type { Device } from "#web/e2e/journey.ts";
import { launchBrowser } from "./browser.ts";
import { root } from "./files.ts";
import { DEVICES } from "./journey-run.ts";
import { startServer } from "./server.ts";

interface Shot {
  name: string;
  path: string;
  as?: "visitor" | "member" | "admin";
  after?: (page: Page) => Promise<void>;
}

const creator = `/user/${brand.popularUsername}`;

const openFirstPost = async (page: Page) => {
  await page.locator("article a, article button").first().click();
  await page.getByRole("dialog").waitFor();
};

const SHOTS: Shot[] = [
  { name: "home", path: "/" },
  { name: "user", path: creator },
  { name: "user-post", path: creator, after: openFirstPost },
  { name: "user-unknown", path: "/user/nobody_here_at_all" },
  { name: "leaderboard", path: "/leaderboard" },
  { name: "login", path: "/login" },
  { name: "signup", path: "/signup" },
  { name: "account", path: "/account", as: "member" },
  { name: "about", path: "/about" },
  { name: "terms", path: "/terms" },
  { name: "privacy", path: "/privacy" },
  { name: "contact", path: "/contact" },
  { name: "admin-login", path: "/admin" },
  { name: "admin", path: "/admin", as: "admin" },
  { name: "not-found", path: "/no/such/page" },
];

async function signUp(context: BrowserContext): Promise<void> {
  const data = { username: `shots_${Date.now().toString(36)}`, password: "a long password" };
  const response = await context.request.post("/api/auth/signup", { data });
  assert.equal(response.status(), 201, await response.text());
}

async function signInAsAdmin(context: BrowserContext): Promise<void> {
  const data = { password: "unearth-local" };
  const response = await context.request.post("/api/admin/login", { data });
  assert.equal(response.status(), 200, await response.text());
  const { token } = (await response.json()) as { token: string };
  await context.addInitScript((value) => localStorage.setItem("adminToken", value), token);
}

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle", { timeout: 8000 }).catch(() => {});
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

interface Take {
  device: Device;
  colorScheme: "light" | "dark";
  baseUrl: string;
}

async function take(browser: Browser, shot: Shot, { device, colorScheme, baseUrl }: Take) {
  const looks = { ...DEVICES[device], colorScheme, reducedMotion: "reduce" as const };
  const context = await browser.newContext({ ...looks, baseURL: baseUrl });
  context.setDefaultTimeout(8000);
  const width = DEVICES[device].viewport?.width;
  const file = join(root, "shots", `${shot.name}-${width}-${colorScheme}.png`);
  try {
    if (shot.as === "member") await signUp(context);
    if (shot.as === "admin") await signInAsAdmin(context);
    const page = await context.newPage();
    await page.goto(shot.path);
    await settle(page);
    await shot.after?.(page);
    if (shot.after) await settle(page);
    await page.screenshot({ path: file, fullPage: !shot.after && shot.name !== "user" });
    console.log(file.slice(root.length));
  } finally {
    await context.close();
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { url: { type: "string" } },
  });
  const filter = positionals.join(" ");
  const wanted = SHOTS.filter(({ name }) => name.includes(filter));
  mkdirSync(join(root, "shots"), { recursive: true });
  const server = values.url ? null : await startServer("shots-state", { RATE_LIMITS: "off" });
  const browser = await launchBrowser();
  try {
    const baseUrl = values.url ?? server?.baseUrl ?? "";
    for (const shot of wanted)
      for (const device of ["phone", "desktop"] as const)
        for (const colorScheme of ["dark", "light"] as const)
          await take(browser, shot, { device, colorScheme, baseUrl }).catch((error: Error) => {
            console.error(`${shot.name} (${device}, ${colorScheme}): ${error.message}`);
            process.exitCode = 1;
          });
  } finally {
    await browser.close();
    await server?.stop();
  }
}

await main();
