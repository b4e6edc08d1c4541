import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { REMOVAL_KINDS, REMOVAL_REASONS } from "../api/removals.ts";
import { createdNow } from "./columns.ts";

/** Creators, posts and communities removed at request (decision 080). WITHOUT ROWID: see the migration. */
export const removal = sqliteTable(
  "removal",
  {
    kind: text("kind", { enum: REMOVAL_KINDS }).notNull(),
    /** A lower-case username, `t3_…`, or a lower-case community. */
    key: text("key").notNull(),
    id: text("id").notNull(),
    reason: text("reason", { enum: REMOVAL_REASONS }).notNull(),
    note: text("note"),
    createdBy: text("created_by").notNull(),
    createdAt: createdNow(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.key] }),
    uniqueIndex("removal_id_unique").on(table.id),
    index("removal_newest").on(table.createdAt, table.id),
    index("removal_kind_newest").on(table.kind, table.createdAt, table.id),
  ],
);

/**
 * One row, maintained by triggers on `removal`: the counts, and a version that every change raises to the time in
 * milliseconds, or by one if that is larger.
 */
export const removalState = sqliteTable("removal_state", {
  id: integer("id").primaryKey(),
  version: integer("version").notNull().default(0),
  users: integer("users").notNull().default(0),
  posts: integer("posts").notNull().default(0),
  subreddits: integer("subreddits").notNull().default(0),
});

/** All keys in one row, so that an isolate reads one row. Rebuilt when it is older than removal_state. */
export const removalSnapshot = sqliteTable("removal_snapshot", {
  id: integer("id").primaryKey(),
  /** The version of removal_state when it was built. */
  version: integer("version").notNull().default(0),
  /** A JSON array of `kind/key`. */
  keys: text("keys").notNull().default("[]"),
});
