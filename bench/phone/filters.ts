import type { Browser, Locator, Page } from "@playwright/test";
import { DESKTOP, withDevice } from "./device.ts";
import { kindOf } from "#web/e2e/narrow-page.ts";
import { openFeed, scrollToEnd } from "./scroll.ts";

const ROUNDS = 4;
const ORDER = ["Images", "Galleries", "GIFs", "All"];

export interface PressTime {
  /** Milliseconds from the click to the new list in the page. */
  list: number;
  /** Milliseconds from the click to the end of the frame that shows the list. */
  paint: number;
}

export async function pressTime(page: Page, target: Locator): Promise<PressTime> {
  await target.evaluate((input) => {
    const line = document.querySelector("main p[aria-live]");
    if (!line) throw new Error("the page has no feed");
    const measure = (name: string, start: number) =>
      performance.measure(name, { start, end: performance.now() });
    const watch = ({ timeStamp }: Event) => {
      const observer = new MutationObserver(() => {
        observer.disconnect();
        measure("bench-list", timeStamp);
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener("message", () => measure("bench-paint", timeStamp));
          port1.start();
          port2.postMessage(null);
        });
      });
      observer.observe(line, { characterData: true, childList: true, subtree: true });
    };
    input.addEventListener("pointerdown", watch, { once: true });
    performance.clearMeasures();
  });
  await target.click();
  const found = await page.waitForFunction(() => {
    const [list] = performance.getEntriesByName("bench-list");
    const [paint] = performance.getEntriesByName("bench-paint");
    return list && paint && { list: list.duration, paint: paint.duration };
  });
  return found.jsonValue() as Promise<PressTime>;
}

/** Clicks every filter in turn, with all posts loaded. */
export async function filterTimes(browser: Browser, url: string): Promise<number[]> {
  return withDevice(browser, DESKTOP, 1, async (device) => {
    await openFeed(device, url);
    await scrollToEnd(device, 6_000);
    await device.page.evaluate(() => scrollTo(0, 0));
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const name of ORDER) {
        times.push((await pressTime(device.page, kindOf(device.page, name))).paint);
        await device.page.waitForTimeout(200);
      }
    }
    return times;
  });
}
