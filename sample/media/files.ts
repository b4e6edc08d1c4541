import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export const ROOT = join(import.meta.dirname, "files");

export const fileAt = (path: string): string => join(ROOT, path);
export const isThere = (path: string): boolean => existsSync(fileAt(path));

export function save(path: string, data: Buffer | string): void {
  mkdirSync(dirname(fileAt(path)), { recursive: true });
  writeFileSync(fileAt(path), data);
}
