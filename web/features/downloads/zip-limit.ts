import { MEGABYTE } from "./download-failure.ts";
import { canUseDisk, MAX_MEMORY_FILE_BYTES } from "./scratch-file.ts";

const MAX_DISK_ZIP_BYTES = 1000 * MEGABYTE;

/** Half of what there is, because a file that enters the ZIP is stored beside it too. */
export async function zipLimit(): Promise<number> {
  if (!(await canUseDisk())) return MAX_MEMORY_FILE_BYTES / 2;
  const { quota = Infinity, usage = 0 } = await navigator.storage.estimate();
  return Math.min(MAX_DISK_ZIP_BYTES, Math.max(0, quota - usage) / 2);
}
