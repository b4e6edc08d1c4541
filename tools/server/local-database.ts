import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { root } from "#tools/files.ts";
import { Refused } from "#tools/refused.ts";

const FOLDER = "v3/d1/miniflare-D1DatabaseObject";
/** A running server may hold the lock. */
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

/** Opens the file of the local D1, whose name wrangler derives from the database's id. */
export function openLocalDatabase(state: string): DatabaseSync {
  const folder = resolve(root, state, FOLDER);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const paths = names.filter((name) => name.endsWith(".sqlite")).map((name) => join(folder, name));
  const path = paths.find(hasOurTables);
  if (path === undefined)
    throw new Refused(`There is no migrated database below ${folder}. Run npm start once.`);
  const database = new DatabaseSync(path, {
    enableForeignKeyConstraints: false,
    timeout: LOCK_TIMEOUT_MS,
  });
  database.exec(
    "pragma synchronous = off; pragma cache_size = -200000; pragma temp_store = memory",
  );
  return database;
}

/** Closes the database after `work`, also after an error. */
export function withLocalDatabase<T>(state: string, work: (database: DatabaseSync) => T): T {
  const database = openLocalDatabase(state);
  try {
    return work(database);
  } finally {
    database.close();
  }
}
