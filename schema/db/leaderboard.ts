import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { BOARD_KINDS } from "../api/leaderboard.ts";
import { time } from "./columns.ts";

/**
 * The entries of board snapshots, one JSON line each, in parts because a D1 row holds at most 2 MB. Readers see a
 * version once `leaderboard_current` points to it; a trigger on that pointer deletes other versions.
 */
export const leaderboardSnapshot = sqliteTable(
  "leaderboard_snapshot",
  {
    kind: text("kind", { enum: BOARD_KINDS }).notNull(),
    version: integer("version").notNull(),
    part: integer("part").notNull(),
    entries: text("entries").notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.version, table.part] })],
);

export const leaderboardCurrent = sqliteTable("leaderboard_current", {
  kind: text("kind", { enum: BOARD_KINDS }).primaryKey(),
  version: integer("version").notNull(),
  total: integer("total").notNull(),
  /** JSON: target id to rank, for the ranks shown on profiles and search results. */
  ranks: text("ranks").notNull(),
  generatedAt: time("generated_at").notNull(),
  /** The version of `removal_state` when the snapshot was computed. */
  removalVersion: integer("removal_version").notNull().default(0),
});
