import { eq, ne, sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { errorFields, log } from "#worker/lib/log.ts";
import { removal, removalSnapshot, removalState } from "#schema/db/removals.ts";

export interface SnapshotRow {
  /** The version of the list. */
  version: number;
  /** The version of the keys. */
  keysVersion: number;
  /** null if the caller has this version already. */
  keys: string | null;
}

const VERSION = sql<number>`(select ${removalState.version} from ${removalState})`;

const KEYS = sql<string>`(select json_group_array(${removal.kind} || '/' || ${removal.key}) from ${removal})`;

/** Reads two rows. Sends the keys only if their version is not `known`. */
const snapshot = (db: DrizzleD1Database, known: number | null) =>
  db
    .select({
      version: removalState.version,
      keysVersion: sql<number>`${removalSnapshot.version}`.as("keys_version"),
      keys: sql<string | null>`case when ${removalSnapshot.version} is not ${known}
        then ${removalSnapshot.keys} end`,
    })
    .from(removalState)
    .innerJoin(removalSnapshot, eq(removalSnapshot.id, removalState.id));

/** Rebuilds an outdated snapshot; reads every row of the list. */
const rebuild = (db: DrizzleD1Database) =>
  db
    .update(removalSnapshot)
    .set({
      keys: KEYS,
      version: VERSION,
    })
    .where(ne(removalSnapshot.version, VERSION));

/** Reads every row. */
async function readList(db: DrizzleD1Database): Promise<SnapshotRow | null> {
  const [row] = await db.select({ version: removalState.version, keys: KEYS }).from(removalState);
  return row ? { ...row, keysVersion: row.version } : null;
}

/** A database that is full, or that takes no writes for another reason, still enforces every stored removal. */
export async function readRemovalSnapshot(
  db: DrizzleD1Database,
  known: number | null,
): Promise<SnapshotRow> {
  const [row] = await snapshot(db, known);
  if (!row) throw new Error("the list of removals has no state");
  if (row.keysVersion === row.version) return row;
  if (row.version === known) return { ...row, keysVersion: known, keys: null };
  try {
    const [, [rebuilt]] = await db.batch([rebuild(db), snapshot(db, known)]);
    return rebuilt ?? row;
  } catch (error) {
    log("error", "removals_snapshot", errorFields(error));
    return (await readList(db)) ?? row;
  }
}
