import { existsSync } from "node:fs";
import { chromium as playwright, type Browser, type Page } from "playwright-core";

/** A Chrome that is there, else the one that comes with the packages (Linux only). */
async function executable(): Promise<string> {
  const installed = ["/usr/bin/chromium", "/usr/bin/google-chrome"].find((path) =>
    existsSync(path),
  );
  const chosen = process.env.BROWSER_PATH ?? installed;
  if (chosen) return chosen;
  const { default: bundled } = await import("@sparticuz/chromium");
  return bundled.executablePath();
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
  /** Draws one frame and gives it back as an encoded picture. */
  paint(order: Order): Promise<Buffer>;
  close(): Promise<void>;
}

export interface Order {
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
