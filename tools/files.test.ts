import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { trackedFiles } from "./files.ts";

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
