import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import sharp from "sharp";
import { adminToken, becomeMember } from "./account-page.ts";
import { expect, test } from "./fixtures.ts";

/** A project of playwright.shots.config.ts. */
type Look = "phone-dark" | "phone-light" | "desktop-dark" | "desktop-light";

interface Shot {
  name: string;
  path: string;
  signIn?: (context: BrowserContext) => Promise<unknown>;
  act?: (page: Page) => Promise<void>;
  /** The feed loads more pages while it is scrolled, so only the first screen is taken. */
  isEndless?: boolean;
  /** The looks shown in README.md, taken with blur switched off. */
  inReadme?: Look[];
}

const SETTLE_MS = 8_000;
const FADE_MS = 500;
const CREATOR = "/user/gemhunter";

async function openFirstPost(page: Page): Promise<void> {
  await page.locator("article a, article button").first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
}

async function signInAsAdmin(context: BrowserContext): Promise<void> {
  const token = await adminToken(context.request);
  await context.addInitScript((value) => localStorage.setItem("adminToken", value), token);
}

const SHOTS: Shot[] = [
  { name: "home", path: "/", inReadme: ["desktop-light"] },
  { name: "user", path: CREATOR, isEndless: true, inReadme: ["desktop-dark", "phone-dark"] },
  { name: "user-skies", path: "/user/northlight", inReadme: ["desktop-light", "phone-light"] },
  { name: "user-post", path: CREATOR, act: openFirstPost, inReadme: ["desktop-light"] },
  { name: "user-unknown", path: "/user/nobody_here_at_all" },
  { name: "leaderboard", path: "/leaderboard", inReadme: ["desktop-dark", "phone-light"] },
  { name: "login", path: "/login" },
  { name: "signup", path: "/signup" },
  { name: "account", path: "/account", signIn: (context) => becomeMember(context) },
  { name: "following", path: "/following" },
  { name: "about", path: "/about" },
  { name: "terms", path: "/terms" },
  { name: "privacy", path: "/privacy" },
  { name: "contact", path: "/contact" },
  { name: "admin-login", path: "/admin" },
  { name: "admin", path: "/admin", signIn: signInAsAdmin },
  { name: "admin-removals", path: "/admin/removals", signIn: signInAsAdmin },
  { name: "not-found", path: "/no/such/page" },
];

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle", { timeout: SETTLE_MS }).catch(() => {});
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const areLoaded = () => [...document.images].every(({ complete }) => complete);
  await page.waitForFunction(areLoaded, null, { timeout: SETTLE_MS }).catch(() => {});
  // Pictures fade in after loading.
  await page.waitForTimeout(FADE_MS);
}

async function unblur(page: Page): Promise<void> {
  const toggle = page.getByRole("button", { name: "Blur", pressed: true });
  if ((await toggle.count()) > 0) await toggle.click();
}

async function save(picture: Buffer, file: string): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  const image = sharp(picture);
  await (file.endsWith(".webp") ? image.webp({ quality: 82 }) : image).toFile(file);
}

test.use({ serverName: "shots", isSeeded: true });

test.beforeEach(({ allowErrors, allowForeignRequests }) => {
  allowErrors(/./);
  allowForeignRequests(/./);
});

for (const { name, path, signIn, act, isEndless = false, inReadme = [] } of SHOTS) {
  const open = async (page: Page) => {
    await signIn?.(page.context());
    await page.goto(path);
    await settle(page);
  };

  test(name, async ({ page }, { project }) => {
    await open(page);
    await act?.(page);
    if (act) await settle(page);
    const picture = await page.screenshot({ fullPage: !act && !isEndless });
    await save(picture, `shots/${name}-${project.name}.png`);
  });

  test(`${name} in the README`, { tag: "@readme" }, async ({ page }, { project }) => {
    test.skip(!inReadme.some((look) => look === project.name), "not in README.md");
    await open(page);
    await unblur(page);
    await act?.(page);
    await settle(page);
    await save(await page.screenshot(), `docs/pictures/${name}-${project.name}.webp`);
  });
}
