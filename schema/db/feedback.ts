import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { FEEDBACK_PRIORITIES, FEEDBACK_STATUSES, FEEDBACK_TYPES } from "../api/feedback.ts";
import { createdNow } from "./columns.ts";

export const feedback = sqliteTable(
  "feedback",
  {
    id: text("id").primaryKey(),
    type: text("type", { enum: FEEDBACK_TYPES }).notNull().default("general"),
    title: text("title").notNull(),
    description: text("description").notNull(),
    email: text("email"),
    userAgent: text("user_agent"),
    url: text("url"),
    status: text("status", { enum: FEEDBACK_STATUSES }).notNull().default("open"),
    priority: text("priority", { enum: FEEDBACK_PRIORITIES }).notNull().default("medium"),
    createdAt: createdNow(),
    updatedAt: createdNow("updated_at"),
  },
  (table) => [
    index("feedback_newest").on(table.createdAt, table.id),
    index("feedback_status_newest").on(table.status, table.createdAt, table.id),
    index("feedback_type_newest").on(table.type, table.createdAt, table.id),
  ],
);
