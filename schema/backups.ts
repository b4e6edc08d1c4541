/** A file of a backup in the bucket, read by `npm run restore` (decision 087). */
export interface BackupPart {
  /** The key in the bucket; its last segment is the file's name in a downloaded folder. */
  key: string;
  rows: number;
  /** Size after compression. */
  bytes: number;
  /** Hash of the compressed bytes, in hex. */
  sha256: string;
}

export interface BackupTable {
  name: string;
  /** The columns of the values in each line. */
  columns: string[];
  rows: number;
  parts: BackupPart[];
}

/** Written last: a backup without a manifest is not whole. */
export interface BackupManifest {
  format: typeof BACKUP_FORMAT;
  /** The UTC day on which the backup began. */
  date: string;
  startedAt: string;
  finishedAt: string;
  /** The name of the database's newest migration. */
  schema: string;
  /** Each table comes before the tables that it references. */
  tables: BackupTable[];
}

export const BACKUP_FORMAT = 1;
export const BACKUP_ROOT = "backups/";
/** A copy of the newest manifest. */
export const LATEST_KEY = `${BACKUP_ROOT}latest.json`;

export const folderOf = (date: string): string => `${BACKUP_ROOT}${date}/`;
export const manifestKey = (date: string): string => `${folderOf(date)}manifest.json`;
