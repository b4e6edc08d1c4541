import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { trackedFiles, unlessStamped } from "./files.ts";
import { openLocalDatabase } from "./local-database.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "files-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a tracked file is listed whatever its name", () => {
  const names = ["größe 💎.md", "plain.md"];
  for (const name of names) writeFileSync(join(folder, name), "");
  spawnSync("git", ["init", "-q"], { cwd: folder });
  expect(trackedFiles(folder).toSorted()).toEqual(names.toSorted());
});

test("UNEARTH_STATE may be an absolute path", async () => {
  await unlessStamped(join(folder, "v3/stamp"), "value", () => {});
  expect(existsSync(join(folder, "v3/stamp"))).toBe(true);
  expect(() => openLocalDatabase(folder)).toThrow(`below ${join(folder, "v3")}`);
});
