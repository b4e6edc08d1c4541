import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { getTableName } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/sqlite-core";
import type { BackupTable } from "#schema/backups.ts";
import { BACKUP_SOURCES, type BackupSource } from "#schema/db/backups.ts";
import { root } from "#tools/files.ts";
import { migrationFiles } from "#tools/migrations.ts";
import { Refused } from "#tools/refused.ts";
import { type Backup, readPart } from "./read-backup.ts";

/** Parents before the tables that reference them. */
export const RESTORE_ORDER = BACKUP_SOURCES.toReversed();

export type Counts = Record<string, number>;

export interface Staging {
  database: DatabaseSync;
  /** Rows that the migrations insert. */
  initial: Counts;
}

function countRows(database: DatabaseSync): Counts {
  return Object.fromEntries(
    RESTORE_ORDER.map(({ name }) => [
      name,
      Number(database.prepare(`select count(*) as n from "${name}"`).get()?.["n"]),
    ]),
  );
}

/** A database file with this version's tables, without triggers: those run in the restored database. */
export function createStaging(path: string): Staging {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  database.exec("pragma synchronous = off; pragma journal_mode = off");
  for (const file of migrationFiles()) database.exec(readFileSync(join(root, file), "utf8"));
  const triggers = database.prepare("select name from sqlite_schema where type = 'trigger'").all();
  for (const { name } of triggers) database.exec(`drop trigger "${String(name)}"`);
  return { database, initial: countRows(database) };
}

function refuseNewer({ manifest }: Backup): void {
  const known = migrationFiles().map((path) => basename(path));
  if (manifest.schema !== "" && !known.includes(manifest.schema))
    throw new Refused(
      `The backup was made after the migration ${manifest.schema}, which this version does not have. Check out a newer one.`,
    );
}

/** Rows of the backup replace rows that migrations insert. */
export const insertInto = (
  initial: Counts,
  name: string,
  verb: "insert" | "insert or ignore" = "insert",
): string => `${(initial[name] ?? 0) > 0 ? "insert or replace" : verb} into`;

/** Returns the number of rows skipped because another row took their unique name while the backup was made. */
function loadTable({ database, initial }: Staging, folder: string, table: BackupTable): number {
  const { name, columns, parts } = table;
  const verb = insertInto(initial, name, "insert or ignore");
  const names = columns.map((column) => `"${column}"`).join(", ");
  const values = columns.map(() => "?").join(", ");
  const insert = database.prepare(`${verb} "${name}" (${names}) values (${values})`);
  let read = 0;
  let skipped = 0;
  for (const part of parts) {
    const rows = readPart(folder, part);
    const misfit = rows.find((row) => row.length !== columns.length);
    if (misfit)
      throw new Refused(
        `${basename(part.key)} has a row of ${misfit.length} values, the manifest names ${columns.length} columns of ${name}.`,
      );
    read += rows.length;
    database.exec("begin");
    for (const row of rows)
      skipped += insert.run(...(row as SQLInputValue[])).changes === 0 ? 1 : 0;
    database.exec("commit");
  }
  if (read !== table.rows)
    throw new Refused(`The parts of ${name} have ${read} rows, the manifest says ${table.rows}.`);
  return skipped;
}

/** For rows whose parent was deleted while the backup was made. Returns the number of rows deleted. */
function dropOrphans(database: DatabaseSync, { name, table }: BackupSource): number {
  let dropped = 0;
  for (const key of getTableConfig(table).foreignKeys) {
    const { columns, foreignTable, foreignColumns } = key.reference();
    const column = `"${columns[0]?.name}"`;
    const parents = `select "${foreignColumns[0]?.name}" from "${getTableName(foreignTable)}"`;
    const isOrphan = `where ${column} is not null and ${column} not in (${parents})`;
    if (key.onDelete === "set null")
      database.exec(`update "${name}" set ${column} = null ${isOrphan}`);
    else dropped += Number(database.prepare(`delete from "${name}" ${isOrphan}`).run().changes);
  }
  return dropped;
}

/** Hearts may have changed during the backup; an account's newest one holds their number (decision 020). */
function recountHearts(database: DatabaseSync): void {
  for (const name of ["user_heart", "post_heart"])
    database.exec(`with newest as (
      select unearth_user_id as account, max(created_at) as at, count(*) as hearts from ${name} group by 1)
      update ${name} set saved_total = hearts from newest
      where unearth_user_id = account and created_at = at and saved_total <> hearts`);
}

export interface Loaded {
  counts: Counts;
  /** Rows of the backup that are not restored. */
  skipped: Counts;
}

/** Verifies and loads the whole backup before the target is touched. */
export function loadBackup(staging: Staging, backup: Backup): Loaded {
  const { database } = staging;
  refuseNewer(backup);
  const tables = new Map(backup.manifest.tables.map((table) => [table.name, table]));
  const unknown = [...tables.keys()].filter((name) =>
    RESTORE_ORDER.every((one) => one.name !== name),
  );
  if (unknown.length > 0)
    throw new Refused(
      `This version has no table ${unknown.join(", ")}. Check out the version that made the backup.`,
    );
  const skipped: Counts = {};
  for (const source of RESTORE_ORDER) {
    const table = tables.get(source.name);
    const unplaced = table ? loadTable(staging, backup.folder, table) : 0;
    const count = unplaced + dropOrphans(database, source);
    if (count > 0) skipped[source.name] = count;
  }
  recountHearts(database);
  return { counts: countRows(database), skipped };
}
