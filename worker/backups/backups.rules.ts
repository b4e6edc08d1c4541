import { BACKUP_ROOT, type BackupTable } from "#schema/backups.ts";

const DAY_MS = 86_400_000;

/**
 * A backup is deleted 30 days after it was begun, so what is deleted from the database is in no backup 30 days
 * later: /privacy says so.
 */
const KEPT_DAYS = 30;

/** A backup that took longer is begun again; a longer time without a whole one fails the job. */
export const MAX_AGE_MS = 2 * DAY_MS;

/**
 * One run stays below the platform's 1,000 statements and 30 s of CPU: 500 pages of 256 KiB are 125 MiB before
 * compression. Decision 087 says how many runs a database needs.
 */
export const RUN_LIMITS = { pages: 500, ms: 180_000 };
export type RunLimits = typeof RUN_LIMITS;

const PAGE_BYTES = 262_144;
const MAX_PAGE_ROWS = 2_500;
const MIN_PAGE_ROWS = 50;
export const FIRST_PAGE_ROWS = 200;

/** Before compression. A part is held in memory until it is stored. */
export const PART_BYTES = 16_777_216;

/** How many rows to read next, from the bytes of those read before: no page is large, in rows or in bytes. */
export function pageRows(rows: number, bytes: number): number {
  const fitting = Math.floor(PAGE_BYTES / (bytes / rows));
  return Math.min(MAX_PAGE_ROWS, Math.max(MIN_PAGE_ROWS, fitting));
}

/** What a later run needs to go on; stored after each part. */
export interface Progress {
  date: string;
  startedAt: string;
  schema: string;
  /** Of the finished tables and the current one. */
  tables: BackupTable[];
  /** The key of the current table's last stored row; null before its first and once it is finished. */
  after: unknown[] | null;
  isTableFinished: boolean;
}

export const PROGRESS_KEY = `${BACKUP_ROOT}progress.json`;

export const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Whether the backups of this folder have to go. */
export const isOutdated = (date: string, now: number): boolean =>
  date <= dateOf(now - KEPT_DAYS * DAY_MS);

export const rowsOf = (tables: BackupTable[]): number =>
  tables.reduce((sum, { rows }) => sum + rows, 0);

export class BackupOverdue extends Error {
  override name = "BackupOverdue";
}

export class BackupOverlap extends Error {
  override name = "BackupOverlap";
}
