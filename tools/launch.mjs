import { spawn } from "node:child_process";
import { join } from "node:path";
import { nodePath, root, toolEnvironment } from "./install.mjs";

const PARENT_CHECK_MS = 1_000;

/**
 * npm does not forward SIGTERM: when npm is killed, its shell ends and this process would run on.
 * @param {() => void} end
 */
function endWithParent(end) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    end();
  }, PARENT_CHECK_MS);
  watch.unref();
}

/**
 * Runs a TypeScript file of this folder under the installed Node, with the same arguments, and forwards
 * signals: Ctrl-C reaches every process of the terminal, a plain kill only this one.
 * @param {string} script
 */
export function launch(script) {
  const child = spawn(nodePath, [join(root, "tools", script), ...process.argv.slice(2)], {
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
