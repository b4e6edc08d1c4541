import { sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

type Columns = Record<string, SQLiteColumn>;

/** For onConflictDoUpdate: sets each column to the value that the insert would have written. */
export function excluded<T extends Columns>(columns: T): { [Name in keyof T]: SQL } {
  const entries = Object.entries(columns).map(([name, column]) => [
    name,
    sql`excluded.${sql.identifier(column.name)}`,
  ]);
  return Object.fromEntries(entries) as { [Name in keyof T]: SQL };
}
