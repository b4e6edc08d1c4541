import { accessSync, constants, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { lockFile } from "#tools/file-lock.ts";
import { root } from "#tools/files.ts";
import { Refused } from "#tools/refused.ts";

/** Open for as long as this process runs: closing one would release its lock. */
const held: DatabaseSync[] = [];

const describeOwner = (uid: number) => (uid === 0 ? "root" : `the user with the id ${uid}`);

/**
 * In a folder of another user SQLite grants a lock that holds nothing, as it opens the file for reading only, and
 * wrangler reports the error and waits.
 */
function refuseUnwritable(folder: string): void {
  const own = [".cache", ".wrangler", "dist", "node_modules"].map((name) => join(root, name));
  for (const path of [root, ...own, folder]) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) continue;
    try {
      accessSync(path, constants.W_OK);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EROFS")
        throw new Refused(
          `${path} is on a read-only file system: copy this folder to a place where you can write, and start it there.`,
        );
      throw new Refused(
        `You cannot write to ${path}, which belongs to ${describeOwner(found.uid)}. If a start with sudo made it so:\n` +
          `  sudo chown -R "$(id -un)" ${root}`,
      );
    }
  }
}

/**
 * Holds the folder of local data until this process ends. Returns false if another one holds it: two servers on one
 * database would fail each other's writes. A killed server's wrangler ends within a second, sooner than the next one
 * opens the database.
 */
export function holdState(state: string): boolean {
  const folder = resolve(root, state);
  refuseUnwritable(folder);
  const lock = lockFile(join(folder, "in-use.sqlite"), 0);
  if (!lock) return false;
  held.push(lock);
  return true;
}
