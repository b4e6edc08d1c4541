import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { root } from "./files.ts";

const SQLITE_BUSY = 5;

/** Open for as long as this process runs: closing one would release its lock. */
const held: DatabaseSync[] = [];

/**
 * Holds the folder of local data until this process ends. Returns false if another one holds it: two servers on one
 * database would fail each other's writes. The lock is SQLite's, which the system releases after a kill too; a killed
 * server's wrangler ends within a second, sooner than the next one opens the database.
 */
export function holdState(state: string): boolean {
  const folder = resolve(root, state);
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
