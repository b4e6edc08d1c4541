import { expect, type Page } from "@playwright/test";

/** The first view has no skip link, although its headings and cards look complete before the app handles events. */
export const expectAppStarted = (page: Page): Promise<void> =>
  expect(page.locator('a[href="#main"]').first(), "the app has taken over").toBeAttached();
