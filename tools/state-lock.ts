import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { root } from "./files.ts";
import { Refused } from "./refused.ts";

const SQLITE_BUSY = 5;

/** Open for as long as this process runs: closing one would release its lock. */
const held: DatabaseSync[] = [];

/**
 * Throws if another process holds the folder of local data: two servers on one database would fail each other's writes.
 * The lock is SQLite's, which the system releases however this process ends.
 */
export function holdState(state: string, command: string, port: number): void {
  const folder = resolve(root, state);
  mkdirSync(folder, { recursive: true });
  const lock = new DatabaseSync(join(folder, "in-use.sqlite"), { timeout: 0 });
  try {
    lock.exec("begin exclusive");
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new Refused(
      `Another npm start or npm run dev uses the data in ${state}. Stop it, or choose another folder:\n` +
        `  PORT=${port} ${command} -- --persist-to .wrangler/other`,
    );
  }
  held.push(lock);
}
