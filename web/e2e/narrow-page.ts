import type { Locator, Page } from "@playwright/test";

/* Shared with the benches, whose steps no test runs: a renamed button fails here. */

export const kindOf = (page: Page, kind: string): Locator =>
  page.getByRole("radio", { name: new RegExp(`^${kind}, `) });

export const narrowButton = (page: Page): Locator =>
  page.getByRole("button", { name: /^Narrow down/ });

export const narrowSheet = (page: Page): Locator =>
  page.getByRole("dialog", { name: "Narrow down" });

export async function openNarrowSheet(page: Page): Promise<Locator> {
  await narrowButton(page).click();
  await narrowSheet(page).waitFor();
  return narrowSheet(page);
}

export const wordsField = (page: Page): Locator =>
  narrowSheet(page).getByRole("searchbox", { name: "Words in titles" });

/** The bar that loads everything is on the page and in the open sheet. */
export const loadEverything = (place: Page | Locator): Locator =>
  place.getByRole("button", { name: "Load Everything" });

export const loadedToEnd = (place: Page | Locator): Locator =>
  place.getByText("Loaded to the end.");

export const postsShown = (page: Page): Locator => page.getByText(/^\d+ posts shown$/);

/** Removes one of the filters that are on. */
export const filterButton = (page: Page, filter: string): Locator =>
  page.getByRole("button", { name: `Remove filter ${filter}`, exact: true });
