import type * as z from "zod/mini";
import {
  BACKUP_ROOT,
  type BackupManifest,
  type BackupPart,
  folderOf,
  LATEST_KEY,
  manifestKey,
} from "#schema/backups.ts";
import { parseJson } from "#schema/parse-json.ts";
import { guardR2 } from "#worker/lib/guarded.ts";
import {
  BackupOverlap,
  isOutdated,
  lastManifestShape,
  PROGRESS_KEY,
  type Progress,
  progressShape,
} from "./backups.rules.ts";
import type { Part } from "./part.ts";

const JSON_TYPE = { httpMetadata: { contentType: "application/json" } };
/** R2 takes at most 1,000 keys per delete call. */
const DELETED_AT_ONCE = 1_000;

/** `value` is undefined if it is not what we store: without the check each run would fail until an operator deletes it. */
async function readJson<T>(bucket: R2Bucket, key: string, shape: z.ZodMiniType<T>) {
  const found = await guardR2(() => bucket.get(key));
  if (!found) return null;
  const json = parseJson(await guardR2(() => found.text()));
  return { value: shape.safeParse(json).data, etag: found.etag };
}

export const readProgress = (bucket: R2Bucket) => readJson(bucket, PROGRESS_KEY, progressShape);

/**
 * Stores the progress only if its stored etag is still `etag` (null: none stored), so that concurrent runs cannot mix
 * their parts. Returns the new etag.
 */
export async function saveProgress(
  bucket: R2Bucket,
  progress: Progress,
  etag: string | null,
): Promise<string> {
  const onlyIf = etag === null ? new Headers({ "If-None-Match": "*" }) : { etagMatches: etag };
  const stored = await guardR2(() =>
    bucket.put(PROGRESS_KEY, JSON.stringify(progress), { ...JSON_TYPE, onlyIf }),
  );
  if (!stored) throw new BackupOverlap("Another run is writing this backup");
  return stored.etag;
}

export async function storePart(bucket: R2Bucket, key: string, part: Part): Promise<BackupPart> {
  const { rows, body, sha256 } = part;
  // The bucket compares the checksum and refuses other bytes.
  const stored = await guardR2(() =>
    bucket.put(key, body, { sha256, httpMetadata: { contentType: "application/gzip" } }),
  );
  return { key: stored.key, rows, bytes: stored.size, sha256 };
}

/** The manifest is a backup's last file. The progress is deleted after it: no later run continues this backup. */
export async function finish(bucket: R2Bucket, manifest: BackupManifest): Promise<void> {
  const text = JSON.stringify(manifest);
  await guardR2(() => bucket.put(manifestKey(manifest.date), text, JSON_TYPE));
  await guardR2(() => bucket.put(LATEST_KEY, text, JSON_TYPE));
  await guardR2(() => bucket.delete(PROGRESS_KEY));
}

export const isWhole = async (bucket: R2Bucket, date: string): Promise<boolean> =>
  (await guardR2(() => bucket.head(manifestKey(date)))) !== null;

export async function readLastFinish(bucket: R2Bucket): Promise<number | null> {
  const latest = await readJson(bucket, LATEST_KEY, lastManifestShape);
  return latest?.value ? Date.parse(latest.value.finishedAt) : null;
}

async function deleteFolder(bucket: R2Bucket, date: string): Promise<void> {
  // The manifest first: after a failure the remaining parts do not count as a whole backup.
  await guardR2(() => bucket.delete(manifestKey(date)));
  for (;;) {
    const { objects } = await guardR2(() =>
      bucket.list({ prefix: folderOf(date), limit: DELETED_AT_ONCE }),
    );
    if (objects.length === 0) return;
    await guardR2(() => bucket.delete(objects.map(({ key }) => key)));
  }
}

export async function deleteOutdated(bucket: R2Bucket, now: number): Promise<void> {
  const { delimitedPrefixes } = await guardR2(() =>
    bucket.list({ prefix: BACKUP_ROOT, delimiter: "/" }),
  );
  const dates = delimitedPrefixes.map((prefix) => prefix.slice(BACKUP_ROOT.length, -1));
  for (const date of dates.filter((one) => isOutdated(one, now))) await deleteFolder(bucket, date);
}
