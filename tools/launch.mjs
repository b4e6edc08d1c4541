import { spawn } from "node:child_process";
import { join } from "node:path";
import { endWithNpm } from "./end-with-parent.mjs";
import { nodePath, root, toolEnvironment } from "./install.mjs";

/**
 * Runs a TypeScript file under the installed Node, and forwards signals: Ctrl-C reaches every process of the terminal,
 * a plain kill only this one.
 * @param {string} script
 * @param {string[]} args
 */
export function launch(script, args) {
  const child = spawn(nodePath, [join(root, script), ...args], {
    cwd: root,
    stdio: "inherit",
    env: toolEnvironment(),
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => child.kill(/** @type {NodeJS.Signals} */ (signal)));
  }
  endWithNpm();
  child.on("exit", (code) => process.exit(code ?? 1));
}
