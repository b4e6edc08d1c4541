import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { nodePath, root } from "./install.mjs";

test.each([
  ["npm run stress", "stress/run.ts", ["load", "--sed", "1"]],
  ["npm run bench", "bench/run.ts", ["constructor"]],
  ["npm run shots", "tools/shots.ts", ["--foo"]],
  ["npm test", "tools/suite/suite.ts", ["--al"]],
])("%s refuses wrong arguments with its usage", (command, script, args) => {
  const run = spawnSync(nodePath, [script, ...args], { cwd: root, encoding: "utf8" });
  expect(run.status).toBe(1);
  expect(run.stderr).toContain(`${command} [-- `);
  expect(run.stderr).not.toContain("    at ");
});
