import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Browser, BrowserContext, Page } from "playwright-core";
import sharp from "sharp";
import { SHOWCASE } from "#sample/names.ts";
import type { Device } from "#web/e2e/journey.ts";
import { launchBrowser } from "./browser.ts";
import { root } from "./files.ts";
import { DEVICES } from "./journey-run.ts";
import { startServer } from "./server.ts";

type Look = `${Device} ${"light" | "dark"}`;

interface Shot {
  name: string;
  path: string;
  as?: "visitor" | "member" | "admin";
  after?: (page: Page) => Promise<void>;
  /** How README.md shows it; what is blurred at first is shown clear there. */
  inReadme?: Look[];
}

const LOOKS: Look[] = ["phone dark", "phone light", "desktop dark", "desktop light"];

const creator = `/user/${SHOWCASE[0]}`;

const openFirstPost = async (page: Page) => {
  await page.locator("article a, article button").first().click();
  await page.getByRole("dialog").waitFor();
};

const SHOTS: Shot[] = [
  { name: "home", path: "/", inReadme: ["desktop light"] },
  { name: "user", path: creator, inReadme: ["desktop dark", "phone dark"] },
  { name: "user-skies", path: "/user/northlight", inReadme: ["desktop light", "phone light"] },
  { name: "user-post", path: creator, after: openFirstPost, inReadme: ["desktop light"] },
  { name: "user-unknown", path: "/user/nobody_here_at_all" },
  { name: "leaderboard", path: "/leaderboard", inReadme: ["desktop dark", "phone light"] },
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
  const isLoaded = () => [...document.images].every(({ complete }) => complete);
  await page.waitForFunction(isLoaded, null, { timeout: 8000 }).catch(() => {});
  // Pictures fade in once they are there.
  await page.waitForTimeout(500);
}

async function unblur(page: Page): Promise<void> {
  const toggle = page.getByRole("button", { name: "Blur", pressed: true });
  if ((await toggle.count()) > 0) await toggle.click();
}

interface Take {
  look: Look;
  baseUrl: string;
  forReadme: boolean;
}

async function save(page: Page, shot: Shot, { look, forReadme }: Take): Promise<void> {
  const name = `${shot.name}-${look.replace(" ", "-")}`;
  const file = forReadme ? `docs/pictures/${name}.webp` : `shots/${name}.png`;
  const fullPage = !forReadme && !shot.after && shot.name !== "user";
  const picture = await page.screenshot({ fullPage });
  const image = sharp(picture);
  await (forReadme ? image.webp({ quality: 82 }) : image).toFile(join(root, file));
  console.log(file);
}

async function take(browser: Browser, shot: Shot, order: Take): Promise<void> {
  const [device, colorScheme] = order.look.split(" ") as [Device, "light" | "dark"];
  const looks = { ...DEVICES[device], colorScheme, reducedMotion: "reduce" as const };
  const context = await browser.newContext({ ...looks, baseURL: order.baseUrl });
  context.setDefaultTimeout(8000);
  try {
    if (shot.as === "member") await signUp(context);
    if (shot.as === "admin") await signInAsAdmin(context);
    const page = await context.newPage();
    await page.goto(shot.path);
    await settle(page);
    if (order.forReadme) await unblur(page);
    await shot.after?.(page);
    if (order.forReadme || shot.after) await settle(page);
    await save(page, shot, order);
  } finally {
    await context.close();
  }
}

function ordered(filter: string, forReadme: boolean): [Shot, Look][] {
  const wanted = SHOTS.filter(({ name }) => name.includes(filter));
  return wanted.flatMap((shot) =>
    (forReadme ? (shot.inReadme ?? []) : LOOKS).map((look): [Shot, Look] => [shot, look]),
  );
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { url: { type: "string" }, readme: { type: "boolean", default: false } },
  });
  const { url, readme: forReadme } = values;
  mkdirSync(join(root, forReadme ? "docs/pictures" : "shots"), { recursive: true });
  const server = url ? null : await startServer("shots-state", { RATE_LIMITS: "off" });
  const browser = await launchBrowser();
  try {
    const baseUrl = url ?? server?.baseUrl ?? "";
    for (const [shot, look] of ordered(positionals.join(" "), forReadme))
      await take(browser, shot, { look, baseUrl, forReadme }).catch((error: Error) => {
        console.error(`${shot.name} (${look}): ${error.message}`);
        process.exitCode = 1;
      });
  } finally {
    await browser.close();
    await server?.stop();
  }
}

await main();
