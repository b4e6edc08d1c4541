import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { nodePath, root } from "./install.mjs";

test.each([
  ["stress", ["load", "--sed", "1"]],
  ["bench", ["constructor"]],
])("npm run %s refuses wrong arguments with its usage: %j", (name, args) => {
  const run = spawnSync(nodePath, [`${name}/run.ts`, ...args], { cwd: root, encoding: "utf8" });
  expect(run.status).toBe(1);
  expect(run.stderr).toContain(`npm run ${name} [-- `);
  expect(run.stderr).not.toContain("    at ");
});
