import { browserPath, chip, test, useOwnReddit, WHY_SKIPPED } from "./companion-fixture.ts";
import { cards, expectNoSidewaysScroll, titleOf } from "./feed-page.ts";
import { expect } from "./fixtures.ts";
import { titlesOf } from "./reddit-stand-in.ts";

test.skip(!browserPath, WHY_SKIPPED);

test("on a narrow phone too the source says whose Reddit it is", async ({ page }) => {
  await useOwnReddit(page);
  for (const width of [390, 360, 320]) {
    await page.setViewportSize({ width, height: 700 });
    const shown = await chip(page, "Your Reddit").getByText("Your Reddit").boundingBox();
    expect(shown?.width, `at ${width}`).toBeGreaterThan(60);
    await expectNoSidewaysScroll(page);
  }
});

test("a day that the visitor's own Reddit reaches is not asked of the server", async ({
  page,
  allowErrors,
  allowForeignRequests,
}) => {
  // The creator's picture.
  allowForeignRequests(/redditstatic\.com/);
  allowErrors(/Failed to load resource/);
  await useOwnReddit(page, "long_seam");
  const searches: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/reddit/search")) searches.push(request.postDataJSON());
  });
  await page.goto("/user/long_seam?before=2026-09");
  await expect(chip(page, "Your Reddit")).toBeVisible();
  await expect(cards(page).first()).toBeVisible();
  expect(searches).toEqual([]);
});

test("quick changes of order keep the creator's title and picture, and ask for the profile once", async ({
  page,
  reddit,
}) => {
  await useOwnReddit(page);
  const heading = page.getByRole("heading", { level: 1 });
  const title = await heading.textContent();
  expect(title).not.toBe("gemhunter");
  const picture = page.getByRole("main").locator("img").first();
  const address = (await picture.getAttribute("src")) ?? "";
  for (const name of ["Hot", "Top", "Hot", "Top"])
    await page.getByRole("radio", { name }).check({ force: true });
  const call = "/user/gemhunter/submitted.json?sort=top&limit=100&t=all";
  const [first = ""] = await titlesOf(reddit, call);
  await expect(titleOf(cards(page)).first()).toHaveText(first, { timeout: 30_000 });
  await expect(chip(page, "Your Reddit")).toBeVisible();
  await expect(heading).toHaveText(title ?? "");
  await expect(picture).toHaveAttribute("src", address);
  expect(reddit.calls.filter((path) => path.includes("/about.json"))).toHaveLength(1);
});
