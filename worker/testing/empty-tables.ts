import { env } from "cloudflare:workers";

const TABLES = [
  "cron_run",
  "leaderboard_current",
  "leaderboard_snapshot",
  "reddit_post",
  "reddit_user",
];

/** Empties the tables that jobs read and write. */
export async function emptyTables(): Promise<void> {
  await env.DB.batch(TABLES.map((table) => env.DB.prepare(`delete from ${table}`)));
}
