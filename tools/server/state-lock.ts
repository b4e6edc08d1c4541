import { accessSync, constants, mkdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { root } from "#tools/files.ts";
import { Refused } from "#tools/refused.ts";

const SQLITE_BUSY = 5;

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
 * database would fail each other's writes. The lock is SQLite's, which the system releases after a kill too; a killed
 * server's wrangler ends within a second, sooner than the next one opens the database.
 */
export function holdState(state: string): boolean {
  const folder = resolve(root, state);
  refuseUnwritable(folder);
  mkdirSync(folder, { recursive: true });
  const lock = new DatabaseSync(join(folder, "in-use.sqlite"), { timeout: 0 });
  try {
    lock.exec("begin exclusive");
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false;
    throw error;
  }
  held.push(lock);
  return true;
}
