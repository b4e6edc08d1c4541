import type { ElementHandle, Page } from "@playwright/test";
import type { Post, PostResponse } from "#schema/api/posts.ts";
import type { SearchResponse } from "#schema/api/search.ts";
import { openPost } from "./feed-page.ts";
import { expect, test } from "./fixtures.ts";
import { pointsInReach, swipeUntil, touchScreen } from "./touch.ts";

const TRAY = "A tray of everything";

function makeTwenty({ media }: Post): void {
  if (media.kind !== "gallery") return;
  const pictures = media.items.filter(({ kind }) => kind === "image");
  media.items = Array.from({ length: 20 }, (_, index) => pictures[index % 5]).flatMap(
    (item) => item ?? [],
  );
}

/** Opens a post whose answers from the API are changed. */
async function openChanged(page: Page, title: string, change: (post: Post) => void) {
  await page.route(/\/api\/reddit\/(?:post\/|search$)/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as PostResponse | SearchResponse;
    for (const post of "post" in body ? [body.post] : body.posts)
      if (post.title.startsWith(title)) change(post);
    await route.fulfill({ response, json: body });
  });
  return openPost(page, "gemhunter", title);
}

/** Opens a gallery of twenty pictures, with repetitions. */
async function openGalleryOfTwenty(page: Page) {
  const { viewer } = await openChanged(page, TRAY, makeTwenty);
  const strip = viewer.getByRole("list");
  await expect(strip.getByRole("button")).toHaveCount(20);
  const isInStrip = (number: number) =>
    strip.getByRole("button", { name: `Image ${number}`, exact: true }).evaluate((button) => {
      const [own, list] = [button, button.closest("ul") as Element].map((element) =>
        element.getBoundingClientRect(),
      );
      return own && list ? own.left >= list.left && own.right <= list.right : false;
    });
  return { viewer, isInStrip };
}

test(
  "a gallery of twenty shows its first thumbnail, and later the current one",
  { tag: "@main" },
  async ({ page, axe }) => {
    const { viewer, isInStrip } = await openGalleryOfTwenty(page);
    await expect.poll(() => isInStrip(1)).toBe(true);
    expect(await isInStrip(20)).toBe(false);
    await axe();
    await viewer.getByRole("region", { name: "Pictures" }).focus();
    await page.keyboard.press("ArrowLeft");
    await expect(viewer.getByText("Image 20 / 20")).toBeVisible();
    await expect.poll(() => isInStrip(20)).toBe(true);
    await expect.poll(() => isInStrip(1)).toBe(false);
  },
);

test("a reload keeps a gallery's picture, and another post begins with its first", async ({
  page,
}) => {
  const { viewer } = await openGalleryOfTwenty(page);
  await viewer.getByRole("button", { name: "Image 7", exact: true }).click();
  await expect(viewer.getByText("Image 7 / 20")).toBeVisible();
  await page.reload();
  await expect(viewer.getByText("Image 7 / 20")).toBeVisible();
  const track = viewer.getByRole("region", { name: "Pictures" });
  await expect
    .poll(() => track.evaluate((one) => one.scrollLeft / one.clientWidth))
    .toBeCloseTo(6, 1);
  const { viewer: next } = await openPost(page, "gemhunter", "Split a boring grey nodule");
  await expect(next.getByText("Image 1 / 3")).toBeVisible();
});

