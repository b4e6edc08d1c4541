import { env } from "cloudflare:workers";
import type { RemovalKind } from "#schema/api/removals.ts";

/** As an operator would by SQL: no isolate is told. */
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

/** A second database of the same content, which can be made to fail. */
export function failingD1(): { db: D1Database; setDown(isDown: boolean): void } {
  let isDown = false;
  const db = new Proxy(env.DB, {
    get: (target, name) => {
      if (isDown) throw new Error("D1_ERROR: the database is down");
      const value = Reflect.get(target, name) as unknown;
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { db, setDown: (down) => (isDown = down) };
}
