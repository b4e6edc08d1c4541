import { parseArgs } from "node:util";
import { startTool, succeeds } from "./tools.ts";

/** Screenshots of every page whose name matches the arguments: web/e2e/shots.ts. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { readme: { type: "boolean", default: false } },
});

const name = positionals.join(" ");
const selection = values.readme
  ? [`--grep=${name}.*@readme`]
  : [`--grep=${name}`, "--grep-invert=@readme"];

const args = ["test", "--config=playwright.shots.config.ts", ...selection];
process.exitCode = (await succeeds(startTool("playwright", args, { stdio: "inherit" }))) ? 0 : 1;
