import assert from "node:assert/strict";
import { brand } from "#schema/brand.ts";
import { journey } from "./journey.ts";

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
