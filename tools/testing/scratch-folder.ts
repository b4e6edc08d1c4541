import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** An empty folder outside the repository, until the current test has ended. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "unearth-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