test("on a wide screen each press of Next image counts, even during an animation", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 900 });
  const { viewer } = await openGalleryOfTwenty(page);
  const track = viewer.getByRole("region", { name: "Pictures" });
  const hasArrived = (slide: number) =>
    expect
      .poll(() => track.evaluate((one) => one.scrollLeft / one.clientWidth))
      .toBeCloseTo(slide, 1);
  // Records every slide shown on the way.
  await viewer.getByText(/^Image \d+ \/ 20$/).evaluate((place) => {
    const shown: unknown[] = [];
    Reflect.set(globalThis, "shown", shown);
    const watch = new MutationObserver(() =>
      shown.push(Number(place.textContent?.split(/\D+/)[1])),
    );
    watch.observe(place, { subtree: true, characterData: true });
  });
  const next = viewer.getByRole("button", { name: "Next image" });
  await next.click();
  await hasArrived(1);
  // The second press comes while the track is still scrolling.
  await track.evaluate(
    (one, button) => {
      one.addEventListener("scroll", () => button?.click(), { once: true });
      button?.click();
    },
    (await next.elementHandle()) as ElementHandle<HTMLElement> | null,
  );
  await hasArrived(3);
  await viewer.getByRole("button", { name: "Previous image" }).click();
  await hasArrived(2);
  expect(await page.evaluate(() => Reflect.get(globalThis, "shown"))).toEqual([2, 3, 4, 3]);
  // A late end of the scroll before it does not undo a press.
  await track.evaluate((one) =>
    one.addEventListener("scroll", () => one.dispatchEvent(new Event("scrollend")), { once: true }),
  );
  await next.click();
  await hasArrived(3);
  await expect(viewer.getByText("Image 4 / 20")).toBeVisible();
});

test("a turned phone keeps a gallery's picture", { tag: "@phone" }, async ({ page }) => {
  const { viewer } = await openGalleryOfTwenty(page);
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await viewer.getByRole("button", { name: "Image 7", exact: true }).click();
  const track = viewer.getByRole("region", { name: "Pictures" });
  const isAtSeventh = () =>
    expect.poll(() => track.evaluate((one) => one.scrollLeft / one.clientWidth)).toBeCloseTo(6, 1);
  await isAtSeventh();
  const sizes = [
    { width: height, height: width },
    { width, height },
  ];
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expect.poll(() => track.evaluate((one) => one.clientWidth)).toBeGreaterThan(0);
    await isAtSeventh();
    await expect(viewer.getByText("Image 7 / 20")).toBeVisible();
  }
});

test(
  "on a phone held sideways the whole stage is in view under the bar",
  { tag: "@phone" },
  async ({ page }) => {
    await page.setViewportSize({ width: 844, height: 390 });
    const { viewer } = await openGalleryOfTwenty(page);
    await expect(viewer.locator(".viewer-stage")).toBeInViewport({ ratio: 1 });
    await expect(viewer.getByRole("button", { name: "Close" })).toBeInViewport({ ratio: 1 });
  },
);

test("a thumbnail has a spinner until it loads, and an icon if it fails", async ({
  page,
  allowErrors,
}) => {
  allowErrors(/ERR_FAILED/);
  const { promise: gate, resolve: fail } = Promise.withResolvers<void>();
  await page.route(/emeraldc/, async (route) => {
    await gate;
    await route.abort();
  });
  const { viewer } = await openPost(page, "gemhunter", "A tray of everything");
  const thumbnail = viewer.getByRole("button", { name: "Image 2" });
  await expect(thumbnail.locator(".strip-spinner")).toBeVisible();
  fail();
  await expect(thumbnail.locator("svg")).toBeVisible();
  await expect(thumbnail.locator("img, .strip-spinner")).toHaveCount(0);
});

test(
  "the notice in place of a missing picture leaves room for the arrows",
  { tag: "@phone" },
  async ({ page, allowErrors }) => {
    allowErrors(/status of 404/);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.route(/emeraldc/, (route) => route.fulfill({ status: 404 }));
    const { viewer } = await openPost(page, "gemhunter", "A tray of everything");
    await viewer.getByRole("button", { name: "Image 2", exact: true }).click();
    const words = viewer.getByText("It may have been removed");
    await expect(words).toBeInViewport();
    const boxOf = (target: typeof words) =>
      target.evaluate((one) => {
        const { left, right } = one.getBoundingClientRect();
        return { left, right };
      });
    const previous = viewer.getByRole("button", { name: "Previous image" });
    const next = viewer.getByRole("button", { name: "Next image" });
    await expect(async () => {
      const text = await boxOf(words);
      expect(text.left).toBeGreaterThanOrEqual((await boxOf(previous)).right);
      expect(text.right).toBeLessThanOrEqual((await boxOf(next)).left);
    }).toPass({ timeout: 30_000 });
  },
);

