import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { nodePath, root } from "./install.mjs";

test.each([
  ["npm run stress [-- ", "stress/run.ts", ["load", "--sed", "1"]],
  ["npm run bench [-- ", "bench/run.ts", ["constructor"]],
  ["npm run shots [-- ", "tools/shots.ts", ["--foo"]],
  ["npm run restore -- ", "tools/restore/restore.ts", ["--form-r2", "latest"]],
  ["npm run seed -- ", "tools/seed/seed.ts", ["--hearts"]],
  ["npm test [-- ", "tools/suite/suite.ts", ["--al"]],
])("%s… refuses wrong arguments with its usage", (usage, script, args) => {
  const run = spawnSync(nodePath, [script, ...args], { cwd: root, encoding: "utf8" });
  expect(run.status).toBe(1);
  expect(run.stderr).toContain(usage);
  expect(run.stderr).not.toContain("    at ");
});
