import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { time } from "./columns.ts";

/** One row per scheduled job: its last start, success and failure. */
export const cronRun = sqliteTable("cron_run", {
  job: text("job").primaryKey(),
  startedAt: time("started_at").notNull(),
  succeededAt: time("succeeded_at"),
  failedAt: time("failed_at"),
  /** The error's code or name, or a binding's message without bound values. Other messages can contain some. */
  error: text("error"),
  /** The result of the last successful run, if the job returns one. */
  outcome: text("outcome"),
});
