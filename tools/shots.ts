import { parseArgs } from "node:util";
import { startTool, succeeds } from "./tools.ts";

const USAGE = `npm run shots [-- PART OF A PAGE'S NAME … --readme]

  Screenshots of every page whose name matches: web/e2e/shots.ts
  --readme   those of the README instead`;

function readArguments() {
  try {
    const options = { readme: { type: "boolean", default: false } } as const;
    return parseArgs({ allowPositionals: true, options });
  } catch {
    console.error(USAGE);
    return process.exit(1);
  }
}

const { values, positionals } = readArguments();
const name = positionals.join(" ");
const selection = values.readme
  ? [`--grep=${name}.*@readme`]
  : [`--grep=${name}`, "--grep-invert=@readme"];

const args = ["test", "--config=playwright.shots.config.ts", ...selection];
process.exitCode = (await succeeds(startTool("playwright", args, { stdio: "inherit" }))) ? 0 : 1;
