import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { askGit, root, trackedFiles } from "#tools/files.ts";
import { nodePath } from "#tools/install.mjs";
import { folderRefusal } from "./folder-refusal.ts";
import { scratchFolder } from "#tools/testing/scratch-folder.ts";

test("a usual folder is not refused, nor one without git", () => {
  expect(folderRefusal(root, ["README.md"])).toBeNull();
  expect(folderRefusal(root, null)).toBeNull();
});

test("a path with a % is refused, because the check of imports cannot read its configuration there", () => {
  const folder = join(scratchFolder(), "100% x");
  mkdirSync(folder);
  writeFileSync(join(folder, ".dependency-cruiser.mjs"), "export default {};");
  const depcruise = join(root, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs");
  const { status, stderr } = spawnSync(nodePath, [depcruise, "."], {
    cwd: folder,
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining("URI malformed")]);
  expect(folderRefusal(folder, null)).toContain("Move the folder.");
});

test.skipIf(askGit(".", "--version") === null)(
  "a folder that a git repository above it ignores is refused until it is a repository",
  () => {
    const above = scratchFolder();
    const folder = join(above, "unearth");
    mkdirSync(folder);
    writeFileSync(join(above, ".gitignore"), "unearth/\n");
    writeFileSync(join(folder, "a.ts"), "");
    askGit(above, "init", "-q");
    expect(folderRefusal(folder, trackedFiles(folder))).toContain("Run git init here");
    askGit(folder, "init", "-q");
    expect(folderRefusal(folder, trackedFiles(folder))).toBeNull();
  },
);
