import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

const SQLITE_BUSY = 5;

/**
 * Returns the lock, which lasts until it is closed or collected as garbage, or this process ends; null if another one
 * still has it after `timeout` milliseconds, for which this thread is blocked. It is SQLite's, which the system
 * releases after a kill too.
 */
export function lockFile(path: string, timeout: number): DatabaseSync | null {
  mkdirSync(dirname(path), { recursive: true });
  const lock = new DatabaseSync(path, { timeout });
  try {
    lock.exec("begin exclusive");
    return lock;
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null;
    throw error;
  }
}
