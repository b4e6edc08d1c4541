import type { Locator } from "@playwright/test";
import { cards, openPost, openUser, postsOf } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";

/** The accessibility snapshot of an element, one control or text per line. */
const saidOf = async (element: Locator) => (await element.ariaSnapshot()).split("\n");

test("a card's title is read once, with the reason why its picture is covered as description", async ({
  page,
}) => {
  const posts = await postsOf(page, "gemhunter");
  const at = posts.findIndex(({ isSpoiler }) => isSpoiler);
  const title = posts[at]?.title ?? "";
  await openUser(page, "gemhunter", `?q=${encodeURIComponent(title)}`);
  const card = cards(page).filter({ hasText: title });
  const [, ...inside] = await saidOf(card);
  expect(inside.filter((line) => line.includes(title) && !line.includes("heading"))).toEqual([
    expect.stringContaining("link"),
  ]);
  const link = card.getByRole("heading", { level: 2 }).getByRole("link");
  await expect(link).toHaveAccessibleName(title);
  await expect(link).toHaveAccessibleDescription(/Spoiler/);
  await expect(card.getByRole("button", { name: /^Heart \S.*…, \d+ hearts?$/ })).toBeVisible();
});

test("an open post's title names the focused region, and not the dialog too", async ({ page }) => {
  const { viewer, post } = await openPost(page, "gemhunter", "Ceylon sapphire");
  await expect(viewer).toHaveAccessibleName("Post");
  await expect(viewer.getByRole("region", { name: post.title })).toBeFocused();
});

test("a form's dialog opens at its title, and Tab moves to Close", async ({ page }) => {
  await page.goto("/about");
  const opener = page.getByRole("contentinfo").getByRole("button", { name: "Feedback" });
  await opener.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Feedback" });
  await expect(dialog.getByRole("group", { name: "Feedback" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: "Close" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
});

test("a gallery's pictures are named by their number, not by title or caption", async ({
  page,
}) => {
  const posts = await postsOf(page, "macro_mica");
  const at = posts.findIndex(({ media }) => media.kind === "gallery" && media.items[0]?.caption);
  const { media, title = "" } = posts[at] ?? {};
  const items = media?.kind === "gallery" ? media.items : [];
  const { viewer } = await openPost(page, "macro_mica", title);
  await expect(viewer.locator(".gallery-caption")).toHaveText(items[0]?.caption ?? "");
  for (const [index, { caption }] of items.entries()) {
    await expect(viewer.getByAltText(`Image ${index + 1} of ${items.length}`)).toBeVisible();
    if (caption) await expect(viewer.getByAltText(caption)).toHaveCount(0);
    await viewer.getByRole("button", { name: "Next image" }).click();
  }
});

test("a turned gallery says that the number is of an image, and the image's caption with it", async ({
  page,
}) => {
  const { viewer } = await openPost(page, "velvet_hours", "An evening in four parts");
  const region = viewer.locator("[aria-live]", { hasText: /^Image \d/ });
  await expect(region).toHaveText(/^Image 1 \/ \d+Nine$/);
  await expect(region).toHaveAttribute("aria-live", "polite");
  await expect(region, "or only what changed is said").toHaveAttribute("aria-atomic", "true");
  await page.keyboard.press("ArrowRight");
  await expect(region).toHaveText(/^Image 2 \/ \d+Ten$/);
  const said = (await saidOf(viewer)).filter((line) => line.includes("Ten"));
  // The details repeat it.
  expect(said.filter((line) => !line.includes("- definition:"))).toHaveLength(1);
});

test("the footer's column headings are read once", async ({ page }) => {
  await page.goto("/");
  const footer = page.getByRole("contentinfo");
  for (const heading of ["Navigation", "Tools & Support"]) {
    await expect(footer.getByRole("heading", { name: heading })).toBeVisible();
    const said = await saidOf(footer);
    expect(said.filter((line) => line.includes(`"${heading}"`))).toHaveLength(1);
  }
});

/** The middle of a control. */
interface Place {
  x: number;
  y: number;
}

const ROW_PX = 30;
const inReadingOrder = (a: Place, b: Place) =>
  Math.abs(a.y - b.y) > ROW_PX ? a.y - b.y : a.x - b.x;

test("Tab goes through a feed's bar from left to right @both", async ({ page, isMobile }) => {
  await openUser(page, "gemhunter");
  const bar = page.locator(".feed-bar");
  await bar.getByRole("button", { name: "Narrow down" }).focus();
  const places: Place[] = [];
  for (;;) {
    const box = await page.locator(".feed-bar :focus").boundingBox();
    if (!box) break;
    places.unshift({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
    await page.keyboard.press("Shift+Tab");
    if ((await page.locator(".feed-bar :focus").count()) === 0) break;
  }
  expect(places).toHaveLength(isMobile ? 3 : 5);
  expect(places).toEqual(places.toSorted(inReadingOrder));
});

test("the list of shortcuts has the focus while it is open, and gives it back", async ({
  page,
}) => {
  const { viewer } = await openPost(page, "gemhunter", "Ceylon sapphire");
  const opener = viewer.getByRole("button", { name: "Full screen" });
  await opener.focus();
  await page.keyboard.press("?");
  const list = viewer.getByRole("region", { name: "Keyboard shortcuts" });
  await expect(list, "or a screen reader says nothing").toBeFocused();
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
});
