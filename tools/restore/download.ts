import { mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { LATEST_KEY, manifestKey } from "#schema/backups.ts";
import { root } from "#tools/files.ts";
import { Refused } from "#tools/refused.ts";
import { openBackup } from "./read-backup.ts";
import { letSignalsIn, type Place, runWrangler } from "./target.ts";

export async function bucketName(
  env: string | null,
  path = `${root}/wrangler.toml`,
): Promise<string> {
  const { unstable_readConfig } = await import("wrangler");
  const config: { r2_buckets?: { binding: string; bucket_name?: string }[] } = unstable_readConfig(
    { config: path, ...(env !== null && { env }) },
    { hideWarnings: true },
  );
  const found = config.r2_buckets?.find(({ binding }) => binding === "BACKUPS")?.bucket_name;
  if (!found)
    throw new Refused(
      `wrangler.toml binds no bucket as BACKUPS for ${env ?? "local development"}. docs/operations.md, Backups, has its lines; with downloaded files, name their manifest.json instead of --from-r2.`,
    );
  return found;
}

/** `date`: a day or `latest`. Returns the manifest's path. */
export async function download(date: string, place: Place, folder: string): Promise<string> {
  if (date !== "latest" && !/^\d{4}-\d{2}-\d{2}$/.test(date))
    throw new Refused(`--from-r2 takes a day such as 2026-11-21, or latest; not "${date}".`);
  const bucket = await bucketName(place.env);
  const get = (key: string, file: string) =>
    runWrangler(["r2", "object", "get", `${bucket}/${key}`, "--file", file], place);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "manifest.json");
  get(date === "latest" ? LATEST_KEY : manifestKey(date), path);
  const { tables } = openBackup(path).manifest;
  for (const { key } of tables.flatMap(({ parts }) => parts)) {
    await letSignalsIn();
    get(key, join(folder, basename(key)));
  }
  return path;
}
