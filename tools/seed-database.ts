import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { root } from "./files.ts";

const FOLDER = "v3/d1/miniflare-D1DatabaseObject";
/** The server may be writing at this moment. */
const LOCK_TIMEOUT_MS = 10_000;

function hasOurTables(path: string): boolean {
  const database = new DatabaseSync(path);
  try {
    const found = database.prepare("select 1 from sqlite_schema where name = 'user_heart'").get();
    return found !== undefined;
  } finally {
    database.close();
  }
}

/** Opens the file in which wrangler keeps the local D1; its name is made from the database's id. */
export function openLocalDatabase(state: string): DatabaseSync {
  const folder = resolve(root, state, FOLDER);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const paths = names.filter((name) => name.endsWith(".sqlite")).map((name) => join(folder, name));
  const path = paths.find(hasOurTables);
  if (path === undefined) throw new Error(`There is no migrated database below ${folder}`);
  const database = new DatabaseSync(path, {
    enableForeignKeyConstraints: false,
    timeout: LOCK_TIMEOUT_MS,
  });
  database.exec(
    "pragma synchronous = off; pragma cache_size = -200000; pragma temp_store = memory",
  );
  return database;
}

/** Whether there was never an account or a heart. */
export function isUnused(database: DatabaseSync): boolean {
  return ["app_user", "reddit_user", "reddit_post"].every(
    (table) => database.prepare(`select 1 from ${table} limit 1`).get() === undefined,
  );
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
  database.exec("delete from app_user where id like 'seed-%'");
}

/**
 * One transaction without the triggers that count hearts: the counts are known beforehand, and a
 * million single updates would take most of the time.
 */
export function withoutTriggers(database: DatabaseSync, work: () => void): void {
  const triggers = database
    .prepare("select name, sql from sqlite_schema where type = 'trigger'")
    .all() as { name: string; sql: string }[];
  try {
    database.exec("begin immediate");
  } catch (cause) {
    throw new Error("The local database is locked by another program", { cause });
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
