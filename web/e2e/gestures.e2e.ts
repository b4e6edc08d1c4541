import type { Locator, Page } from "@playwright/test";
import { cards, openPost, openUser, titleOf } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";
import { pointsInReach, swipeUntil, touchScreen, zoomOf } from "./touch.ts";

const LEFT = { x: 60, y: 250 };
const RIGHT = { x: 330, y: 250 };
const MIDDLE = { x: 195, y: 250 };

const FINGERS_TOGETHER = [
  { x: 165, y: 250 },
  { x: 225, y: 250 },
];
const FINGERS_APART = [
  { x: 105, y: 250 },
  { x: 285, y: 250 },
];

/** Where the picture ends inside its element, which may leave bars. */
const bottomOf = (picture: Locator) =>
  picture.evaluate((element) => {
    const { naturalWidth, naturalHeight } = element as HTMLImageElement;
    const { top, width, height } = element.getBoundingClientRect();
    const scale = Math.min(width / naturalWidth, height / naturalHeight);
    return top + (height + naturalHeight * scale) / 2;
  });

const place = (page: Page) => page.getByRole("dialog").getByText(/^\d+ of /);

test("a swipe shows the next and the previous post", { tag: "@phone" }, async ({ page }) => {
  await openUser(page, "northlight");
  await cards(page).first().getByRole("link").tap();
  await expect(place(page)).toHaveText(/^1 of/);
  await expect(page.locator(".viewer"), "for iPhones").toHaveCSS("touch-action", "manipulation");
  const { drag } = await touchScreen(page);
  await swipeUntil(() => drag([RIGHT], [LEFT]), place(page), /^2 of/);
  await swipeUntil(() => drag([LEFT], [RIGHT]), place(page), /^1 of/);
  await drag([LEFT], [RIGHT]);
  await expect(page.getByRole("dialog"), "nothing lies before the first").toBeVisible();
  await expect(place(page)).toHaveText(/^1 of/);
});

test(
  "a swipe moves within a gallery first, and at its end to the next post",
  { tag: "@phone" },
  async ({ page }) => {
    await openUser(page, "gemhunter");
    const titles = await titleOf(cards(page)).allTextContents();
    const gallery = titles.findIndex((title) => title.startsWith("Split a boring grey nodule"));
    const { viewer } = await openPost(page, "gemhunter", "Split a boring grey nodule");
    const slide = viewer.getByText(/^Image \d+ \/ 3$/);
    const { drag } = await touchScreen(page);
    await expect(viewer.getByRole("img").first()).toBeVisible();
    // A fast swipe must not skip a picture. The tests' browser skips all the same, so the style is checked.
    await expect(page.locator(".gallery-track > div").first()).toHaveCSS(
      "scroll-snap-stop",
      "always",
    );
    for (const shown of ["Image 2 / 3", "Image 3 / 3"]) {
      await swipeUntil(() => drag([RIGHT], [LEFT]), slide, shown);
      await page.waitForFunction(() => {
        const track = document.querySelector(".gallery-track");
        return track && track.scrollLeft % track.clientWidth < 1;
      });
    }
    await expect(place(page)).toHaveText(new RegExp(`^${gallery + 1} of`));
    await swipeUntil(() => drag([RIGHT], [LEFT]), place(page), new RegExp(`^${gallery + 2} of`));
  },
);

test(
  "two fingers zoom a picture, one finger then moves it, and a double tap zooms in and out",
  { tag: "@phone" },
  async ({ page }) => {
    const { viewer, post } = await openPost(page, "gemhunter", "Ceylon sapphire");
    const picture = viewer.getByRole("img", { name: post.title });
    await expect(picture).toHaveCSS("opacity", "1");
    const { drag, doubleTap } = await touchScreen(page);
    const zoomIs = (zoom: number) =>
      expect.poll(() => zoomOf(picture), { timeout: 4_000 }).toBeCloseTo(zoom, 1);
    const doubleTapUntil = (zoom: number) =>
      expect(async () => {
        if ((await zoomOf(picture)) !== zoom) await doubleTap(MIDDLE);
        await zoomIs(zoom);
      }).toPass();

    await expect(async () => {
      // Resets the zoom of an interrupted pinch.
      if ((await zoomOf(picture)) !== 1) await doubleTapUntil(1);
      await drag(FINGERS_TOGETHER, FINGERS_APART);
      await zoomIs(3);
    }).toPass();
    await expect(picture, "fetched in full size").not.toHaveAttribute("srcset");
    const leftOf = async () => (await picture.boundingBox())?.x ?? 0;
    const before = await leftOf();
    await expect(async () => {
      await drag([MIDDLE], [LEFT]);
      expect((await leftOf()) - before).toBeLessThan(-50);
    }).toPass();
    await expect(viewer, "moving a zoomed picture shows no other post").toBeVisible();

    await doubleTapUntil(1);
    await doubleTapUntil(2.5);

    await drag([MIDDLE], [{ x: MIDDLE.x, y: MIDDLE.y - 2_000 }]);
    await page.setViewportSize({ width: 844, height: 390 });
    await expect
      .poll(() => bottomOf(picture), "the picture's lower edge is no higher than the screen's")
      .toBeGreaterThanOrEqual(389);
  },
);

test(
  "a notice taller than the stage scrolls by a finger, down to its last button and back",
  { tag: "@phone" },
  async ({ page, context, axe, allowErrors }) => {
    allowErrors(/status of 50/);
    const browser = await context.newCDPSession(page);
    await browser.send("Page.setFontSizes", { fontSizes: { standard: 24 } });
    const { viewer } = await openPost(page, "oddments", "A clip while RedGifs is down (500)");
    const notice = viewer.getByRole("alert");
    const last = notice.getByRole("link", { name: "View on Reddit" });
    await expect(last).toBeAttached();
    const { drag } = await touchScreen(page);
    const [top, bottom] = [
      { x: 160, y: 120 },
      { x: 160, y: 400 },
    ];
    await expect(async () => {
      await drag([bottom], [top]);
      await expect.poll(() => pointsInReach(last), { timeout: 5_000 }).toBe(9);
    }).toPass();
    const title = notice.getByText("RedGifs Loading Error");
    await expect(async () => {
      await drag([top], [bottom]);
      await expect(title).toBeInViewport({ ratio: 1, timeout: 5_000 });
    }).toPass();
    await expect(viewer, "a swipe down scrolls back").toBeVisible();
    await axe();
  },
);
