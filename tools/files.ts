import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { root } from "./install.mjs";

export { root };

/** Every file below the given files and folders of the repository, as sorted relative paths. */
export function filesBelow(...paths: string[]): string[] {
  const found: string[] = [];
  for (const path of paths) {
    const full = join(root, path);
    if (!existsSync(full)) continue;
    if (!statSync(full).isDirectory()) found.push(path);
    else
      for (const entry of readdirSync(full, { recursive: true, withFileTypes: true }))
        if (entry.isFile()) found.push(relative(root, join(entry.parentPath, entry.name)));
  }
  return found.map((path) => path.replaceAll("\\", "/")).toSorted();
}

/** git's output, even for a checkout of another user; null if git is missing or fails. */
export function askGit(folder: string, ...args: string[]): string | null {
  const { status, stdout } = spawnSync("git", ["-c", "safe.directory=*", ...args], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  return status === 0 ? stdout : null;
}

/** Tracked files, and new ones that git does not ignore; null without a git checkout. Without -z git quotes names. */
export function trackedFiles(folder = root): string[] | null {
  const paths = askGit(folder, "ls-files", "-coz", "--exclude-standard")?.split("\0");
  return paths?.filter((path) => path && existsSync(join(folder, path))) ?? null;
}

export function hashOfContents(paths: string[]): string {
  const hash = createHash("sha256");
  for (const path of paths) hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  return hash.digest("hex");
}

/** For large files: hashes size and time instead of contents. */
export function hashOfStats(paths: string[]): string {
  const hash = createHash("sha256");
  for (const path of paths) {
    const { size, mtimeMs } = statSync(join(root, path));
    hash.update(`${path}\0${size}\0${mtimeMs}\0`);
  }
  return hash.digest("hex");
}

/** Runs `work` and writes the stamp file, unless that contains `value` already. */
export async function unlessStamped(
  stamp: string,
  value: string,
  work: () => void | Promise<void>,
): Promise<void> {
  const file = resolve(root, stamp);
  if (existsSync(file) && readFileSync(file, "utf8") === value) return;
  // Interrupted work has changed the results of the stamped one.
  rmSync(file, { force: true });
  await work();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, value);
}
