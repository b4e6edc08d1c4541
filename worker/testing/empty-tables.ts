import { env } from "cloudflare:workers";

const TABLES = [
  "cron_run",
  "leaderboard_current",
  "leaderboard_snapshot",
  "reddit_post",
  "reddit_user",
];

/** Empties what jobs read and write, for the next test of a file. */
export async function emptyTables(): Promise<void> {
  await env.DB.batch(TABLES.map((table) => env.DB.prepare(`delete from ${table}`)));
}
