import { env } from "cloudflare:workers";
import type { RemovalKind } from "#schema/api/removals.ts";
import { forgetCacheEntries } from "#worker/cache/read-through.ts";

/** Inserts the row by SQL, so no isolate is notified. */
export async function removeByKey(kind: RemovalKind, key: string): Promise<void> {
  await env.DB.prepare(
    "insert into removal (kind, key, id, reason, created_by) values (?, ?, ?, 'other', 'test')",
  )
    .bind(kind, key, `${kind}-${key}`)
    .run();
}

export async function liftByKey(kind: RemovalKind, key: string): Promise<void> {
  await env.DB.prepare("delete from removal where kind = ? and key = ?").bind(kind, key).run();
}

/** No removals in the database, in KV or in memory. */
export async function clearRemovals(): Promise<void> {
  await env.DB.prepare("delete from removal").run();
  await env.KV.delete("removals");
  forgetCacheEntries();
}
