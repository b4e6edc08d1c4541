import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { FEEDBACK_PRIORITIES, FEEDBACK_STATUSES, FEEDBACK_LIST_TYPES } from "../api/feedback.ts";
import { appUser } from "./app-users.ts";
import { createdNow } from "./columns.ts";

export const feedback = sqliteTable(
  "feedback",
  {
    id: text("id").primaryKey(),
    type: text("type", { enum: FEEDBACK_LIST_TYPES }).notNull().default("general"),
    title: text("title").notNull(),
    description: text("description").notNull(),
    email: text("email"),
    userAgent: text("user_agent"),
    url: text("url"),
    status: text("status", { enum: FEEDBACK_STATUSES }).notNull().default("open"),
    priority: text("priority", { enum: FEEDBACK_PRIORITIES }).notNull().default("medium"),
    createdAt: createdNow(),
    updatedAt: createdNow("updated_at"),
    /**
     * 2: an open removal request that is urgent, 1: another open one, 0: the rest. The list begins with the highest. The
     * migration's default is false; drizzle would rebuild the table for a 0.
     */
    rank: integer("is_on_top")
      .notNull()
      .default(false as never),
    /** The sender's account; null if signed out, or once the account is deleted (decision 089). */
    unearthUserId: text("unearth_user_id").references(() => appUser.id, { onDelete: "set null" }),
  },
  (table) => [
    index("feedback_of_account")
      .on(table.unearthUserId, table.createdAt)
      .where(sql`${table.unearthUserId} is not null`),
    index("feedback_list").on(table.rank, table.createdAt, table.id),
    index("feedback_status_list").on(table.status, table.rank, table.createdAt, table.id),
    index("feedback_type_list").on(table.type, table.rank, table.createdAt, table.id),
    index("feedback_status_type_list").on(
      table.status,
      table.type,
      table.rank,
      table.createdAt,
      table.id,
    ),
  ],
);

/** Number of entries by status and type, maintained by triggers on `feedback`. WITHOUT ROWID: see the migration. */
export const feedbackTally = sqliteTable(
  "feedback_tally",
  {
    status: text("status", { enum: FEEDBACK_STATUSES }).notNull(),
    type: text("type", { enum: FEEDBACK_LIST_TYPES }).notNull(),
    count: integer("count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.status, table.type] })],
);
