import assert from "node:assert/strict";
import { brand } from "#schema/brand.ts";
import { cards, openUser } from "./feed-page.ts";
import { journey } from "./journey.ts";

const both = { device: ["phone", "desktop"] as ("phone" | "desktop")[] };

journey("a search from the hero shows the person and their posts", both, async (tools) => {
  const { page, axe } = tools;
  await page.goto("/");
  const hero = page.getByRole("search", { name: "Find a creator" });
  await hero.getByRole("searchbox").fill("  u/gemhunter ");
  await hero.getByRole("button", { name: "Search" }).click();
  await page.waitForURL("**/user/gemhunter");
  await page.getByRole("heading", { level: 1, name: "Gem Hunter" }).waitFor();
  await cards(page).first().waitFor();
  assert.equal(await page.title(), "u/gemhunter - Media Posts | Reddit User Search");
  await axe();
});

journey(
  "what is searched for is tidied and encoded, and nothing stays nothing",
  {},
  async (tools) => {
    const { page } = tools;
    await page.goto("/");
    const field = page.getByRole("search", { name: "Search Reddit users" }).getByRole("searchbox");
    for (const empty of ["", "   ", "u/"]) {
      await field.fill(empty);
      await field.press("Enter");
    }
    assert.equal(new URL(page.url()).pathname, "/");
    await field.fill("/U/../a b?x");
    await field.press("Enter");
    await page.waitForURL("**/user/..%2Fa%20b%3Fx");
    await page.getByRole("heading", { name: "User Not Found" }).waitFor();
  },
);

journey("the popular shortcut and recent searches lead to people", {}, async ({ page, axe }) => {
  await page.goto("/");
  await page.getByRole("link", { name: /^Popular/ }).click();
  await page.waitForURL(`**/user/${brand.popularUsername}`);
  await openUser(page, "gemhunter");
  await openUser(page, "northlight");
  await page.getByRole("link", { name: `${brand.name} home` }).click();
  const recent = page.getByRole("navigation", { name: "Recent searches" });
  await recent.waitFor();
  const recents = await recent.getByRole("link").allTextContents();
  assert.deepEqual(recents.slice(0, 2), ["u/northlight", "u/gemhunter"]);
  await axe();
  await recent.getByRole("button", { name: "Clear" }).click();
  await recent.waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("heading", { level: 1 }).waitFor();
  assert.equal(await recent.count(), 0);
});

journey(
  "the theme chosen in the header holds over a reload, before the first paint",
  {},
  async (tools) => {
    const { page } = tools;
    const ground = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await page.goto("/");
    const dark = await ground();
    await page.getByRole("button", { name: /^Theme: System/ }).click();
    await page.getByRole("button", { name: /^Theme: Dark/ }).click();
    const light = await ground();
    assert.notEqual(light, dark);
    await page.reload({ waitUntil: "commit" });
    await page.waitForFunction(() => document.body !== null);
    assert.equal(await ground(), light);
  },
);