test("a loop's Pause button under a caption stops it", { tag: "@phone" }, async ({ page }) => {
  const { viewer } = await openPost(page, "gemhunter", TRAY);
  await viewer.getByRole("button", { name: "Video 4", exact: true }).click();
  await expect(viewer.locator(".gallery-caption")).toHaveText("July, turning");
  await viewer.getByRole("button", { name: "Pause", exact: true }).click();
  const video = viewer.locator("video");
  await expect
    .poll(() => video.evaluate((one: HTMLVideoElement) => one.readyState))
    .toBeGreaterThan(0);
  await expect(video).toHaveJSProperty("paused", true);
  await expect(viewer.getByRole("button", { name: "Play", exact: true })).toBeVisible();
});

const LONG_CAPTION = "Found in the wash below the old adit after rain. ".repeat(4).slice(0, 180);

/** The first picture's shape is the stage's. */
function makeLowWithCaptions({ media }: Post): void {
  if (media.kind !== "gallery") return;
  for (const item of media.items) {
    if (item.kind !== "image") continue;
    Object.assign(item.image, { width: 1600, height: 900 });
    item.caption = LONG_CAPTION;
  }
}

test(
  "a caption of 180 characters leaves room for the arrows, lets swipes through, and is whole in the details",
  { tag: "@phone" },
  async ({ page, axe }) => {
    const { drag } = await touchScreen(page);
    const { viewer } = await openChanged(page, TRAY, makeLowWithCaptions);
    const caption = viewer.locator(".gallery-caption");
    const previous = viewer.getByRole("button", { name: "Previous image" });
    const next = viewer.getByRole("button", { name: "Next image" });
    await expect(caption).toHaveText(LONG_CAPTION);
    await expect(viewer.locator("dd").last()).toHaveText(LONG_CAPTION);
    for (const [width, shown] of [
      [320, "Image 2 / 7"],
      [390, "Image 3 / 7"],
    ] as const) {
      await page.setViewportSize({ width, height: 740 });
      for (const arrow of [previous, next])
        await expect.poll(() => pointsInReach(arrow), `${width} pixels`).toBe(9);
      const [text, arrow] = await Promise.all([caption.boundingBox(), next.boundingBox()]);
      if (!text || !arrow) throw new Error("The caption or the arrow has no box");
      expect(text.x + text.width).toBeLessThanOrEqual(arrow.x);
      const y = text.y + text.height / 2;
      const swipe = () => drag([{ x: text.x + text.width - 20, y }], [{ x: 30, y }]);
      await swipeUntil(swipe, viewer.getByText(/^Image \d \/ 7$/), shown);
    }
    await axe();
  },
);

test.describe("with reduced motion", () => {
  test.use({ reducedMotion: "reduce" });

  test("the backdrop does not fade and galleries do not scroll smoothly", async ({ page }) => {
    await page.addInitScript(() => {
      const scrollTo = Element.prototype.scrollTo;
      const behaviors: unknown[] = [];
      Reflect.set(globalThis, "behaviors", behaviors);
      Element.prototype.scrollTo = function record(this: Element, ...args: unknown[]) {
        behaviors.push((args[0] as ScrollToOptions).behavior);
        return Reflect.apply(scrollTo, this, args);
      };
    });
    const { viewer } = await openPost(page, "gemhunter", "A tray of everything");
    const fade = await viewer.evaluate(
      (dialog) => getComputedStyle(dialog, "::backdrop").animationDuration,
    );
    expect(Number.parseFloat(fade)).toBeLessThan(0.001);
    await page.keyboard.press("ArrowRight");
    await expect(viewer.getByText("Image 2 / 7")).toBeVisible();
    const behaviors = await page.evaluate(() => Reflect.get(globalThis, "behaviors") as string[]);
    expect(behaviors.length).toBeGreaterThan(0);
    expect(behaviors).not.toContain("smooth");
  });
});
