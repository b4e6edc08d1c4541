import { chromium, type Browser, type Page } from "@playwright/test";
import { findBrowser } from "#tools/browser.ts";

const FLAGS = [
  "--no-sandbox",
  "--use-angle=swiftshader",
  "--use-gl=angle",
  "--enable-unsafe-swiftshader",
  "--ignore-gpu-blocklist",
  "--disable-gpu-watchdog",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

export interface Painter {
  /** Draws one frame and returns it as an encoded picture. */
  paint(order: Order): Promise<Buffer>;
  close(): Promise<void>;
}

interface Order {
  source: string;
  width: number;
  height: number;
  uniforms: Record<string, number | number[]>;
  arrays: Record<string, number[]>;
  type: "image/png" | "image/jpeg";
}

export async function openPainter(pageScript: string): Promise<Painter> {
  const { path, env = {} } = await findBrowser();
  const browser: Browser = await chromium.launch({
    executablePath: path,
    headless: true,
    args: FLAGS,
    env: { ...process.env, ...env },
  });
  const page: Page = await browser.newPage();
  await page.setContent("<canvas id=c></canvas>");
  await page.addScriptTag({ content: pageScript });
  return {
    async paint(order) {
      const data = await page.evaluate(
        (one) => (globalThis as unknown as { paint(o: unknown): Promise<string> }).paint(one),
        order,
      );
      return Buffer.from(data, "base64");
    },
    close: () => browser.close(),
  };
}
