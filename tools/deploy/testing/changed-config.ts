import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { root } from "#tools/install.mjs";
import { type DeployConfig, readDeployConfig } from "#tools/deploy/refusals.ts";

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
  const folder = mkdtempSync(join(tmpdir(), "deploy-"));
  const path = join(folder, "wrangler.toml");
  writeFileSync(path, changeRest(written.slice(0, at)) + changed);
  try {
    return await readDeployConfig("production", path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
