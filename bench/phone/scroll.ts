import type { Browser, BrowserContextOptions } from "@playwright/test";
import { heapOf, PHONE_AT_2X, SLOWED, withDevice, type Device } from "./device.ts";
import type { Probe } from "./probe.ts";

const SCREENS = 30;
const IDLE_MS = 3_000;
/** One swipe: start and end in pixels, a touch move every 16 ms. The touch ends while moving. */
const SWIPE = { from: 700, to: 180, moves: 26, everyMs: 16, restMs: 400 };

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends touch events on time without waiting for their handling, so that a slow page gets several at once. */
async function swipe({ cdp, page }: Device): Promise<void> {
  const x = (page.viewportSize()?.width ?? 0) / 2;
  const { from, to, moves, everyMs, restMs } = SWIPE;
  const touch = (type: "touchStart" | "touchMove", y: number) =>
    cdp.send("Input.dispatchTouchEvent", { type, touchPoints: [{ x, y }] });
  const sent = [touch("touchStart", from)];
  const began = performance.now();
  for (let move = 1; move <= moves; move += 1) {
    await pause(Math.max(0, began + move * everyMs - performance.now()));
    sent.push(touch("touchMove", from + ((to - from) * move) / moves));
  }
  sent.push(cdp.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] }));
  await Promise.all(sent);
  await pause(restMs);
}

/** Scrolls by mouse wheel; a negative distance scrolls up. */
async function scrollByWheel(
  { page, cdp }: Device,
  distance: number,
  speed: number,
): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await cdp.send("Input.synthesizeScrollGesture", {
    x: Math.round(width / 2),
    y: Math.round(height * 0.6),
    yDistance: -distance,
    speed,
    gestureSourceType: "mouse",
  });
}

const probeOf = ({ page }: Device): Promise<Probe> => page.evaluate(() => window.benchProbe);

export async function openFeed({ page }: Device, url: string): Promise<void> {
  await page.goto(url, { waitUntil: "load" });
  await page.getByRole("article").first().waitFor();
  await page.waitForTimeout(1_500);
}

/** Frame durations of a page at rest, which are due to the machine. */
async function measureIdleFrames({ page }: Device): Promise<number[]> {
  return page.evaluate(async (timeoutMs) => {
    const frames: number[] = [];
    const end = performance.now() + timeoutMs;
    let last = await new Promise(requestAnimationFrame);
    while (last < end) {
      const now = await new Promise(requestAnimationFrame);
      frames.push(now - last);
      last = now;
    }
    return frames;
  }, IDLE_MS);
}

export interface Scrolled extends Probe {
  idle: number[];
  heap: number;
}

/** Swipes through thirty screens with the CPU slowed. */
export async function scrollScreens(browser: Browser, url: string): Promise<Scrolled> {
  return withDevice(browser, PHONE_AT_2X, SLOWED, async (device) => {
    await openFeed(device, url);
    const idle = await measureIdleFrames(device);
    const goal = SCREENS * PHONE_AT_2X.viewport.height;
    while ((await device.page.evaluate(() => scrollY)) < goal) await swipe(device);
    return { ...(await probeOf(device)), idle, heap: await heapOf(device) };
  });
}

const isAtEnd = ({ page }: Device): Promise<boolean> =>
  page.getByText("That is the end").isVisible();

/** Scrolls to the last post, which loads all of them. */
export async function scrollToEnd(device: Device, speed: number): Promise<void> {
  for (let turns = 0; turns < 1_000; turns += 1) {
    if (await isAtEnd(device)) return;
    await scrollByWheel(device, 4_000, speed);
  }
  throw new Error("The feed did not end within 1,000 turns of the wheel");
}

/** Scrolls through the whole feed without the CPU slowed. */
export async function scrollWhole(
  browser: Browser,
  looks: BrowserContextOptions,
  url: string,
): Promise<Probe> {
  return withDevice(browser, looks, 1, async (device) => {
    await openFeed(device, url);
    await scrollToEnd(device, 6_000);
    return probeOf(device);
  });
}

/** The heap at the end of the feed, after the first and the second scroll. */
export async function heapTwice(browser: Browser, url: string): Promise<[number, number]> {
  return withDevice(browser, PHONE_AT_2X, 1, async (device) => {
    await openFeed(device, url);
    await scrollToEnd(device, 20_000);
    const first = await heapOf(device);
    const length = await device.page.evaluate(() => scrollY);
    await scrollByWheel(device, -length, 40_000);
    await scrollToEnd(device, 20_000);
    return [first, await heapOf(device)];
  });
}
