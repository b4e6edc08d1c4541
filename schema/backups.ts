/** The files of a backup in the bucket, and what `npm run restore` reads. Decision 087. */
export interface BackupPart {
  /** Of the object in the bucket; its last segment names the file in a downloaded folder. */
  key: string;
  rows: number;
  /** Compressed. */
  bytes: number;
  /** Of the compressed bytes, in hex. */
  sha256: string;
}

export interface BackupTable {
  name: string;
  /** The order of the values in each line. */
  columns: string[];
  rows: number;
  parts: BackupPart[];
}

/** Written last: a backup without it is not whole. */
export interface BackupManifest {
  format: typeof BACKUP_FORMAT;
  /** The UTC day it was begun. */
  date: string;
  startedAt: string;
  finishedAt: string;
  /** The name of the newest migration of the database. */
  schema: string;
  /** A table before those it refers to. */
  tables: BackupTable[];
}

export const BACKUP_FORMAT = 1;
export const BACKUP_ROOT = "backups/";
/** A copy of the newest manifest. */
export const LATEST_KEY = `${BACKUP_ROOT}latest.json`;

export const folderOf = (date: string): string => `${BACKUP_ROOT}${date}/`;
export const manifestKey = (date: string): string => `${folderOf(date)}manifest.json`;
