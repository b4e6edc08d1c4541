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
