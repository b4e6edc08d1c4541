import { wordsOf } from "#web/features/feed/filters.ts";
import {
  cards,
  columnsShown,
  expectNoSidewaysScroll,
  openUser,
  scrollDown,
  titleOf,
  viewerOf,
} from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";
import { kindOf } from "./narrow-page.ts";
import { shiftsOf, watchShifts } from "./layout-shifts.ts";

const FILTERS = { Images: "image", Galleries: "gallery", GIFs: "gif", Videos: "video" } as const;

test(
  "a filter shows only its media type and its count, and is in the address",
  { tag: "@phone" },
  async ({ page, axe }) => {
    await openUser(page, "gemhunter");
    const all = page.getByRole("radio", { name: /^All, 12 of \d+$/ });
    await expect(all).toBeVisible();
    expect(new URL(page.url()).search).toBe("");
    for (const name of Object.keys(FILTERS) as (keyof typeof FILTERS)[]) {
      const choice = kindOf(page, name);
      await choice.check({ force: true });
      const media = FILTERS[name];
      await page.waitForURL(`**/user/gemhunter?media=${media}`);
      // Where few cards are left, further pages load and change the count.
      await expect(async () => {
        const count = Number(/\d+$/.exec((await choice.getAttribute("aria-label")) ?? "")?.[0]);
        expect(count, `${name} has some`).toBeGreaterThan(0);
        const shown = page.getByText(`${count} ${wordsOf(media, count)} shown`);
        await expect(shown).toBeAttached({ timeout: 1_000 });
        // Cards far below the window are not mounted.
        const mounted = await cards(page).count();
        if (count <= 2) expect(mounted).toBe(count);
        else expect(mounted).toBeLessThanOrEqual(count);
      }).toPass({ timeout: 30_000 });
    }
    await axe();
    await kindOf(page, "All").check({ force: true });
    await page.waitForURL("**/user/gemhunter");
  },
);

test("a press on a card's title opens its post", { tag: "@both" }, async ({ page }) => {
  await openUser(page, "gemhunter");
  const title = (await titleOf(cards(page).nth(1)).textContent()) ?? "";
  expect(title).not.toBe("");
  await page.getByText(title, { exact: true }).click();
  await expect(viewerOf(page, title)).toBeVisible();
});

test("a sort refetches the posts and is in the address", async ({ page }) => {
  await openUser(page, "gemhunter");
  const first = await titleOf(cards(page).first()).textContent();
  await page.getByRole("radio", { name: "Top" }).check({ force: true });
  await page.waitForURL("**/user/gemhunter?sort=top");
  await page.waitForFunction(
    (old) => document.querySelector("article h2")?.textContent !== old,
    first,
  );
  await page.reload();
  await expect(cards(page).first()).toBeVisible();
  await expect(page.getByRole("radio", { name: "Top" })).toBeChecked();
});

test(
  "a change of sort or filter shows the new list from its start, not from the old list's position",
  { tag: "@both" },
  async ({ page, isMobile }) => {
    await openUser(page, "stone_a_day");
    const searches: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/search")) searches.push(request.postData() ?? "");
    });
    const firstShown = () => cards(page).first().locator("a[data-post]");
    const first = await firstShown().getAttribute("data-post");
    const scrollFar = () =>
      expect(async () => {
        await scrollDown(page, 1500);
        expect(await page.evaluate(() => scrollY)).toBeGreaterThan(4000);
      }).toPass({ intervals: [100] });
    await scrollFar();
    await kindOf(page, "Images").check({ force: true });
    await expect(firstShown()).toHaveAttribute("data-post", String(first));
    await expect(cards(page).first()).toBeInViewport();
    await scrollFar();
    searches.length = 0;
    if (isMobile) await page.getByRole("combobox", { name: "Sort" }).selectOption("Top");
    else await page.getByRole("radio", { name: "Top" }).check({ force: true });
    await page.waitForURL("**/user/stone_a_day?sort=top&media=image");
    await expect(firstShown()).not.toHaveAttribute("data-post", String(first));
    await expect(cards(page).first()).toBeInViewport();
    const asked = searches.filter((body) => body.includes('"top"'));
    expect(asked.length, "pages of the new list").toBeLessThanOrEqual(2);
  },
);

