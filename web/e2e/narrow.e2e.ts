import type { Page } from "@playwright/test";
import { cards, expectNoSidewaysScroll, openUser, scrollDown, titleOf } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";
import {
  filterButton,
  kindOf,
  loadedToEnd,
  loadEverything,
  narrowButton,
  narrowSheet,
  openNarrowSheet,
  postsShown,
  wordsField,
} from "./narrow-page.ts";

const LONG = "long_seam";

/** The address's query parameters, decoded. */
const view = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

test(
  "communities, words and a date narrow the page, are in the address and are removed one by one",
  { tag: ["@both", "@main"] },
  async ({ page, axe, isMobile }) => {
    await openUser(page, "gemhunter");
    const dialog = await openNarrowSheet(page);
    const first = isMobile ? dialog.getByRole("group", { name: "Narrow down" }) : wordsField(page);
    await expect(first).toBeFocused();
    await axe();
    const said = dialog.getByRole("status").filter({ hasText: /^\d+ posts?$/ });
    const before = (await said.textContent()) ?? "";
    await dialog.getByRole("checkbox").first().check();
    await expect.poll(() => Object.keys(view(page))).toEqual(["r"]);
    await expect(said, "a screen reader is told of the count").not.toHaveText(before);
    const name = String(view(page)["r"]);
    await dialog.getByRole("button", { name: /^Show \d+ posts?$/ }).click();
    await expect(narrowSheet(page)).toBeHidden();
    await expect(cards(page).first()).toBeVisible();
    for (const card of await cards(page).all()) await expect(card).toContainText(`r/${name}`);
    await axe();
    await expectNoSidewaysScroll(page);

    await openNarrowSheet(page);
    await wordsField(page).fill("Zéro of these");
    await page.keyboard.press("Enter");
    await expect(narrowSheet(page)).toBeHidden();
    await expect.poll(() => view(page)).toEqual({ r: name, q: "Zéro of these" });
    await expect(page.getByRole("heading", { name: "No posts to display" })).toBeVisible();
    await axe();
    await page.getByRole("button", { name: /^Without “Zéro of these” \(\d+\)$/ }).click();
    await expect.poll(() => view(page)).toEqual({ r: name });
    await expect(cards(page).first()).toBeVisible();
    await filterButton(page, `r/${name}`).click();
    await page.waitForURL("**/user/gemhunter");
  },
);

test("a date is typed digit by digit, and Clear empties its field", async ({ page }) => {
  await openUser(page, LONG);
  const dialog = await openNarrowSheet(page);
  const day = dialog.getByLabel("Posted before");
  await day.focus();
  for (const digit of "05012023") await page.keyboard.press(digit);
  await expect.poll(() => view(page)).toEqual({ before: "2023-05-01" });
  await expect(day).toHaveValue("2023-05-01");
  await dialog.getByRole("button", { name: "Clear" }).click();
  await expect.poll(() => view(page)).toEqual({});
  await expect(day).toHaveValue("");
});

test.describe("in a browser of another language", () => {
  test.use({ locale: "th-TH" });

  test("days and months are in the page's language and the address's calendar", async ({
    page,
  }) => {
    await openUser(page, LONG, "?before=2099-05-01&q=a");
    await expect(filterButton(page, "Before May 1, 2099")).toBeVisible();
    await expect(page.getByText(/ loaded, back to [A-Z][a-z]+ 20\d\d\.$/)).toBeVisible();
  });
});

test("an address with filters opens filtered, beside sort and media type, and its counts follow", async ({
  page,
}) => {
  await openUser(page, LONG, "?sort=new&media=gallery&q=BERYL&before=2099-01");
  const titles = await titleOf(cards(page)).allTextContents();
  expect(titles.length).toBeGreaterThan(0);
  for (const title of titles) expect(title).toContain("béryl");
  const galleries = kindOf(page, "Galleries");
  await expect(galleries).toBeChecked();
  const all = page.getByRole("radio", { name: /^All, \d+$/ });
  await all.check({ force: true });
  await expect.poll(() => view(page)).toEqual({ q: "BERYL", before: "2099-01" });
});

test("the list of communities can be searched and used by keyboard", async ({ page }) => {
  await openUser(page, LONG);
  await narrowButton(page).focus();
  await page.keyboard.press("Enter");
  const dialog = narrowSheet(page);
  const label = await dialog.getByRole("listitem").nth(2).locator("label").innerText();
  const name = label.split("\n")[0]?.trim() ?? "";
  await dialog.getByRole("searchbox", { name: "Find a community" }).fill(name.toUpperCase());
  await expect(dialog.getByRole("checkbox")).toHaveCount(1);
  await dialog.getByRole("searchbox", { name: "Find a community" }).fill("");
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("checkbox").first()).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await expect(dialog.getByRole("checkbox").nth(1)).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(narrowButton(page)).toBeFocused();
  await expect.poll(() => Object.keys(view(page))).toEqual(["r"]);
});

