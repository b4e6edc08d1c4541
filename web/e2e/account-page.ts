import {
  type APIRequestContext,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
} from "@playwright/test";
import { waitForToast } from "./toast-record.ts";

export const PASSWORD = "a long password";

let made = 0;

export function freshName(prefix = "fan"): string {
  made += 1;
  return `${prefix}_${Date.now().toString(36)}_${made}`;
}

/** Creates a member and signs this context in. */
export async function becomeMember(
  context: BrowserContext,
  displayName?: string,
  username = freshName(),
): Promise<string> {
  const data = { username, password: PASSWORD, displayName };
  const answer = await context.request.post("/api/auth/signup", { data });
  expect(answer.status(), await answer.text()).toBe(201);
  return username;
}

export async function giveHeart(
  request: APIRequestContext,
  board: "users" | "posts",
  id: string,
): Promise<void> {
  const answer = await request.post(`/api/leaderboard/${board}/${id}/vote`);
  expect(answer.status(), await answer.text()).toBe(200);
}

export async function adminToken(request: APIRequestContext): Promise<string> {
  const answer = await request.post("/api/admin/login", { data: { password: "unearth-local" } });
  expect(answer.status(), await answer.text()).toBe(200);
  return ((await answer.json()) as { token: string }).token;
}

/** Runs the cron job that renews the boards. */
export async function countBoards(request: APIRequestContext): Promise<void> {
  const path = "/cdn-cgi/handler/scheduled?cron=*/5+*+*+*+*";
  expect((await request.get(path)).status()).toBe(200);
}

export const toast = (page: Page): Locator =>
  page.getByRole("region", { name: "Notifications", includeHidden: true });

/** Waits for a toast with these words, and dismisses it if it is still shown. */
export async function seeToast(page: Page, ...words: string[]): Promise<void> {
  if (await waitForToast(page, words, { hold: true }))
    await toast(page).getByRole("button", { name: "Dismiss" }).click();
}

/** Raises a toast and presses a button of it. Repeated if the toast timed out before it got the focus. */
export async function pressInToast(
  page: Page,
  bringToast: () => Promise<void>,
  { words, button }: { words: string; button: string },
): Promise<void> {
  await expect(async () => {
    await bringToast();
    expect(await waitForToast(page, [words], { hold: true }), "the toast stands").toBe(true);
  }).toPass();
  await toast(page).getByRole("button", { name: button }).click();
}

export async function logIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("Username or Email").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

/** Presses an aria-disabled button: a click would wait until it is enabled. */
export async function pressDisabled(button: Locator): Promise<void> {
  await button.focus();
  await button.press("Enter");
}
