import { getTableName } from "drizzle-orm";
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { appUser } from "./app-users.ts";
import { feedback } from "./feedback.ts";
import { postHeart, userHeart } from "./hearts.ts";
import { nsfwSubreddit } from "./nsfw-subreddits.ts";
import { redditPost, redditUser } from "./reddit.ts";
import { removal } from "./removals.ts";

/**
 * In reading order: each table before the tables that it references. So the parent of a row is read later and is in the
 * backup too, unless it was deleted meanwhile, and its children with it. A test refuses a table that is neither here
 * nor below.
 */
const BACKED_UP: SQLiteTable[] = [
  userHeart,
  postHeart,
  redditPost,
  redditUser,
  feedback,
  appUser,
  nsfwSubreddit,
  removal,
];

/** Tables that may be lost, with the reason. */
export const NOT_BACKED_UP: Record<string, string> = {
  session: "visitors sign in again",
  known_address: "an address counts as unknown until its next login",
  login_failure: "ends within 15 minutes",
  revoked_admin_token: "docs/operations.md replaces the secret that signs them after a restore",
  cron_run: "the next run of each job writes it",
  feedback_tally: "triggers on feedback count it",
  leaderboard_current: "a job computes it every five minutes",
  leaderboard_snapshot: "a job computes it every five minutes",
  unverified_post: "waits three days for an answer of the source, and is a heart then or gone",
  reddit_user_badges: "computed when a profile is shown",
  removal_state: "triggers on removals raise its version",
  removal_snapshot: "made of the removals by their next reader",
};

/** Triggers on the hearts count these again during a restore (decision 004). */
const DERIVED_COLUMNS = new Set(["heart_count", "young_hearts", "first_heart_at"]);

export interface BackupSource {
  name: string;
  table: SQLiteTable;
  columns: string[];
  /** The primary key's columns, by which pages are read. */
  key: string[];
}

function sourceOf(table: SQLiteTable): BackupSource {
  const { columns, primaryKeys } = getTableConfig(table);
  const [composite] = primaryKeys;
  const key = composite ? composite.columns : columns.filter(({ primary }) => primary);
  return {
    name: getTableName(table),
    table,
    columns: columns.map(({ name }) => name).filter((name) => !DERIVED_COLUMNS.has(name)),
    key: key.map(({ name }) => name),
  };
}

export const BACKUP_SOURCES: BackupSource[] = BACKED_UP.map(sourceOf);
