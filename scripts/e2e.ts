import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { type Journey, journeys } from "#web/e2e/journey.ts";
import { launchBrowser } from "./browser.ts";
import { root } from "./files.ts";
import { runJourney, withStrayErrors } from "./journey-run.ts";
import { startServer } from "./server.ts";

const FOLDER = "web/e2e";
const RESULTS = ".cache/e2e";

export interface Totals {
  passed: number;
  failed: number;
}

interface Options {
  filter?: string;
  headed?: boolean;
  /** Leaves the server running afterwards, until Ctrl-C. */
  keep?: boolean;
  /** A server that already runs, instead of one of our own. */
  url?: string;
}

async function load(filter: string): Promise<Journey[]> {
  const files = readdirSync(join(root, FOLDER)).filter((name) => name.endsWith(".e2e.ts"));
  const wanted: Journey[] = [];
  for (const file of files.toSorted()) {
    const before = journeys.length;
    await import(pathToFileURL(join(root, FOLDER, file)).href);
    const own = journeys.slice(before);
    wanted.push(...(file.includes(filter) ? own : own.filter(({ name }) => name.includes(filter))));
  }
  return wanted;
}

async function runAll(wanted: Journey[], baseUrl: string, headed: boolean): Promise<Totals> {
  let browser = await launchBrowser({ headed });
  const totals = { passed: 0, failed: 0 };
  // What a journey left behind may still fail between two others: it must not end the run.
  const late = (reason: unknown) => console.error("  after its journey:", reason);
  process.on("unhandledRejection", late);
  try {
    for (const item of wanted) {
      const started = performance.now();
      const where = { baseUrl, results: join(root, RESULTS) };
      let problem = await withStrayErrors(() => runJourney(browser, item, where));
      if (!browser.isConnected()) {
        // The browser itself died: that says nothing of the product, and must not end all the others.
        console.log(`  … the browser ended during "${item.name}"; once more in a new one`);
        browser = await launchBrowser({ headed });
        problem = await withStrayErrors(() => runJourney(browser, item, where));
      }
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`  ${problem ? "✗" : "✓"} ${item.name} (${seconds} s)`);
      if (problem) console.log(`${problem.replaceAll(/^/gm, "      ")}\n`);
      totals[problem ? "failed" : "passed"] += 1;
    }
  } finally {
    process.off("unhandledRejection", late);
    await browser.close();
  }
  return totals;
}

export async function runJourneys(options: Options = {}): Promise<Totals> {
  const { filter = "", headed = false, keep = false, url } = options;
  const wanted = await load(filter);
  if (wanted.length === 0) throw new Error(`No journey is named like "${filter}"`);
  rmSync(join(root, RESULTS), { recursive: true, force: true });
  mkdirSync(join(root, RESULTS), { recursive: true });
  const server = url ? null : await startServer("e2e-state", { RATE_LIMITS: "off" });
  const baseUrl = url ?? server?.baseUrl ?? "";
  try {
    return await runAll(wanted, baseUrl, headed);
  } finally {
    writeFileSync(join(root, RESULTS, "server.log"), server?.output() ?? "");
    if (keep && server) {
      console.log(`The server still runs at ${baseUrl}; Ctrl-C ends it.`);
      await new Promise((resolve) => process.once("SIGINT", resolve));
    }
    await server?.stop();
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      headed: { type: "boolean" },
      keep: { type: "boolean" },
      url: { type: "string" },
    },
  });
  const totals = await runJourneys({ ...values, filter: positionals.join(" ") });
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
  if (totals.failed > 0) console.log(`Pictures and traces: ${RESULTS}`);
  process.exitCode = totals.failed > 0 ? 1 : 0;
}

if (import.meta.main) await main();
