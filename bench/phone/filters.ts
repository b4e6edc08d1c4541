import type { Browser, Page } from "playwright-core";
import { DESKTOP, withDevice } from "./device.ts";
import { openFeed, scrollToEnd } from "./scroll.ts";

const ROUNDS = 4;
const ORDER = ["Images", "Galleries", "GIFs", "All"];

/** From the press to the end of the frame that shows the new list. */
async function switchTo(page: Page, name: string): Promise<number> {
  const radio = page.getByRole("radio", { name: new RegExp(`^${name}`) });
  await radio.evaluate((input: HTMLInputElement) => {
    const words = () => document.querySelector("section > [aria-live]")?.textContent;
    const before = words();
    const shown = (began: number) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener("message", () => {
          if (words() === before) return shown(began);
          performance.measure("bench-filter", { start: began, end: performance.now() });
        });
        port1.start();
        port2.postMessage(null);
      });
    input.addEventListener("pointerdown", ({ timeStamp }) => shown(timeStamp), { once: true });
    performance.clearMeasures();
  });
  await radio.click();
  const found = await page.waitForFunction(
    () => performance.getEntriesByName("bench-filter")[0]?.duration,
  );
  return (await found.jsonValue()) ?? Infinity;
}

/** Every filter in turn, with the whole history loaded. */
export async function filterTimes(browser: Browser, url: string): Promise<number[]> {
  return withDevice(browser, DESKTOP, 1, async (device) => {
    await openFeed(device, url);
    await scrollToEnd(device, 6_000);
    await device.page.evaluate(() => scrollTo(0, 0));
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const name of ORDER) {
        times.push(await switchTo(device.page, name));
        await device.page.waitForTimeout(200);
      }
    }
    return times;
  });
}
