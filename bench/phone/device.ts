import type { Browser, BrowserContextOptions, CDPSession, Page } from "@playwright/test";
import { PHONE } from "#tools/devices.ts";
import { installProbe } from "./probe.ts";

/** The phone of the browser tests, with two pixels per CSS pixel: they decide which pictures it loads. */
export const PHONE_AT_2X = { ...PHONE, deviceScaleFactor: 2 } satisfies BrowserContextOptions;

export const DESKTOP: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };

/** The CPU slowdown that simulates a phone. */
export const SLOWED = 4;

export interface Device {
  page: Page;
  cdp: CDPSession;
}

/** Opens a page with an empty cache; the probe runs before its first script. */
export async function withDevice<T>(
  browser: Browser,
  looks: BrowserContextOptions,
  slowdown: number,
  work: (device: Device) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(looks);
  try {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await page.addInitScript(installProbe);
    await cdp.send("Performance.enable");
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    return await work({ page, cdp });
  } finally {
    await context.close();
  }
}

const BYTES_PER_MB = 1_000_000;

/** The reachable JavaScript heap in MB. */
export async function heapOf({ cdp }: Device): Promise<number> {
  await cdp.send("HeapProfiler.collectGarbage");
  const { metrics } = await cdp.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? 0) / BYTES_PER_MB;
}