test(
  "everything is loaded one page at a time, stops, and continues from there",
  { tag: "@phone" },
  async ({ page }) => {
    await openUser(page, LONG);
    let open = 0;
    let most = 0;
    const sizes: number[] = [];
    const largePages = () => sizes.filter((size) => size === 100).length;
    const stopped = Promise.withResolvers<void>();
    await page.route("**/api/reddit/search", async (route) => {
      open += 1;
      most = Math.max(most, open);
      sizes.push((route.request().postDataJSON() as { limit: number }).limit);
      // Without this, all pages could be loaded before the press on Stop.
      if (largePages() === 3) await stopped.promise;
      await route.continue();
    });
    page.on("requestfinished", (request) => {
      if (request.url().endsWith("/api/reddit/search")) open -= 1;
    });
    const dialog = await openNarrowSheet(page);
    await loadEverything(dialog).click();
    await expect(dialog.getByRole("progressbar", { name: "Loading everything" })).toBeVisible();
    await expect.poll(largePages).toBe(3);
    await dialog.getByRole("button", { name: "Stop" }).click();
    await expect(dialog.getByText("Stopped.")).toBeVisible();
    stopped.resolve();
    await expect.poll(() => open).toBe(0);
    const before = sizes.length;
    await dialog.getByRole("button", { name: "Go On Loading" }).click();
    await expect(loadedToEnd(dialog)).toBeInViewport();
    expect(sizes.length).toBeGreaterThan(before);
    expect(sizes.length).toBeLessThan(25);
    expect(most).toBe(1);
    await dialog.getByRole("button", { name: "Show 1.5k posts" }).click();
    await expect(postsShown(page)).toHaveText("1500 posts shown");
  },
);

test(
  "loading everything has the same height from the first press to the end",
  { tag: "@phone" },
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 844 });
    await openUser(page, LONG, "?q=find 4");
    const bar = page.getByText(/^[\d.]+k? posts loaded/).locator("..");
    const heightOf = async () => (await bar.boundingBox())?.height;
    const before = await heightOf();
    const held = Promise.withResolvers<void>();
    await page.route("**/api/reddit/search", async (route) => {
      await held.promise;
      await route.continue();
    });
    await loadEverything(page).click();
    const progress = page.getByRole("progressbar", { name: "Loading everything" });
    await expect(progress).toBeVisible();
    expect(await heightOf(), "while loading").toBe(before);
    await expect(progress, "in our colours").toHaveCSS("appearance", "none");
    await page.getByRole("button", { name: "Stop" }).click();
    await expect(page.getByText("Stopped.")).toBeVisible();
    expect(await heightOf(), "stopped").toBe(before);
    held.resolve();
    await page.getByRole("button", { name: "Go On Loading" }).click();
    await expect(loadedToEnd(page)).toBeVisible();
    expect(await heightOf(), "done").toBe(before);
  },
);

test(
  "a day far back opens in the archive with one request, marked, and continues from there",
  { tag: "@phone" },
  async ({ page, axe }) => {
    const asked: { before?: string }[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/api/reddit/search"))
        asked.push(request.postDataJSON() as { before?: string });
    });
    const day = new Date(Date.now() - 1_300 * 86_400_000).toISOString().slice(0, 10);
    await openUser(page, LONG, `?before=${day}`);
    expect(asked.filter(({ before }) => before)).toEqual([
      expect.objectContaining({ before: day, limit: 12 }),
    ]);
    await expect(cards(page).first()).toContainText("Archive");
    await axe();
    await openNarrowSheet(page);
    await loadEverything(narrowSheet(page)).click();
    await expect(loadedToEnd(narrowSheet(page))).toBeVisible();
  },
);

test("after Reddit's last post the archive continues, and its posts are marked", async ({
  page,
}) => {
  await openUser(page, LONG, "?q=find 4");
  await loadEverything(page).click();
  await expect(loadedToEnd(page)).toBeVisible();
  await scrollDown(page, 1_000_000);
  await expect(cards(page).last()).toContainText("Archive");
  await scrollDown(page, -1_000_000);
  await expect(cards(page).first()).not.toContainText("Archive");
});

test("a reload restores the position among many loaded posts", async ({ page }) => {
  await openUser(page, LONG);
  const dialog = await openNarrowSheet(page);
  await loadEverything(dialog).click();
  await expect(loadedToEnd(dialog)).toBeVisible();
  await page.keyboard.press("Escape");
  await page.evaluate(() => scrollTo(0, 100_000));
  await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBeGreaterThan(0);
  const place = await page.evaluate(() => scrollY);
  expect(place).toBe(100_000);
  await page.reload();
  await expect(postsShown(page)).toHaveText("1500 posts shown");
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
});

test("Esc closes the dialog even if a search field swallows the key", async ({ page }) => {
  // Like Safari's search field.
  await page.addInitScript(() =>
    addEventListener("keydown", (event) => {
      const isSearch = event.target instanceof HTMLInputElement && event.target.type === "search";
      if (isSearch && event.key === "Escape") event.preventDefault();
    }),
  );
  await openUser(page, "gemhunter");
  await openNarrowSheet(page);
  const words = wordsField(page);
  await expect(words).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(narrowSheet(page)).toBeHidden();
});