test("both layouts have the right columns at every breakpoint, without overflow", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await openUser(page, "gemhunter");
  const expected: [width: number, grid: number, masonry: number][] = [
    [320, 1, 1],
    [640, 2, 1],
    [768, 2, 2],
    [1024, 3, 3],
    [1280, 3, 4],
    [1440, 3, 5],
    [1920, 3, 5],
  ];
  for (const [width, grid, masonry] of expected) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => columnsShown(page), `grid at ${width}`).toBe(grid);
    await expectNoSidewaysScroll(page, `grid at ${width} overflows`);
    await page.getByRole("button", { name: "Switch to masonry" }).click();
    await expect.poll(() => columnsShown(page), `masonry at ${width}`).toBe(masonry);
    await expectNoSidewaysScroll(page, `masonry at ${width} overflows`);
    await page.getByRole("button", { name: "Switch to grid" }).click();
  }
});

test("three hundred posts load to the end with few nodes and no layout shift", async ({
  page,
  axe,
}) => {
  test.setTimeout(180_000);
  await watchShifts(page);
  await openUser(page, "stone_a_day");
  const end = page.getByText("That is the end: 300 posts from u/stone_a_day.");
  let most = 0;
  while (!(await end.isVisible())) {
    // Never past the loaded posts, where the end of the list would bring the footer into the window.
    await page.evaluate(() => {
      const list = document.querySelector("article")?.parentElement?.getBoundingClientRect();
      scrollBy(0, Math.max(0, Math.min(1800, Math.floor(list?.bottom ?? 0) - innerHeight)));
      return new Promise((resolve) => setTimeout(resolve, 100));
    });
    most = Math.max(most, await page.evaluate(() => document.querySelectorAll("*").length));
  }
  await expect(page.getByRole("radio", { name: "All, 300" })).toBeVisible();
  expect(most, `${most} nodes`).toBeLessThan(1500);
  expect(await shiftsOf(page)).toEqual([]);
  await axe();
});

test("a card keeps its node and the focus while the feed scrolls past earlier cards", async ({
  page,
}) => {
  await openUser(page, "stone_a_day");
  const idOf = (at: "first" | "last") =>
    cards(page)[at]().locator("a[data-post]").first().getAttribute("data-post");
  const first = await idOf("first");
  const last = page.locator(`article:has(a[data-post="${await idOf("last")}"])`);
  await last.evaluate((card) => card.setAttribute("data-marked", ""));
  await last.locator("a[data-post]").first().focus();
  await expect(async () => {
    await scrollDown(page, 300);
    expect(await idOf("first")).not.toBe(first);
  }).toPass({ intervals: [50] });
  await expect(last).toHaveAttribute("data-marked", "");
  await expect(last.locator("a[data-post]").first()).toBeFocused();
});

test("after scrolling, Tab and Shift+Tab go on from the card that has the focus", async ({
  page,
}) => {
  await openUser(page, "stone_a_day");
  const ids = await page
    .locator("a[data-post]")
    .evaluateAll((links: HTMLElement[]) => links.slice(0, 9).map((link) => link.dataset["post"]));
  const link = (at: number) => page.locator(`a[data-post="${ids[at]}"]`);
  const heart = (at: number) =>
    cards(page)
      .filter({ has: link(at) })
      .getByRole("button", { name: /^Heart/ });
  await link(3).focus();
  for (const [key, next] of [
    ["Tab", heart(3)],
    ["Tab", link(4)],
    ["Shift+Tab", heart(3)],
    ["Shift+Tab", link(3)],
    ["Shift+Tab", heart(2)],
  ] as const) {
    await page.evaluate(() => scrollTo({ top: 6_000, behavior: "instant" }));
    await expect(link(8), "the cards beside it are gone").toHaveCount(0);
    await page.keyboard.press(key);
    await expect(next).toBeFocused();
  }
});

