import { median } from "#tools/numbers.ts";
import { runTool } from "#tools/tools.ts";

const RUNS = 5;
const ARGS = [
  "check",
  "startup",
  "--args=--env production",
  "--outfile",
  ".cache/startup.cpuprofile",
];

function measureOnce(): number {
  const { ok, output } = runTool("wrangler", ARGS);
  if (!ok) throw new Error(`wrangler check startup failed:\n${output}`);
  const active = /Active: ([\d.]+) ms/.exec(output)?.[1];
  if (active === undefined)
    throw new Error(`wrangler check startup said something else:\n${output}`);
  return Number(active);
}

/** CPU time of the production Worker before its first request, in milliseconds: the median of the runs. */
export const measureStartup = (): number => median(Array.from({ length: RUNS }, measureOnce));
