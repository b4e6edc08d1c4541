import assert from "node:assert/strict";
import { brand } from "#schema/brand.ts";
import { journey } from "./journey.ts";

const PAGES =
  "/ /user /user/gemhunter /leaderboard /login /signup /about /terms /privacy /contact /admin";

journey("the app keeps the title that the Worker gave", {}, async ({ page }) => {
  for (const path of PAGES.split(" ")) {
    const html = await (await page.request.get(path)).text();
    const given = /<title>([^<]*)</.exec(html)?.[1]?.replaceAll("&#39;", "'");
    await page.goto(path);
    await page.locator('a[href="#main"]').waitFor({ state: "attached" });
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    assert.equal(await page.title(), given, path);
  }
});

journey(
  "the home page shows the product's headline and nothing that axe objects to",
  { device: ["phone", "desktop"] },
  async ({ page, axe, outside }) => {
    await page.goto("/");
    await page.getByRole("heading", { level: 1, name: brand.headline }).waitFor();
    await axe();
    assert.deepEqual(outside, [], "our own pages ask no other host for anything");
  },
);

journey(
  "searching a creator on the home page opens their profile and shows pictures of theirs",
  { device: ["phone", "desktop"] },
  async ({ page, axe, outside }) => {
    await page.goto("/");
    const search = page.getByRole("main").getByRole("searchbox");
    await search.fill("u/gemhunter");
    await search.press("Enter");
    await page.waitForURL("**/user/gemhunter");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForFunction(() =>
      [...document.querySelectorAll("article img")].some(
        (image) => image instanceof HTMLImageElement && image.naturalWidth > 0,
      ),
    );
    await axe();
    assert.deepEqual(outside, [], "the sample source needs no other host");
  },
);
