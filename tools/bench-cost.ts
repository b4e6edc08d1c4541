import { runTool } from "./tools.ts";

const HEARTS = process.argv[2] ?? "1000000";

/** Runs worker/hearts/cost.test.ts on a database of a million hearts and prints its table. */
const { ok, output } = runTool(
  "vitest",
  ["run", "--project", "worker", "worker/hearts/cost.test.ts", "--silent=false", "--no-color"],
  { env: { COST_HEARTS: HEARTS, NO_COLOR: "1" } },
);
const table = /^COST\n([\s\S]*?)\n\n/m.exec(output)?.[1];
console.log(table ?? output);
if (!ok) {
  if (table) console.error(`${output}\nA cost is over its limit.`);
  process.exit(1);
}
