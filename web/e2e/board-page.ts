import type { Page } from "@playwright/test";
import type { LeaderboardUser } from "#schema/api/leaderboard.ts";
import type { Post } from "#schema/api/posts.ts";
import { postsOf } from "./feed-page.ts";
import { expect } from "./fixtures.ts";

export type BoardPath = "/" | "/leaderboard";

/** Returns users of ranks 1 to 7. */
export const usersOf = (one: (at: number) => Partial<LeaderboardUser>): LeaderboardUser[] =>
  Array.from({ length: 7 }, (_, at) => ({
    id: `t2_${at}`,
    username: `creator_${at}`,
    displayName: `Creator ${at}`,
    avatarUrl: null,
    heartCount: 90 - at,
    rank: at + 1,
    ...one(at),
  }));

export const answerOf = (users: LeaderboardUser[]) => ({
  json: { type: "users", users, total: users.length, generated: new Date().toISOString() },
});

export async function samplePost(page: Page): Promise<Post> {
  const [post] = await postsOf(page, "gemhunter");
  if (!post) throw new Error("the sample has no post");
  return post;
}

/** Follows a link to the page, because a page's own answer holds the server's standings. */
export async function followLinkTo(page: Page, path: BoardPath): Promise<void> {
  await page.goto("/about");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.locator(`a[href="${path}"]`).first().click();
}

/** Opens the page with these standings. */
export async function openBoardOf(
  page: Page,
  path: BoardPath,
  users: LeaderboardUser[],
): Promise<void> {
  await page.route("**/api/leaderboard/users**", (route) => route.fulfill(answerOf(users)));
  await followLinkTo(page, path);
  await expect(page.getByText(users[0]?.username ?? "").first()).toBeVisible();
}
