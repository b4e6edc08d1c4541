import { runTool } from "#tools/tools.ts";

export interface Startup {
  /** The production Worker, gzip. */
  bundleKib: number;
  /** CPU time before the first request, in milliseconds: the median of the runs. */
  activeMs: number;
}

const RUNS = 5;
const ARGS = [
  "check",
  "startup",
  "--args=--env production",
  "--outfile",
  ".cache/startup.cpuprofile",
];

function figure(output: string, pattern: RegExp): number {
  const found = pattern.exec(output)?.[1];
  if (found === undefined)
    throw new Error(`wrangler check startup said something else:\n${output}`);
  return Number(found);
}

function once(): Startup {
  const { ok, output } = runTool("wrangler", ARGS);
  if (!ok) throw new Error(`wrangler check startup failed:\n${output}`);
  return {
    bundleKib: figure(output, /gzip: ([\d.]+) KiB/),
    activeMs: figure(output, /Active: ([\d.]+) ms/),
  };
}

/** Measured by `wrangler check startup`. */
export function measureStartup(): Startup {
  const runs = Array.from({ length: RUNS }, once);
  const byTime = runs.toSorted((a, b) => a.activeMs - b.activeMs);
  return byTime[Math.floor(RUNS / 2)] as Startup;
}
