import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Journey, JourneyRun } from "#web/e2e/journey.ts";
import { launchBrowser } from "./browser.ts";
import { runJourney, withStrayErrors } from "./journey-run.ts";
import { freePort } from "./tools.ts";

const PAGE = `<!doctype html><html lang="en"><title>A page</title>
  <main><h1>A page</h1><p id="size"></p></main>`;
const PAGES: Record<string, string> = {
  "/": PAGE,
  "/noisy": `${PAGE}<script>console.error("something broke")</script>`,
  "/throws": `${PAGE}<script>setTimeout(() => { throw new Error("thrown late") })</script>`,
  "/inaccessible": `${PAGE}<img src="data:,">`,
  "/elsewhere": `${PAGE}<img alt="" src="https://pictures.example/a.png">`,
};

let server: Server;
let browser: Browser;
let baseUrl = "";
const results = mkdtempSync(join(tmpdir(), "journeys-"));

beforeAll(async () => {
  const port = (await freePort()) ?? 0;
  server = createServer((request, response) => {
    const page = PAGES[request.url ?? ""];
    response.writeHead(page ? 200 : 404, { "content-type": "text/html" }).end(page);
  }).listen(port, "127.0.0.1");
  baseUrl = `http://localhost:${port}`;
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser.close();
  server.close();
  rmSync(results, { recursive: true, force: true });
});

const outcome = (run: JourneyRun, options: Partial<Journey["options"]> = {}) =>
  runJourney(
    browser,
    { name: "a journey", options: { device: "desktop", ...options }, run },
    { baseUrl, results },
  );

const visit =
  (path: string): JourneyRun =>
  async ({ page }) => {
    await page.goto(path);
    await page.waitForTimeout(100);
  };

test("a journey that finds what it expects passes", async () => {
  expect(await outcome(visit("/"))).toBeNull();
});

test("a failed assertion fails it and leaves a picture and a trace", async () => {
  const run: JourneyRun = async ({ page }) => {
    await page.goto("/");
    throw new Error("not what was expected");
  };
  expect(await outcome(run)).toContain("not what was expected");
  expect(existsSync(join(results, "a-journey.png"))).toBe(true);
  expect(existsSync(join(results, "a-journey.zip"))).toBe(true);
});

test.each([
  ["/noisy", "something broke"],
  ["/throws", "thrown late"],
  ["/missing", "404"],
])(
  "an error in the browser at %s fails it unless it was expected",
  async (path, message) => {
    expect(await outcome(visit(path))).toContain(message);
    expect(await outcome(visit(path), { expectErrors: [new RegExp(message)] })).toBeNull();
  },
  30_000,
);

test("axe's findings fail it", async () => {
  const run: JourneyRun = async ({ page, axe }) => {
    await page.goto("/inaccessible");
    await axe();
  };
  expect(await outcome(run)).toContain("image-alt");
});

test("another host is never reached, is listed, and is no error of ours", async () => {
  const asked: string[] = [];
  const run: JourneyRun = async ({ page, outside }) => {
    await page.goto("/elsewhere");
    asked.push(...outside);
  };
  expect(await outcome(run)).toBeNull();
  expect(asked).toEqual(["https://pictures.example/a.png"]);
});

test("a journey that never ends is ended", async () => {
  const run: JourneyRun = () => new Promise(() => {});
  expect(await outcome(run, { timeoutSeconds: 1 })).toContain("longer than 1 s");
});

test("a phone is 390 pixels wide and has touch, in the theme asked for", async () => {
  const seen: unknown[] = [];
  const run: JourneyRun = async ({ page }) => {
    await page.goto("/");
    seen.push(
      await page.evaluate(() => [
        screen.width,
        "ontouchstart" in window,
        matchMedia("(prefers-color-scheme: light)").matches,
      ]),
    );
  };
  expect(await outcome(run, { device: "phone", colorScheme: "light" })).toBeNull();
  expect(seen).toEqual([[390, true, true]]);
});

test("a route still answering when its journey ends harms nobody", async () => {
  const run: JourneyRun = async ({ page }) => {
    await page.route("**/slow", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.fulfill({ response: await route.fetch() });
    });
    await page.goto("/");
    await page.evaluate(() => void fetch("/slow"));
  };
  const settled = withStrayErrors(async () => {
    const problem = await outcome(run);
    await new Promise((resolve) => setTimeout(resolve, 600));
    return problem;
  });
  expect(await settled).toBeNull();
});
