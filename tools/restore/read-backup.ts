import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { BACKUP_FORMAT, type BackupManifest, type BackupPart } from "#schema/backups.ts";
import { Refused } from "#tools/refused.ts";

export interface Backup {
  manifest: BackupManifest;
  folder: string;
}

/** Returns {} for a file that is no JSON. */
function parseManifest(file: string): Partial<BackupManifest> {
  try {
    return (JSON.parse(readFileSync(file, "utf8")) as Partial<BackupManifest> | null) ?? {};
  } catch {
    return {};
  }
}

const isManifest = (found: Partial<BackupManifest>): found is BackupManifest =>
  found.format === BACKUP_FORMAT && typeof found.schema === "string" && Array.isArray(found.tables);

/** `path`: a manifest, or the folder that contains it and its parts. */
export function openBackup(path: string): Backup {
  if (!existsSync(path)) throw new Refused(`There is no ${path}.`);
  const file = statSync(path).isDirectory() ? join(path, "manifest.json") : path;
  if (!existsSync(file))
    throw new Refused(
      `${path} has no manifest.json: this backup is not whole, or its manifest was not downloaded.`,
    );
  const manifest = parseManifest(file);
  if (manifest.format !== undefined && manifest.format !== BACKUP_FORMAT)
    throw new Refused(
      `${file} has the format ${String(manifest.format)}; this version reads ${BACKUP_FORMAT}.`,
    );
  if (!isManifest(manifest))
    throw new Refused(`${file} is no manifest. Name the manifest.json of a backup, or its folder.`);
  return { manifest, folder: dirname(file) };
}

const ADVICE = "Download it again; if it is the same, restore the backup of another day.";

/** Compares the bytes with the manifest, then returns the values of each row. */
export function readPart(folder: string, { key, rows, bytes, sha256 }: BackupPart): unknown[][] {
  const path = join(folder, basename(key));
  if (!existsSync(path))
    throw new Refused(
      `${basename(key)} is missing in ${folder}: download it from the bucket into this folder.`,
    );
  const body = readFileSync(path);
  if (body.length !== bytes || createHash("sha256").update(body).digest("hex") !== sha256)
    throw new Refused(`${path} is not the file that was written: its checksum differs. ${ADVICE}`);
  const lines = gunzipSync(body).toString("utf8").trimEnd().split("\n");
  if (lines.length !== rows)
    throw new Refused(`${path} has ${lines.length} rows instead of ${rows}. ${ADVICE}`);
  return lines.map((line) => JSON.parse(line) as unknown[]);
}
