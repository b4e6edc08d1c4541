import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { root } from "#tools/install.mjs";
import { type DeployConfig, readDeployConfig } from "#tools/deploy/refusals.ts";
import { scratchFolder } from "#tools/testing/scratch-folder.ts";

/** Reads production's settings from a copy of wrangler.toml with the first match of `found` replaced. */
export async function readChanged(
  found: RegExp,
  change: string,
  changeRest = (rest: string) => rest,
): Promise<DeployConfig> {
  const written = readFileSync(join(root, "wrangler.toml"), "utf8");
  const at = written.indexOf("\n[env.production]");
  const changed = written.slice(at).replace(found, change);
  expect(changed).not.toBe(written.slice(at));
  const path = join(scratchFolder(), "wrangler.toml");
  writeFileSync(path, changeRest(written.slice(0, at)) + changed);
  return readDeployConfig("production", path);
}
