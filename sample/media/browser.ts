import { chromium as playwright, type Browser, type Page } from "@playwright/test";

/** The package supports Linux on x64 only; elsewhere BROWSER_PATH has to name a Chrome. */
async function executable(): Promise<string> {
  const { default: bundled } = await import("@sparticuz/chromium");
  return process.env["BROWSER_PATH"] || bundled.executablePath();
}

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
  const browser: Browser = await playwright.launch({
    executablePath: await executable(),
    headless: true,
    args: FLAGS,
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
