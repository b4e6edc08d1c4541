import { mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { LATEST_KEY, manifestKey } from "#schema/backups.ts";
import { root } from "#tools/files.ts";
import { Refused } from "#tools/refused.ts";
import { backupBucket, readWranglerConfig } from "#tools/wrangler.ts";
import { openBackup } from "./read-backup.ts";
import { letSignalsIn, type Place, runAt } from "./target.ts";

export async function bucketName(
  env: string | null,
  path = `${root}/wrangler.toml`,
): Promise<string> {
  const found = backupBucket(await readWranglerConfig(path, env));
  if (!found)
    throw new Refused(
      `wrangler.toml binds no bucket as BACKUPS for ${env ?? "local development"}. docs/operations.md, Backups, has its lines; with downloaded files, name their manifest.json instead of --from-r2.`,
    );
  return found;
}

/** latest.json outlives the files that it names: 30 days without a whole backup delete the last one. */
function getObject(bucket: string, key: string, file: string, place: Place): void {
  try {
    runAt(place, ["r2", "object", "get", `${bucket}/${key}`, "--file", file]);
  } catch (error) {
    if (!(error instanceof Refused) || !error.message.includes("key does not exist")) throw error;
    throw new Refused(
      `The bucket ${bucket} has no ${key}: that backup never was whole, or it was deleted after 30 days. A day's backup is whole if its folder in the bucket has a manifest.json; the dashboard lists them (R2, ${bucket}).`,
      { cause: error },
    );
  }
}

/** `date`: a day or `latest`. Returns the manifest's path. */
export async function download(date: string, place: Place, folder: string): Promise<string> {
  if (date !== "latest" && !/^\d{4}-\d{2}-\d{2}$/.test(date))
    throw new Refused(`--from-r2 takes a day such as 2026-11-21, or latest; not "${date}".`);
  const bucket = await bucketName(place.env);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "manifest.json");
  getObject(bucket, date === "latest" ? LATEST_KEY : manifestKey(date), path, place);
  const { tables } = openBackup(path).manifest;
  for (const { key } of tables.flatMap(({ parts }) => parts)) {
    await letSignalsIn();
    getObject(bucket, key, join(folder, basename(key)), place);
  }
  return path;
}
