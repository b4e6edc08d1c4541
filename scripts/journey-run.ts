import assert from "node:assert/strict";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import type { Device, Journey, JourneyTools } from "#web/e2e/journey.ts";

export const DEVICES: Record<Device, BrowserContextOptions> = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1440, height: 900 } },
};

interface Where {
  baseUrl: string;
  results: string;
}

interface Watch {
  errors: string[];
  outside: string[];
}

const slug = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");

/** What other hosts fail to send is no error of ours: there is no network in a journey. */
function watch(context: BrowserContext, baseUrl: string, expected: RegExp[]): Watch {
  const seen: Watch = { errors: [], outside: [] };
  const note = (text: string) => {
    const isNew = !seen.errors.includes(text);
    if (isNew && !expected.some((pattern) => pattern.test(text))) seen.errors.push(text);
  };
  context.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== baseUrl) seen.outside.push(request.url());
  });
  context.on("console", (message) => {
    const { url } = message.location();
    const isOutside = url.startsWith("http") && !url.startsWith(`${baseUrl}/`);
    if (message.type() === "error" && !isOutside) note(`console: ${message.text()} (${url})`);
  });
  context.on("weberror", (webError) => note(`page: ${webError.error().message}`));
  return seen;
}

const SETTLE_MS = 1_000;

/** The app draws itself in place of the first paint: axe, between the two, would look at what is gone. */
async function appStarted(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      !document.querySelector('script[type="later"]') || document.querySelector('a[href="#main"]'),
  );
}

/** What is still fading in has not its contrast yet; what moves for ever is not waited for. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async (patience) => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    const enough = new Promise((resolve) => setTimeout(resolve, patience));
    await Promise.race([Promise.allSettled(ending.map(({ finished }) => finished)), enough]);
  }, SETTLE_MS);
}

function axeFor(page: Page): JourneyTools["axe"] {
  return async ({ exclude = [], disableRules = [], beforeApp = false } = {}) => {
    if (!beforeApp) await appStarted(page);
    await settled(page);
    let builder = new AxeBuilder({ page }).disableRules(disableRules);
    for (const selector of exclude) builder = builder.exclude(selector);
    const { violations } = await builder.analyze();
    const lines = violations.flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id}: ${help}\n    ${node.target.join(" ")}\n    ${node.html}`),
    );
    if (lines.length > 0) assert.fail(`axe on ${page.url()}\n${lines.join("\n")}`);
  };
}

async function withinTime(seconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${seconds} s`)), seconds * 1000);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function firstOf(errors: string[], most = 6): string {
  const rest = errors.length > most ? [`and ${errors.length - most} more`] : [];
  return [...errors.slice(0, most), ...rest].join("\n");
}

async function follow(item: Journey, context: BrowserContext, { baseUrl, results }: Where) {
  const { device, expectErrors = [], timeoutSeconds = 90 } = item.options;
  const seen = watch(context, baseUrl, expectErrors);
  const page = await context.newPage();
  const shot = async (name: string) => {
    await page.screenshot({ path: join(results, `${slug(item.name)}-${slug(name)}.png`) });
  };
  const tools = { page, context, baseUrl, device, axe: axeFor(page), shot, ...seen };
  await withinTime(timeoutSeconds, item.run(tools));
  if (seen.errors.length > 0) assert.fail(`the browser reported:\n${firstOf(seen.errors)}`);
}

/** The message, and of the stack only the journey's own lines. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = (error.stack ?? "").split("\n").filter((line) => line.includes("/web/e2e/"));
  return [error.message, ...own].join("\n");
}

/** A route that is still answering when its page goes would otherwise fail long after its journey. */
async function closeQuietly(context: BrowserContext): Promise<void> {
  for (const routed of [...context.pages(), context])
    await routed.unrouteAll({ behavior: "ignoreErrors" }).catch(() => {});
  await context.close().catch(() => {});
}

/** A rejection that no journey waits for fails the journey it fell into; it must not end the run. */
export async function withStrayErrors(run: () => Promise<string | null>): Promise<string | null> {
  const strays: string[] = [];
  const note = (reason: unknown) => void strays.push(describe(reason));
  process.on("unhandledRejection", note);
  try {
    return [await run(), ...strays].filter(Boolean).join("\n") || null;
  } finally {
    process.off("unhandledRejection", note);
  }
}

/** Null when the journey passed, else what went wrong. */
export async function runJourney(
  browser: Browser,
  item: Journey,
  where: Where,
): Promise<string | null> {
  const { device, colorScheme = "dark", reducedMotion = "no-preference" } = item.options;
  const looks = { ...DEVICES[device], colorScheme, reducedMotion };
  const context = await browser.newContext({ ...looks, baseURL: where.baseUrl });
  context.setDefaultTimeout(15_000);
  await context.tracing.start({ snapshots: true, title: item.name });
  const evidence = join(where.results, slug(item.name));
  try {
    await follow(item, context, where);
    await context.tracing.stop();
    return null;
  } catch (error) {
    await context
      .pages()[0]
      ?.screenshot({ path: `${evidence}.png` })
      .catch(() => {});
    await context.tracing.stop({ path: `${evidence}.zip` }).catch(() => {});
    return describe(error);
  } finally {
    await closeQuietly(context);
  }
}
