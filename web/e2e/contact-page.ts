import type { Page } from "@playwright/test";

/** Fills in and sends the form on /contact. */
export async function askForRemoval(
  page: Page,
  kind: string,
  link: string,
  why: string,
): Promise<void> {
  await page.getByLabel("What should be removed?").selectOption(kind);
  await page.getByLabel(/^(Link of the post|Username|Community)$/).fill(link);
  await page.getByLabel("Why?").fill(why);
  await page.getByRole("button", { name: "Send Request" }).click();
}
