import { sql, type SQL } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { BACKUP_SOURCES, type BackupSource } from "#schema/db/backups.ts";

const list = (names: string[]): SQL =>
  sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  );

/** Undefined past the last table. */
export const sourceAt = (index: number): BackupSource | undefined => BACKUP_SOURCES[index];

/** The next rows in the order of the primary key, each an array of the stored values. */
export async function readRows(
  db: DrizzleD1Database,
  { table, columns, key }: BackupSource,
  after: unknown[] | null,
  limit: number,
): Promise<unknown[][]> {
  const position = (after ?? []).map((value) => sql`${value}`);
  const where = after ? sql`where (${list(key)}) > (${sql.join(position, sql`, `)})` : sql.empty();
  return db.values(
    sql`select ${list(columns)} from ${table} ${where} order by ${list(key)} limit ${limit}`,
  );
}

/** wrangler maintains d1_migrations. */
export async function readSchemaVersion(db: DrizzleD1Database): Promise<string> {
  const [row] = await db.values<[string]>(
    sql`select name from d1_migrations order by id desc limit 1`,
  );
  return row?.[0] ?? "";
}
