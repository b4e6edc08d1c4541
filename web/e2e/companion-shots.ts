import { mkdirSync } from "node:fs";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import {
  browserPath,
  chip,
  question,
  sayYes,
  test,
  useOwnReddit,
  WHY_SKIPPED,
} from "./companion-fixture.ts";
import { cards } from "./feed-page.ts";
import { expect } from "./fixtures.ts";

/** Pictures of the companion for README.md and the stores: `npm run shots -- --readme companion`. */
const FOLDER = "docs/store";
const SETTLE_MS = 1_500;

test.skip(!browserPath, WHY_SKIPPED);

async function take(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(SETTLE_MS);
  mkdirSync(FOLDER, { recursive: true });
  await sharp(await page.screenshot())
    .webp({ quality: 82 })
    .toFile(`${FOLDER}/${name}.webp`);
}

test("companion in the README", { tag: "@readme" }, async ({ own, page }, { project }) => {
  test.skip(project.name !== "desktop-dark", "one look is enough");
  await page.addInitScript(() => localStorage.setItem("pictures", "shown"));
  await page.goto("/user/gemhunter");
  await expect(page.getByRole("button", { name: "Use your Reddit" })).toBeVisible();
  await take(page, "1-offer");
  await page.getByRole("button", { name: "Use your Reddit" }).click();
  await question(page).waitFor({ state: "attached" });
  await take(page, "2-consent");
  await sayYes(page);
  await expect(chip(page, "Your Reddit")).toBeVisible();
  await expect(cards(page).first()).toBeVisible();
  await take(page, "3-your-reddit");
  await chip(page, "Your Reddit").click();
  await take(page, "4-source");
  const [worker] = own.serviceWorkers();
  const popup = await own.newPage();
  await popup.setViewportSize({ width: 332, height: 300 });
  await popup.goto(`chrome-extension://${new URL(worker?.url() ?? "").host}/popup.html`);
  await take(popup, "5-popup");
  await own.route("https://www.reddit.com/**", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: "<body style='font:20px system-ui;margin:40px'><h1>u/gemhunter</h1><p>A profile on Reddit.</p></body>",
    }),
  );
  await popup.setViewportSize({ width: 1280, height: 800 });
  await popup.goto("https://www.reddit.com/user/gemhunter/");
  await take(popup, "6-on-reddit");
});

test("companion at every width", async ({ page }, { project }) => {
  test.skip(!project.name.startsWith("desktop"), "sets its own widths");
  await useOwnReddit(page);
  const colorScheme = project.name.endsWith("dark") ? "dark" : "light";
  await page.emulateMedia({ colorScheme });
  mkdirSync("shots", { recursive: true });
  for (const width of [360, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.waitForTimeout(SETTLE_MS);
    await page.screenshot({ path: `shots/companion-${width}-${colorScheme}.png` });
    await chip(page, "Your Reddit").click();
    await page.waitForTimeout(SETTLE_MS);
    await page.screenshot({ path: `shots/companion-source-${width}-${colorScheme}.png` });
    await page.keyboard.press("Escape");
  }
});
