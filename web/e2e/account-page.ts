import assert from "node:assert/strict";
import type { APIRequestContext, BrowserContext, Locator, Page } from "playwright-core";
import type { Device } from "./journey.ts";

/** What journeys of signed-in people have in common. */

export const PASSWORD = "a long password";

export const EVERY_DEVICE: Device[] = ["phone", "desktop"];

let made = 0;

export function freshName(prefix = "fan"): string {
  made += 1;
  return `${prefix}_${Date.now().toString(36)}_${made}`;
}

/** A member with a session in this context. */
export async function becomeMember(context: BrowserContext, displayName?: string): Promise<string> {
  const username = freshName();
  const data = { username, password: PASSWORD, displayName };
  const answer = await context.request.post("/api/auth/signup", { data });
  assert.equal(answer.status(), 201, await answer.text());
  return username;
}

export async function giveHeart(
  request: APIRequestContext,
  board: "users" | "posts",
  id: string,
): Promise<void> {
  const answer = await request.post(`/api/leaderboard/${board}/${id}/vote`);
  assert.equal(answer.status(), 200, await answer.text());
}

/** The standings are counted by a cron job; here it runs when it is asked to. */
export async function countBoards(request: APIRequestContext): Promise<void> {
  const path = "/cdn-cgi/handler/scheduled?cron=*/5+*+*+*+*";
  assert.equal((await request.get(path)).status(), 200);
}

export const toast = (page: Page): Locator =>
  page.getByRole("region", { name: "Notifications", includeHidden: true });

/** Waits for a toast with these words, then takes it away so that the next one is the next one. */
export async function seeToast(page: Page, ...words: string[]): Promise<void> {
  for (const word of words) await toast(page).getByText(word, { exact: true }).waitFor();
  await toast(page).getByRole("button", { name: "Dismiss" }).click();
}

export async function logIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("Username or Email").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

/** What looks disabled still answers; Playwright would wait for it to be enabled. */
export async function pressDisabled(button: Locator): Promise<void> {
  await button.focus();
  await button.press("Enter");
}
