import type { Locator, Page } from "@playwright/test";
import { DAY_MS } from "#schema/time.ts";
import { cards, expectNoSidewaysScroll, openUser } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";
import { shiftsOf, watchShifts } from "./layout-shifts.ts";

const KEY = "seen:stone_a_day";

const stored = (page: Page) => page.evaluate((key) => localStorage.getItem(key), KEY);
const idsOf = (text: string | null) => (text?.split(" ")[4] ?? "").split(",").filter(Boolean);

/** Dates the stored visit `days` back, so that the newest `older` posts are new. */
async function ageVisit(page: Page, days: number, older: number): Promise<void> {
  const created = await page.evaluate(async () => {
    const answer = await fetch("/api/reddit/search", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ username: "stone_a_day", limit: 12 }),
    });
    return ((await answer.json()) as { posts: { created: number }[] }).posts.map(
      (post) => post.created,
    );
  });
  const newest = created.toSorted((a, b) => b - a)[older] ?? 0;
  const [, , , , ids = ""] = (await stored(page))?.split(" ") ?? [];
  const text = [Date.now() - days * DAY_MS, newest, 0, 0, ids].join(" ");
  await page.goto("/about");
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [KEY, text] as const);
}

/** At the page's end the note lies below the footer. */
async function expectFooterFree(page: Page): Promise<void> {
  const space = async () => {
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
    const note = await page.locator(".seen-note > div").boundingBox();
    const footer = await page.getByRole("contentinfo").boundingBox();
    return (note?.y ?? 0) - (footer ? footer.y + footer.height : Infinity);
  };
  await expect.poll(space).toBeGreaterThanOrEqual(0);
}

test(
  "posts newer than the last visit are counted, seen posts can be hidden, and one press forgets",
  { tag: ["@phone", "@main"] },
  async ({ page, axe }) => {
    await openUser(page, "stone_a_day");
    await expect.poll(async () => idsOf(await stored(page)).length).toBeGreaterThan(0);
    await expect(page.getByText(/new since/)).toHaveCount(0);
    const seen = idsOf(await stored(page));
    await ageVisit(page, 30, 3);
    await watchShifts(page);
    await openUser(page, "stone_a_day");
    await expect(page.getByText(/^3 new since \w+ \d+$/)).toBeVisible();
    expect(await shiftsOf(page), "the note moves nothing when it appears").toEqual([]);
    const first = page.locator(`a[data-post="t3_${seen[0]}"]`);
    await expect(first).toHaveCount(1);
    await axe();
    await expectNoSidewaysScroll(page);
    const hide = page.getByRole("button", { name: "Hide seen" });
    await hide.click();
    await expect(hide).toHaveAttribute("aria-pressed", "true");
    await expect(first).toHaveCount(0);
    await expect(cards(page).first()).toBeVisible();
    await hide.click();
    await expect(first).toHaveCount(1);
    await expectFooterFree(page);
    await page.getByRole("button", { name: "Forget" }).click();
    await expect(page.getByText(/new since/)).toHaveCount(0);
    expect(await stored(page)).toBeNull();
    await page.goto("/about");
    expect(await stored(page)).toBeNull();
  },
);

test("a focused card is scrolled out from under the note, a toast that stays and a download, and all at once", async ({
  page,
}) => {
  await openUser(page, "stone_a_day");
  await expect.poll(async () => idsOf(await stored(page)).length).toBeGreaterThan(0);
  await ageVisit(page, 30, 3);
  await openUser(page, "stone_a_day");
  const card = cards(page).nth(4);
  const link = card.getByRole("link").first();
  /** Focuses the link at the window's lower edge, or `above` it. Returns the link's own lower edge. */
  const focusedEdge = async (above = 0) => {
    await link.evaluate((one: HTMLElement, distance) => {
      one.blur();
      const top = one.getBoundingClientRect().bottom + distance - innerHeight;
      scrollBy({ top, behavior: "instant" });
    }, above);
    await link.focus();
    return link.evaluate((one) => one.getBoundingClientRect().bottom);
  };
  /** Pixels between the focused link and what floats there. */
  const spaceBelow = async (floating: Locator, above = 0) =>
    -(await focusedEdge(above)) + ((await floating.boundingBox())?.y ?? 0);
  const note = page.getByText(/new since/);
  await expect(note).toBeVisible();
  await expect.poll(() => spaceBelow(note)).toBeGreaterThanOrEqual(0);
  await expectFooterFree(page);
  await page.emulateMedia({ media: "print" });
  await expect(note).toBeHidden();
  await page.emulateMedia({ media: null });
  await card.getByRole("button", { name: /^Heart/ }).press("Enter");
  const notifications = page.getByRole("region", { name: "Notifications" });
  const toast = notifications.getByRole("paragraph").first();
  await expect.poll(() => spaceBelow(toast)).toBeGreaterThanOrEqual(0);
  const download = 150;
  const aboveToast = 160;
  await page.evaluate(
    (height) => document.documentElement.style.setProperty("--download", `${height}px`),
    download,
  );
  await expect.poll(() => spaceBelow(note, aboveToast)).toBeGreaterThanOrEqual(0);
  await page.getByRole("button", { name: "Close" }).click();
  await expect.poll(() => spaceBelow(toast)).toBeGreaterThanOrEqual(0);
  await notifications.getByRole("button", { name: "Dismiss" }).click();
  const free = (await page.evaluate(() => innerHeight)) - download;
  await expect.poll(() => focusedEdge()).toBeLessThanOrEqual(free);
});

test(
  "with large letters on the narrowest phone the note holds all its buttons",
  { tag: "@phone" },
  async ({ page, context }) => {
    const browser = await context.newCDPSession(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await openUser(page, "stone_a_day");
    await expect.poll(async () => idsOf(await stored(page)).length).toBeGreaterThan(0);
    await ageVisit(page, 30, 3);
    await browser.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
    await openUser(page, "stone_a_day");
    const note = page.locator(".seen-note > div");
    await expect(note.getByRole("button")).toHaveCount(3);
    const sticksOut = () =>
      note.evaluate((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return [...one.querySelectorAll("button, output")].filter((part) => {
          const box = part.getBoundingClientRect();
          return box.left < left || box.right > right || box.top < top || box.bottom > bottom;
        }).length;
      });
    await expect.poll(sticksOut).toBe(0);
    await expectNoSidewaysScroll(page);
  },
);

test("no data about seen posts leaves the device, and /privacy clears it", async ({ page }) => {
  const bodies: string[] = [];
  page.on("request", (request) => bodies.push(`${request.url()} ${request.postData() ?? ""}`));
  const sentIds = (ids: string[]) =>
    bodies
      .filter((body) => body.includes("/api/") && !body.includes("vote-status"))
      .filter((body) => ids.some((id) => body.includes(id)));
  await openUser(page, "stone_a_day");
  await expect.poll(async () => idsOf(await stored(page)).length).toBeGreaterThan(0);
  const ids = idsOf(await stored(page));
  await page.goto("/privacy");
  await page.getByRole("button", { name: "Forget what I have seen" }).click();
  await expect(page.getByText("Forgotten on this device")).toBeVisible();
  expect(await stored(page)).toBeNull();
  expect(sentIds(ids)).toEqual([]);
});
