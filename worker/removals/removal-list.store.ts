import { eq, ne, sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
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
      keys: sql`(select json_group_array(${removal.kind} || '/' || ${removal.key}) from ${removal})`,
      version: VERSION,
    })
    .where(ne(removalSnapshot.version, VERSION));

export async function readRemovalSnapshot(
  db: DrizzleD1Database,
  known: number | null,
): Promise<SnapshotRow> {
  const [row] = await snapshot(db, known);
  if (!row) throw new Error("the list of removals has no state");
  if (row.keysVersion === row.version) return row;
  const [, [rebuilt]] = await db.batch([rebuild(db), snapshot(db, known)]);
  return rebuilt ?? row;
}
