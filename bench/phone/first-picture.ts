import type { Browser } from "@playwright/test";
import { PHONE_AT_2X, SLOWED, withDevice } from "./device.ts";

const RUNS = 5;

async function once(browser: Browser, url: string): Promise<number> {
  return withDevice(browser, PHONE_AT_2X, SLOWED, async ({ page }) => {
    await page.goto(url);
    await page.waitForFunction(() => window.benchProbe.firstPicture !== null);
    return page.evaluate(() => window.benchProbe.firstPicture ?? Infinity);
  });
}

/** Milliseconds from each navigation, with an empty cache, to the first visible picture. */
export async function firstPictures(browser: Browser, url: string): Promise<number[]> {
  await once(browser, url);
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) times.push(await once(browser, url));
  return times;
}
