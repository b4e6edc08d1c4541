import { runTool } from "./tools.ts";

/** The test browser has no window, so the user interface opens in the developer's own browser. */
const args = process.argv.slice(2);
const opensOwnWindow = args.includes("--ui") && !args.some((arg) => arg.startsWith("--ui-"));

const { ok } = runTool(
  "playwright",
  ["test", ...args, ...(opensOwnWindow ? ["--ui-port=0"] : [])],
  {
    show: true,
  },
);
process.exitCode = ok ? 0 : 1;
