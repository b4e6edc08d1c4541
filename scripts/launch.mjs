import { spawn } from "node:child_process";
import { join } from "node:path";
import { nodePath, root, toolEnvironment } from "./install.mjs";

const PARENT_EVERY_MS = 1_000;

/**
 * A plain kill of npm ends the shell between npm and us, which hands nothing on: without it we would run for ever.
 * @param {() => void} end
 */
function endWithParent(end) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    end();
  }, PARENT_EVERY_MS);
  watch.unref();
}

/**
 * Runs a TypeScript file of this folder under the installed Node, with the same arguments, and
 * hands on what ends it: a Ctrl-C reaches the whole terminal group, a plain kill only this process.
 * @param {string} script
 */
export function launch(script) {
  const child = spawn(nodePath, [join(root, "scripts", script), ...process.argv.slice(2)], {
    cwd: root,
    stdio: "inherit",
    env: toolEnvironment(),
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => child.kill(/** @type {NodeJS.Signals} */ (signal)));
  }
  endWithParent(() => child.kill("SIGTERM"));
  child.on("exit", (code) => process.exit(code ?? 1));
}
