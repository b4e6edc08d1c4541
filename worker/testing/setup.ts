import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { sliceTimers } from "./sliced-timers.ts";

/** reset() does not touch D1's tables. */
async function dropTables(db: D1Database): Promise<void> {
  const { results } = await db
    .prepare(
      "select name from sqlite_master where type = 'table' and name not glob '_cf_*' and name not glob 'sqlite_*'",
    )
    .all<{ name: string }>();
  if (results.length === 0) return;
  await db.batch([
    db.prepare("pragma defer_foreign_keys = on"),
    ...results.map(({ name }) => db.prepare(`drop table "${name}"`)),
  ]);
}

// Test files share one workerd: each starts with empty storage and its own module instances.
vi.resetModules();
// reset() skips a store that workerd has evicted after ten idle seconds, so these calls wake it.
await Promise.all([env.KV.get("wake"), env.BACKUPS?.head("wake")]);
await reset();
await dropTables(env.DB);
await dropTables(env.REPLICA_UNDER_TEST);
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
sliceTimers();
