import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { crash } from "./crash.ts";
import { exportAndImport } from "./export.ts";
import { flood } from "./flood.ts";
import { inputs } from "./inputs.ts";
import { load } from "./load.ts";
import { restore } from "./restore.ts";
import { sockets } from "./sockets.ts";
import { supply } from "./supply.ts";
import { Report, type Step } from "./report.ts";

const STEPS: Step[] = [inputs, sockets, load, flood, crash, exportAndImport, restore, supply];

function usage(): never {
  console.error("npm run stress [-- STEP … --seed N]\n");
  for (const { name, about } of STEPS) console.error(`  ${name.padEnd(12)}${about}`);
  process.exit(1);
}

function chosen(names: string[]): Step[] {
  if (names.some((name) => !STEPS.some((step) => step.name === name))) usage();
  return names.length === 0 ? STEPS : STEPS.filter(({ name }) => names.includes(name));
}

async function runStep(step: Step, report: Report, seed: number): Promise<void> {
  const started = performance.now();
  console.log(`\n── ${step.name}: ${step.about}`);
  try {
    await step.run(report, seed);
  } catch (error) {
    console.error(error);
    report.check(`${step.name} ran without an exception`, false);
  }
  console.log(`   ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: { seed: { type: "string" } } });
  } catch {
    return usage();
  }
}

async function main(): Promise<void> {
  const { values, positionals } = readArguments();
  const seed = Number(values.seed ?? randomInt(1, 2 ** 31));
  const steps = chosen(positionals);
  if (!Number.isInteger(seed)) usage();
  console.log(`Seed ${seed} (repeat it with npm run stress -- --seed ${seed})`);
  const report = new Report();
  for (const step of steps) await runStep(step, report, seed);
  const skipped = report.skipped > 0 ? `, ${report.skipped} skipped` : "";
  console.log(`\n${report.passed} passed, ${report.failed} failed${skipped}`);
  process.exit(report.failed > 0 ? 1 : 0);
}

await main();