test("a turned phone keeps the first post in view", { tag: "@phone" }, async ({ page }) => {
  await openUser(page, "stone_a_day");
  await expect(async () => {
    await scrollDown(page, 1500);
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(9000);
  }).toPass({ intervals: [50] });
  const inView = () =>
    cards(page).evaluateAll((all) =>
      all.flatMap((card) => {
        const { top, bottom } = card.getBoundingClientRect();
        const isInView = bottom > 0 && top < innerHeight;
        return isInView ? (card.querySelector("h2")?.textContent ?? "") : [];
      }),
    );
  await expect.poll(async () => (await inView()).length).toBeGreaterThan(0);
  const [first] = await inView();
  for (const [columns, viewport] of [
    [2, { width: 844, height: 390 }],
    [1, { width: 390, height: 844 }],
  ] as const) {
    await page.setViewportSize(viewport);
    await expect.poll(() => columnsShown(page)).toBe(columns);
    await expect.poll(inView, `at ${viewport.width}`).toContain(first);
  }
});

test("a phone turned upright again has one column", { tag: "@phone" }, async ({ page }) => {
  await openUser(page, "tangle_of_words");
  await page.setViewportSize({ width: 844, height: 390 });
  await expect.poll(() => columnsShown(page)).toBe(2);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => columnsShown(page)).toBe(1);
});

test("Back restores the feed's scroll position", { tag: "@main" }, async ({ page }) => {
  await openUser(page, "stone_a_day");
  await scrollDown(page, 2500);
  await expect(page.getByRole("radio", { name: /^All, (2[4-9]|[3-9]\d)/ })).toBeVisible();
  const before = await page.evaluate(() => Math.round(scrollY));
  expect(before).toBeGreaterThan(1000);
  await page.evaluate(() =>
    document.querySelector<HTMLElement>("footer a[href='/about']")?.click(),
  );
  await expect(page.getByRole("heading", { level: 1, name: /^About/ })).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(cards(page).first()).toBeVisible();
  await page.waitForFunction((y) => Math.abs(scrollY - y) < 4, before);
});

test("a link that gets the focus under the bar is scrolled out from under it", async ({ page }) => {
  await openUser(page, "gemhunter");
  const link = cards(page).nth(4).getByRole("link");
  await link.evaluate((one) => scrollBy(0, one.getBoundingClientRect().top - 15));
  // The heart follows the link.
  const heart = cards(page).nth(4).getByRole("button");
  await heart.evaluate((one: HTMLElement) => one.focus({ preventScroll: true }));
  await page.keyboard.press("Shift+Tab");
  await expect(link).toBeFocused();
  const bar = await page.locator(".feed-bar").evaluate((one) => one.getBoundingClientRect().bottom);
  await expect.poll(async () => (await link.boundingBox())?.y).toBeGreaterThan(bar);
});

test(
  "a creator's page links to its feed, by keyboard and by touch",
  { tag: "@both" },
  async ({ page, request, baseURL }) => {
    for (const username of ["gemhunter", "tangle_of_words"]) {
      await openUser(page, username);
      const link = page.getByRole("main").getByRole("link", { name: "Atom feed" });
      await expect(link).toHaveAttribute("type", "application/atom+xml");
      // In one call: between two calls late content could move the link.
      const hits = () =>
        link.evaluate((one) => {
          const { left, top, width, height } = one.getBoundingClientRect();
          return [-21, 21].map(
            (by) =>
              document.elementFromPoint(left + width / 2, top + height / 2 + by)?.closest("a")
                ?.textContent,
          );
        });
      await expect.poll(hits).toEqual(["Feed", "Feed"]);
      await link.focus();
      await expect(link).toBeFocused();
      const answer = await request.get(`${baseURL}${await link.getAttribute("href")}`);
      expect(answer.status()).toBe(200);
      expect(answer.headers()["content-type"]).toContain("application/atom+xml");
    }
  },
);
