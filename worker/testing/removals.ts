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

/** A second handle on the database, which can be made to fail. */
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

/** A second handle on the database. `answered`: its first answer exists; `release` passes it on. */
export function holdingD1() {
  const answered = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const originals = new WeakMap<object, object>();
  let isFirst = true;
  const hold = async (result: unknown) => {
    if (isFirst) {
      isFirst = false;
      answered.resolve();
      await released.promise;
    }
    return result;
  };
  const plain = (value: unknown): unknown =>
    Array.isArray(value) ? value.map((one: object) => originals.get(one) ?? one) : value;
  const wrap = <T extends object>(original: T): T => {
    const wrapped = new Proxy(original, {
      get: (target, name) => {
        const value = Reflect.get(target, name) as unknown;
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => {
          const result = Reflect.apply(value, target, args.map(plain)) as unknown;
          if (result instanceof Promise) return result.then(hold);
          return typeof result === "object" && result !== null ? wrap(result) : result;
        };
      },
    });
    originals.set(wrapped, original);
    return wrapped;
  };
  return { db: wrap(env.DB), answered: answered.promise, release: () => released.resolve() };
}
