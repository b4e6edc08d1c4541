import { existsSync, statfsSync } from "node:fs";

const FOLDER = "/dev/shm";
const ENOUGH_BYTES = 2 ** 30;

/** Linux's folder in memory. Returns null where it is missing or small, as in many containers. */
export function memoryFolder(): string | null {
  if (!existsSync(FOLDER)) return null;
  const { bavail, bsize } = statfsSync(FOLDER);
  return bavail * bsize >= ENOUGH_BYTES ? FOLDER : null;
}
