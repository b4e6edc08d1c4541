import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

export interface AxeOptions {
  /** Checks the Worker's markup while the scripts are held back. */
  beforeApp?: boolean;
  /** In the test's own theme and in the other one, to which the page changes without being loaded again. */
  inBothThemes?: boolean;
}

const ANIMATIONS_MS = 1_000;

/** Until the app has replaced the first view, axe could look at elements that are about to go. */
const appStarted = (page: Page) =>
  page.waitForFunction(
    () =>
      !document.querySelector('script[type="later"]') || document.querySelector('a[href="#main"]'),
  );

/** An element that is still fading in does not have its contrast yet. Endless animations are not waited for. */
const animationsEnded = (page: Page) =>
  page.evaluate(async (limit) => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    const timeout = new Promise((resolve) => setTimeout(resolve, limit));
    await Promise.race([Promise.allSettled(ending.map(({ finished }) => finished)), timeout]);
  }, ANIMATIONS_MS);

async function expectNone(page: Page, theme: string): Promise<void> {
  await animationsEnded(page);
  // Without the legacy mode axe opens a page of its own for each check, and it lists what passes: four times the work.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode();
  const { violations } = await axe.analyze();
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
