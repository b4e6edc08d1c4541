import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { findFullBrowser, launchArgs } from "#tools/browser.ts";
import { buildExtension } from "#tools/extension.ts";
import { expect, test as base } from "./fixtures.ts";
import { type RedditStandIn, startReddit } from "./reddit-stand-in.ts";
import { recordToasts } from "./toast-record.ts";

export const browserPath = findFullBrowser();
export const WHY_SKIPPED = "no whole Chromium is installed: headless shells load no extension";

/** Of the stand-in's posts: the fixture answers with the sample's pictures. */
const REDDITS_PICTURES = /^https:\/\/[\w.-]+\.(redd\.it|redditmedia\.com)\//;

interface Companion {
  reddit: RedditStandIn;
  own: BrowserContext;
}

export const test = base.extend<Companion>({
  // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright takes the dependencies from a pattern.
  reddit: async ({}, provide) => {
    const reddit = await startReddit();
    await provide(reddit);
    reddit.close();
  },
  own: async ({ reddit, baseURL }, provide) => {
    const folder = mkdtempSync(join(tmpdir(), "companion-"));
    const extension = join(folder, "extension");
    const settings = { browser: "chrome", isDevelopment: true } as const;
    await buildExtension(extension, { ...settings, redditOrigin: reddit.origin });
    const context = await chromium.launchPersistentContext(join(folder, "profile"), {
      executablePath: browserPath ?? "",
      baseURL,
      // The size of the stores' screenshots.
      viewport: { width: 1280, height: 800 },
      colorScheme: "dark",
      args: [
        ...launchArgs,
        `--disable-extensions-except=${extension}`,
        `--load-extension=${extension}`,
      ],
    });
    await context.route(REDDITS_PICTURES, (route) => {
      const location = route.request().url().replace("https://", `${baseURL}/sample/media/`);
      return route.fulfill({ status: 302, headers: { location } });
    });
    await context.addCookies([{ name: "reddit_session", value: "1", url: reddit.origin }]);
    await provide(context);
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  },
  /** In the place of the default context, so that the other fixtures watch this one. */
  context: async ({ own, reddit, allowForeignRequests }, provide) => {
    allowForeignRequests(REDDITS_PICTURES, new RegExp(`^${reddit.origin}/`));
    await recordToasts(own);
    await provide(own);
  },
});

export const chip = (page: Page, name: string) =>
  page.getByRole("button", { name: new RegExp(`^Source: ${name}`) });

/** The companion's consent dialog, which the page's scripts cannot reach. */
export const question = (page: Page) => page.locator("html > div");

/** Focuses "Yes" from "Not now", which has the first focus, after the half second in which no press counts. */
export async function sayYes(page: Page): Promise<void> {
  await question(page).waitFor({ state: "attached" });
  await page.keyboard.press("Shift+Tab");
  await expect(async () => {
    await page.keyboard.press("Enter");
    await expect(question(page)).toHaveCount(0, { timeout: 300 });
  }).toPass();
}

export async function useOwnReddit(page: Page, username = "gemhunter"): Promise<void> {
  await page.goto(`/user/${username}`);
  await page.getByRole("button", { name: "Use your Reddit" }).click();
  await sayYes(page);
  await expect(chip(page, "Your Reddit")).toBeVisible();
}
