import type { Locator, Page } from "@playwright/test";

export interface Finger {
  x: number;
  y: number;
}

/** Real touches, through Chromium's own input: what the browser takes for itself does not reach the page. */
export async function touchScreen(page: Page) {
  const session = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: Finger[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints });
  const STEPS = 6;

  /** Moves fingers from one place to another, and lifts them. */
  async function drag(from: Finger[], to: Finger[]): Promise<void> {
    await send("touchStart", from);
    for (let step = 1; step <= STEPS; step += 1) {
      const at = from.map(({ x, y }, index) => ({
        x: x + (((to[index]?.x ?? x) - x) * step) / STEPS,
        y: y + (((to[index]?.y ?? y) - y) * step) / STEPS,
      }));
      await send("touchMove", at);
    }
    await send("touchEnd", []);
  }

  async function tap(at: Finger): Promise<void> {
    await send("touchStart", [at]);
    await send("touchEnd", []);
  }
  return { drag, tap };
}

/** How many times larger than its box the picture is drawn. */
export const zoomOf = (picture: Locator): Promise<number> =>
  picture.evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).a);
