import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { openPost, openUser } from "./feed-page.ts";
import { journey } from "./journey.ts";

interface Violations {
  violations: string[];
}

/** A report is no error for the page: it has to be asked for. */
const watchPolicy = (page: Page) =>
  page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { violations: seen });
    addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) => {
      seen.push(`${effectiveDirective} ${blockedURI} ${sample}`);
    });
  });

const violations = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as Violations).violations);

const OPENED = [
  "Ceylon sapphire",
  "Turn it slowly",
  "Opal, tilted one degree",
  "Amber light",
  "How I polish a cabochon",
  "Faceting time lapse",
];

journey(
  "pages, pictures, streams and frames run under Trusted Types without one report",
  { timeoutSeconds: 120 },
  async ({ page }) => {
    await watchPolicy(page);
    await page.addInitScript(() => {
      const own = HTMLMediaElement.prototype.canPlayType;
      HTMLMediaElement.prototype.canPlayType = function canPlayType(type: string) {
        return type.includes("mpegurl") ? "" : own.call(this, type);
      };
    });
    for (const path of ["/", "/leaderboard", "/about", "/login", "/signup", "/admin"]) {
      await page.goto(path);
      await page.getByRole("heading").first().waitFor();
      assert.deepEqual(await violations(page), [], path);
    }
    for (const title of OPENED) {
      const { viewer } = await openPost(page, "gemhunter", title);
      await viewer.locator("img, video, iframe").first().waitFor();
      await page.waitForTimeout(1000);
      assert.deepEqual(await violations(page), [], title);
    }
  },
);

journey(
  "text that would become markup or a script's address is refused, and reported",
  { expectErrors: [/Trusted|Content Security Policy/i] },
  async ({ page }) => {
    await watchPolicy(page);
    await openUser(page, "gemhunter");
    const outcomes = await page.evaluate(() => {
      const attempt = (work: () => unknown) => {
        try {
          work();
          return "let through";
        } catch (error) {
          return (error as Error).name;
        }
      };
      return [
        attempt(() => (document.createElement("div").innerHTML = "<b>x</b>")),
        attempt(() => (document.createElement("script").src = "https://evil.example/x.js")),
        attempt(() => new Worker("/first.js")),
      ];
    });
    assert.deepEqual(outcomes, ["TypeError", "TypeError", "TypeError"]);
    assert.ok((await violations(page)).length >= 3);
  },
);
