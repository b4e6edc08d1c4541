import { readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { Miniflare } from "miniflare";
import { getPlatformProxy, unstable_splitSqlQuery } from "wrangler";
import { root } from "./files.ts";
import { migrationFiles } from "./migrations.ts";
import { Refused, runMain } from "./refused.ts";

type D1Database = Awaited<ReturnType<Miniflare["getD1Database"]>>;

/** The table of `wrangler d1 migrations`, so that either continues where the other stopped (decision 142). */
const APPLIED = `create table if not exists d1_migrations(
  id integer primary key autoincrement,
  name text unique,
  applied_at timestamp default current_timestamp not null
)`;

async function applyTo(database: D1Database, paths: readonly string[]): Promise<void> {
  await database.prepare(APPLIED).run();
  const { results } = await database
    .prepare("select name from d1_migrations")
    .all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  for (const path of paths) {
    const name = basename(path);
    if (applied.has(name)) continue;
    const statements = unstable_splitSqlQuery(readFileSync(join(root, path), "utf8"));
    const note = database.prepare("insert into d1_migrations (name) values (?)").bind(name);
    const all = [...statements.map((statement) => database.prepare(statement)), note];
    await database.batch(all).catch((error: Error) => {
      throw new Refused(`${path}: ${error.message}`, { cause: error });
    });
  }
}

/** Applies the migrations that the local database in the folder does not have, each one whole or not at all. */
export async function applyMigrations(state: string, paths: readonly string[]): Promise<void> {
  const { env, dispose } = await getPlatformProxy<{ DB: D1Database }>({
    configPath: join(root, "wrangler.toml"),
    persist: { path: resolve(root, state, "v3") },
    remoteBindings: false,
  });
  try {
    await applyTo(env.DB, paths);
  } finally {
    await dispose();
  }
}

if (import.meta.main) {
  await runMain(() => applyMigrations(process.argv[2] ?? "", migrationFiles()));
  // A workerd whose start failed would keep this process.
  if (process.exitCode) process.exit();
}
