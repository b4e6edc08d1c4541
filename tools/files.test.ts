import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { askGit, trackedFiles, unlessStamped } from "./files.ts";
import { openLocalDatabase } from "./server/local-database.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "files-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(askGit(".", "--version") === null)("a tracked file with any name is listed", () => {
  const names = ["größe 💎.md", "plain.md"];
  for (const name of names) writeFileSync(join(folder, name), "");
  expect(trackedFiles(folder), "no checkout").toBeNull();
  askGit(folder, "init", "-q");
  expect(trackedFiles(folder)?.toSorted()).toEqual(names.toSorted());
});

test("without git no file is known to be tracked", () => {
  vi.stubEnv("PATH", folder);
  expect(trackedFiles()).toBeNull();
  vi.unstubAllEnvs();
});

test("UNEARTH_STATE may be an absolute path", async () => {
  await unlessStamped(join(folder, "v3/stamp"), "value", () => {});
  expect(existsSync(join(folder, "v3/stamp"))).toBe(true);
  expect(() => openLocalDatabase(folder)).toThrow(
    `below ${join(folder, "v3/d1/miniflare-D1DatabaseObject")}. Run npm start once.`,
  );
});
