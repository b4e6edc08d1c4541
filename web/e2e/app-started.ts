import { expect, type Page } from "@playwright/test";

/** The first view has no such link: the Worker's headings and cards are there before the app listens to anything. */
export const expectAppStarted = (page: Page): Promise<void> =>
  expect(page.locator('a[href="#main"]').first(), "the app has taken over").toBeAttached();
