import type { Browser, BrowserContextOptions } from "playwright-core";
import { heapOf, PHONE, SLOWED, withDevice, type Device } from "./device.ts";
import type { Probe } from "./probe.ts";

const SCREENS = 30;
const IDLE_MS = 3_000;
/** A thumb's stroke: how far, in how many moves, one every sixtieth of a second. It lets go at speed. */
const STROKE = { from: 700, to: 180, moves: 26, everyMs: 16, restMs: 400 };

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Real touches, sent by the clock: a page that lags gets them in a heap, as it would from a finger. */
export async function stroke({ cdp, page }: Device): Promise<void> {
  const x = (page.viewportSize()?.width ?? 0) / 2;
  const { from, to, moves, everyMs, restMs } = STROKE;
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

/** By wheel: as far and as fast as is asked for; positive goes on, negative back. */
export async function wheel({ page, cdp }: Device, distance: number, speed: number): Promise<void> {
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

/** What a frame costs this machine when the page does nothing at all. */
async function idleFrames({ page }: Device): Promise<number[]> {
  return page.evaluate(async (patience) => {
    const frames: number[] = [];
    const end = performance.now() + patience;
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

/** Thirty screens by finger on the slow phone. */
export async function scrollScreens(browser: Browser, url: string): Promise<Scrolled> {
  return withDevice(browser, PHONE, SLOWED, async (device) => {
    await openFeed(device, url);
    const idle = await idleFrames(device);
    const goal = SCREENS * (PHONE.viewport?.height ?? 0);
    while ((await device.page.evaluate(() => scrollY)) < goal) await stroke(device);
    return { ...(await probeOf(device)), idle, heap: await heapOf(device) };
  });
}

const isAtEnd = ({ page }: Device): Promise<boolean> =>
  page.getByText("That is everything").isVisible();

/** Down to the last post, loading all of them. */
export async function scrollToEnd(device: Device, speed: number): Promise<void> {
  for (let strokes = 0; strokes < 1_000; strokes += 1) {
    if (await isAtEnd(device)) return;
    await wheel(device, 4_000, speed);
  }
  throw new Error("The feed has no end");
}

/** The whole feed on this machine as it is. */
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

/** The heap at the end of the feed, after the first way down it and after the second. */
export async function heapTwice(browser: Browser, url: string): Promise<[number, number]> {
  return withDevice(browser, PHONE, 1, async (device) => {
    await openFeed(device, url);
    await scrollToEnd(device, 20_000);
    const first = await heapOf(device);
    const length = await device.page.evaluate(() => scrollY);
    await wheel(device, -length, 40_000);
    await scrollToEnd(device, 20_000);
    return [first, await heapOf(device)];
  });
}
