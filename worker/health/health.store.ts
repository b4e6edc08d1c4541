import type { DrizzleD1Database } from "drizzle-orm/d1";
import { cronRun } from "#schema/db/guards.ts";

export async function readCronRuns(db: DrizzleD1Database) {
  return db.select({ job: cronRun.job, succeededAt: cronRun.succeededAt }).from(cronRun);
}
