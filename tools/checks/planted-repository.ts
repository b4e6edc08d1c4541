import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "#tools/files.ts";

/** Creates a small repository outside this one from copied and given files. */
export function plantRepository(copied: string[], files: [path: string, text: string][]): string {
  const folder = mkdtempSync(join(tmpdir(), "planted-"));
  for (const path of copied) cpSync(join(root, path), join(folder, path), { recursive: true });
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

export const linkPackages = (folder: string): void =>
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
