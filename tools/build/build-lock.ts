import { lockFile } from "#tools/file-lock.ts";
import { Refused } from "#tools/refused.ts";

/** Many times a build's own time. */
const BUILD_LOCK_PATIENCE_MS = 10 * 60_000;

/**
 * Runs `build` while no other process of this folder builds: one would empty `dist/web` while the other copies it, and
 * the stamp would call the incomplete copy whole.
 */
export async function buildAlone(path: string, build: () => Promise<void>): Promise<void> {
  let lock = lockFile(path, 0);
  if (!lock) {
    console.log("Waiting for another build …");
    lock = lockFile(path, BUILD_LOCK_PATIENCE_MS);
  }
  if (!lock)
    throw new Refused("Another build of this folder does not end. End it, then run this again.");
  try {
    await build();
  } finally {
    lock.close();
  }
}
