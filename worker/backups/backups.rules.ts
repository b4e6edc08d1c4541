import * as z from "zod/mini";
import { BACKUP_ROOT, type BackupTable } from "#schema/backups.ts";
import { KEPT_DAYS } from "#schema/kept.ts";
import { DAY_MS } from "#schema/time.ts";

/** An older unfinished backup is begun again; without a whole backup for this long the job fails. */
export const OVERDUE_AFTER_MS = 2 * DAY_MS;

/**
 * One run stays below the platform's 1,000 statements and 30 s of CPU: 500 pages of 256 KiB are 125 MiB before
 * compression. Decision 087 says how many runs a database needs.
 */
export const RUN_LIMITS = { pages: 500, ms: 180_000 };
export type RunLimits = typeof RUN_LIMITS;

const DATE = /^\d{4}-\d{2}-\d{2}$/;

const PAGE_BYTES = 262_144;
const MAX_PAGE_ROWS = 2_500;
const MIN_PAGE_ROWS = 50;
export const FIRST_PAGE_ROWS = 200;

/** Before compression. A part is held in memory until it is stored. */
export const PART_BYTES = 16_777_216;

/** The next page's limit, from the average row so far: keeps pages small in rows and in bytes. */
export function pageRows(rows: number, bytes: number): number {
  const fitting = Math.floor(PAGE_BYTES / (bytes / rows));
  return Math.min(MAX_PAGE_ROWS, Math.max(MIN_PAGE_ROWS, fitting));
}

const time = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text))));

const table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  parts: z.array(z.object({ key: z.string(), rows: z.int(), bytes: z.int(), sha256: z.string() })),
});

/** Stored after each part, so that a later run can continue. */
export const progressShape = z.object({
  date: z.string().check(z.regex(DATE)),
  startedAt: time,
  /** When the first of the attempts since the last whole backup began; missing in those of older versions. */
  attemptedSince: z.optional(time),
  schema: z.string(),
  /** The finished tables, then the current one. */
  tables: z.array(table),
  /** The key of the current table's last stored row; null before its first and once it is finished. */
  after: z.nullable(z.array(z.unknown())),
  isTableFinished: z.boolean(),
});
export type Progress = z.output<typeof progressShape>;

/** The part of the newest manifest that a run reads. */
export const lastManifestShape = z.object({ finishedAt: time });

export const PROGRESS_KEY = `${BACKUP_ROOT}progress.json`;

export const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** An operator's own folder has another name, and stays. */
export const isOutdated = (date: string, now: number): boolean =>
  DATE.test(date) && date <= dateOf(now - KEPT_DAYS.backup * DAY_MS);

export const rowsOf = (tables: BackupTable[]): number =>
  tables.reduce((sum, { rows }) => sum + rows, 0);

export class BackupOverdue extends Error {
  override name = "BackupOverdue";
}

export class BackupOverlap extends Error {
  override name = "BackupOverlap";
}
