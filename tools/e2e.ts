import { startTool, succeeds } from "./tools.ts";

/** The test browser has no window, so the user interface opens in the developer's own browser. */
const args = process.argv.slice(2);
const opensOwnWindow = args.includes("--ui") && !args.some((arg) => arg.startsWith("--ui-"));

const all = ["test", ...args, ...(opensOwnWindow ? ["--ui-port=0"] : [])];
process.exitCode = (await succeeds(startTool("playwright", all, { stdio: "inherit" }))) ? 0 : 1;
