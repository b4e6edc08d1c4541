import { cards } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";

test("a link to a post beyond the first page gets place and neighbours from one larger page, under which the feed stays", async ({
  page,
}) => {
  const limits: number[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/reddit/search"))
      limits.push((request.postDataJSON() as { limit: number }).limit);
  });
  await page.goto("/user/gemhunter?post=1gem013");
  const viewer = page.getByRole("dialog", { name: "Post" });
  const place = viewer.getByText(/^\d+ of \d+\+?$/);
  await expect(place).toHaveText(/^13 of /);
  expect(limits.filter((limit) => limit === 100)).toHaveLength(1);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.keyboard.press("j");
  await expect(place).toHaveText(/^14 of /);
  await page.keyboard.press("k");
  await expect(place).toHaveText(/^13 of /);
  await viewer.getByRole("button", { name: "Close" }).click();
  await expect(cards(page).nth(12).getByRole("link")).toBeFocused();
});

test("a link keeps its sort, in which its post has another place", async ({ page }) => {
  const viewer = page.getByRole("dialog", { name: "Post" });
  const place = viewer.getByText(/^\d+ of \d+\+?$/);
  await page.goto("/user/gemhunter?post=1gem001");
  await expect(place).toHaveText(/^1 of /);
  await page.goto("/user/gemhunter?post=1gem001&sort=top");
  await expect(place).toHaveText(/^(?!1 )\d+ of /);
  await page.goto("/user/gemhunter?post=1gem001&media=video");
  const list = viewer.getByRole("region", { name: "Keyboard shortcuts" });
  await viewer.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await expect(list).toBeVisible();
  await expect(list.getByText("Next post"), "a picture among the videos has none").toHaveCount(0);
});
