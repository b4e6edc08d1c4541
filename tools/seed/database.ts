import type { DatabaseSync } from "node:sqlite";
import { Refused } from "#tools/refused.ts";
import { IS_SEEDED, seedNames } from "./fill.ts";

/** Whether the database has no account and no target. */
export function isUnused(database: DatabaseSync): boolean {
  return ["app_user", "reddit_user", "reddit_post"].every(
    (table) => database.prepare(`select 1 from ${table} limit 1`).get() === undefined,
  );
}

/** The accounts of visitors whose names a seed of `accounts` gives to its own. */
export function takenNames(database: DatabaseSync, accounts: number): string[] {
  const rows = database
    .prepare(
      `select username from app_user where not ${IS_SEEDED} and lower(username) in (select value from json_each(?)) order by username`,
    )
    .all(JSON.stringify(seedNames(accounts)));
  return (rows as { username: string }[]).map(({ username }) => username);
}

/** Deletes what an earlier seed wrote, and every heart and target beside it. */
export function emptyHearts(database: DatabaseSync): void {
  for (const table of [
    "user_heart",
    "post_heart",
    "reddit_user_badges",
    "reddit_post",
    "reddit_user",
    "leaderboard_current",
    "leaderboard_snapshot",
  ])
    database.exec(`delete from ${table}`);
  database.exec(`delete from app_user where ${IS_SEEDED}`);
}

/**
 * One transaction without the triggers that count hearts: the counts are known, and a million single updates would take
 * most of the time.
 */
export function withoutTriggers(database: DatabaseSync, work: () => void): void {
  const triggers = database
    .prepare("select name, sql from sqlite_schema where type = 'trigger'")
    .all() as { name: string; sql: string }[];
  try {
    database.exec("begin immediate");
  } catch (cause) {
    if (!/locked|busy/i.test(String(cause))) throw cause;
    throw new Refused(
      "The local database is locked by another program. Close it, then run this again.",
      { cause },
    );
  }
  try {
    for (const { name } of triggers) database.exec(`drop trigger "${name}"`);
    work();
    for (const { sql } of triggers) database.exec(sql);
    database.exec("commit");
  } catch (error) {
    database.exec("rollback");
    throw error;
  }
}
