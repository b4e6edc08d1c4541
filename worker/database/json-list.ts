import { sql, type SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { DrizzleD1Database } from "drizzle-orm/d1";

/*
 * A list is one JSON parameter, because a statement takes at most 100 parameters, and one statement for all rows costs
 * less than one per row.
 */
export const valuesOf = (list: readonly string[]) =>
  sql`(select value from json_each(${JSON.stringify(list)}))`;

/** `json`: a list of objects. */
export const objectsIn = (json: string) => sql`json_each(${json}) as found`;
export const objectsOf = (list: readonly object[]) => objectsIn(JSON.stringify(list));
export const property = (name: string): SQL => sql`found.value ->> ${name}`;

export type Update = [rows: readonly unknown[], query: BatchItem<"sqlite">];

/** One batch; leaves out updates without rows. */
export async function runUpdates(db: DrizzleD1Database, updates: Update[]): Promise<void> {
  const queries = updates.flatMap(([rows, query]) => (rows.length > 0 ? [query] : []));
  const [first, ...others] = queries;
  if (first) await db.batch([first, ...others]);
}
