import { readFileSync } from "node:fs";
import { join } from "node:path";
import type axeCore from "axe-core";
import { expect, type Page } from "@playwright/test";
import { root } from "#tools/files.ts";

declare global {
  /** Defined in the page by axe's source. */
  var axe: typeof axeCore;
}

export interface AxeOptions {
  /** Checks the Worker's markup while scripts are held. */
  beforeApp?: boolean;
  /** Checks the theme of the test, and then the colours of the other one, without loading the page again. */
  inBothThemes?: boolean;
}

/** Before the app has replaced the first view, axe could check elements that are about to be removed. */
const appStarted = (page: Page) =>
  page.waitForFunction(
    () =>
      !document.querySelector('script[type="later"]') || document.querySelector('a[href="#main"]'),
  );

/** An element that fades in does not have its final contrast yet. Endless animations are left out. */
const endAnimations = (page: Page) =>
  page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    for (const animation of ending) animation.finish();
  });

/** The default rules about colours: only those can differ between the themes. */
const COLOUR_RULES = { type: "rule" as const, values: ["color-contrast", "link-in-text-block"] };

const AXE = readFileSync(join(root, "node_modules/axe-core/axe.min.js"), "utf8");

/** Over the browser's own protocol: the script that `axe-core` exports takes twice as long by `page.evaluate`. */
async function loadAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => "axe" in globalThis)) return;
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Runtime.evaluate", { expression: AXE });
  await cdp.detach();
}

async function expectNone(page: Page, theme: string, runOnly?: axeCore.RunOnly): Promise<void> {
  await endAnimations(page);
  await loadAxe(page);
  // Listing the passed rules is most of axe's work.
  const { violations } = await page.evaluate(
    (rules) => globalThis.axe.run(document, { resultTypes: ["violations"], ...rules }),
    runOnly ? { runOnly } : {},
  );
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${help}\n    ${target.join(" ")}\n    ${html}`),
  );
  expect(found, `axe on ${page.url()}, ${theme} theme`).toEqual([]);
}

const themeOf = (page: Page) =>
  page.evaluate(() => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));

export async function expectNoAxeViolations(
  page: Page,
  { beforeApp = false, inBothThemes = false }: AxeOptions = {},
): Promise<void> {
  if (!beforeApp) await appStarted(page);
  const theme = await themeOf(page);
  await expectNone(page, theme);
  if (!inBothThemes) return;
  const other = theme === "dark" ? "light" : "dark";
  await page.emulateMedia({ colorScheme: other });
  await expectNone(page, other, COLOUR_RULES);
  await page.emulateMedia({ colorScheme: theme });
}
