import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { time } from "./columns.ts";

export const BOARD_KINDS = ["users", "posts"] as const;
export type BoardKind = (typeof BOARD_KINDS)[number];

/**
 * The entries of one computed board, a line of JSON each, in parts (one row may hold at most 2 MB),
 * under a version nobody reads until `leaderboard_current` points at it. A trigger removes the others
 * when the pointer moves.
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
});
