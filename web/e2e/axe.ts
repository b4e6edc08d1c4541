import axeCore from "axe-core";
import { expect, type Page } from "@playwright/test";

declare global {
  /** In the page, once its source has run there. */
  var axe: typeof axeCore;
}

export interface AxeOptions {
  /** Checks the Worker's markup while the scripts are held back. */
  beforeApp?: boolean;
  /** In the test's own theme and in the other one, to which the page changes without being loaded again. */
  inBothThemes?: boolean;
}

/** Until the app has replaced the first view, axe could look at elements that are about to go. */
const appStarted = (page: Page) =>
  page.waitForFunction(
    () =>
      !document.querySelector('script[type="later"]') || document.querySelector('a[href="#main"]'),
  );

/** An element that is still fading in does not have its contrast yet. Endless animations have no end to go to. */
const endAnimations = (page: Page) =>
  page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    for (const animation of ending) animation.finish();
  });

async function expectNone(page: Page, theme: string): Promise<void> {
  await endAnimations(page);
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeCore.source);
  // A list of what passes is most of the work.
  const { violations } = await page.evaluate(() =>
    globalThis.axe.run(document, { resultTypes: ["violations"] }),
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
  await expectNone(page, other);
  await page.emulateMedia({ colorScheme: theme });
}
