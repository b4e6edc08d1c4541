import type { Page } from "playwright-core";
import type { Post, SearchResponse } from "#schema/api/posts.ts";

/** What journeys over the feed have in common. */

export const cards = (page: Page) => page.getByRole("article");

export async function openUser(page: Page, username: string, query = ""): Promise<void> {
  await page.goto(`/user/${username}${query}`);
  await cards(page).first().waitFor();
}

/** Where the cards on screen begin, left to right: as many as there are columns. */
export async function columnsShown(page: Page): Promise<number> {
  const lefts = await cards(page).evaluateAll((all) =>
    all.map((card) => Math.round(card.getBoundingClientRect().left)),
  );
  return new Set(lefts).size;
}

export async function overflowsSideways(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
}

/** The first hundred posts as the API tells them, for looking one up by its title. */
export async function postsOf(page: Page, username: string): Promise<Post[]> {
  const response = await page.request.post("/api/reddit/search", {
    data: { username, sortBy: "new", limit: 100 },
  });
  return ((await response.json()) as SearchResponse).posts;
}

/** Opens a post by its link and gives the viewer. */
export async function openPost(page: Page, username: string, title: string | RegExp) {
  const posts = await postsOf(page, username);
  const post = posts.find((one) =>
    typeof title === "string" ? one.title.includes(title) : title.test(one.title),
  );
  if (!post) throw new Error(`${username} has no post called ${title}`);
  await page.goto(`/user/${username}?post=${post.id.replace("t3_", "")}`);
  const viewer = page.getByRole("dialog", { name: post.title });
  await viewer.waitFor();
  return { viewer, post };
}
