import { expect, type Locator, type Page } from "@playwright/test";

export interface Finger {
  x: number;
  y: number;
}

const STEPS = 6;
/** A double tap is two taps within 300 ms, by the events' timestamps. */
const BETWEEN_TAPS_S = 0.05;
const DRAG_S = 0.4;

/** Real touches through Chromium's input: gestures that the browser handles itself do not reach the page. */
export async function touchScreen(page: Page) {
  const session = await page.context().newCDPSession(page);
  const send = (
    type: "touchStart" | "touchMove" | "touchEnd",
    touchPoints: Finger[],
    timestamp?: number,
  ) => session.send("Input.dispatchTouchEvent", { type, touchPoints, timestamp });

  /**
   * Moves fingers from one place to another and lifts them. Timestamps set the speed: at the speed of a quick machine a
   * drag would fling a gallery past a picture.
   */
  async function drag(from: Finger[], to: Finger[]): Promise<void> {
    const start = Date.now() / 1000;
    const timeOf = (step: number) => start + (DRAG_S * step) / STEPS;
    await send("touchStart", from, timeOf(0));
    for (let step = 1; step <= STEPS; step += 1) {
      const at = from.map(({ x, y }, index) => ({
        x: x + (((to[index]?.x ?? x) - x) * step) / STEPS,
        y: y + (((to[index]?.y ?? y) - y) * step) / STEPS,
      }));
      await send("touchMove", at, timeOf(step));
    }
    await send("touchEnd", [], timeOf(STEPS));
  }

  /** Timestamps set the interval, so that a busy machine sends no slow taps. */
  async function doubleTap(at: Finger): Promise<void> {
    const start = Date.now() / 1000;
    await send("touchStart", [at], start);
    await send("touchEnd", [], start + BETWEEN_TAPS_S);
    await send("touchStart", [at], start + 2 * BETWEEN_TAPS_S);
    await send("touchEnd", [], start + 3 * BETWEEN_TAPS_S);
  }
  async function touch(at: Finger): Promise<void> {
    await send("touchStart", [at]);
  }

  /** Scrolls the page with a finger that lies on it. */
  async function scrollUp(from: Finger, pixels: number): Promise<void> {
    for (let step = 1; step <= STEPS; step += 1)
      await send("touchMove", [{ x: from.x, y: from.y - (pixels * step) / STEPS }]);
  }

  async function lift(): Promise<void> {
    await send("touchEnd", []);
  }
  return { drag, doubleTap, touch, scrollUp, lift };
}

/** The picture's scale relative to its box. */
export const zoomOf = (picture: Locator): Promise<number> =>
  picture.evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).a);

/**
 * Repeats the swipe if nothing happened: a busy browser cancels a touch that the page has not handled in time. The
 * interval is long, because the first swipe may still be running, and two would go too far.
 */
export const swipeUntil = (swipe: () => Promise<void>, shown: Locator, text: RegExp | string) =>
  expect(async () => {
    await swipe();
    await expect(shown).toHaveText(text, { timeout: 15_000 });
  }).toPass();

/** How many of nine points of an element are not covered. */
export const pointsInReach = (target: Locator) =>
  target.evaluate((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const parts = [0.3, 0.5, 0.7];
    return parts
      .flatMap((x) => parts.map((y) => [left + width * x, top + height * y] as const))
      .filter(([x, y]) => one.contains(document.elementFromPoint(x, y))).length;
  });
