import { env } from "cloudflare:workers";

function databaseOf(answer: () => Promise<unknown>): D1Database {
  const statement = { bind: () => statement, all: answer, raw: answer, run: answer, first: answer };
  return { prepare: () => statement, batch: answer } as unknown as D1Database;
}

/** A database whose statements all fail. */
export const brokenD1 = (message = "D1_ERROR: gone"): D1Database =>
  databaseOf(() => Promise.reject(new Error(message)));

/** A database whose statements never answer. */
export const silentD1 = (): D1Database => databaseOf(() => new Promise(() => undefined));

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

/** A second handle on the database, whose answers `change` sees first. */
function changedD1(change: (answer: unknown) => unknown): D1Database {
  const originals = new WeakMap<object, object>();
  const plain = (value: unknown): unknown =>
    Array.isArray(value) ? value.map((one: object) => originals.get(one) ?? one) : value;
  const wrap = <T extends object>(original: T): T => {
    const wrapped = new Proxy(original, {
      get: (target, name) => {
        const value = Reflect.get(target, name) as unknown;
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => {
          const result = Reflect.apply(value, target, args.map(plain)) as unknown;
          if (result instanceof Promise) return result.then(change);
          return typeof result === "object" && result !== null ? wrap(result) : result;
        };
      },
    });
    originals.set(wrapped, original);
    return wrapped;
  };
  return wrap(env.DB);
}

/** `answered`: the first answer exists; `release` passes it on. */
export function holdingD1() {
  const answered = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let isFirst = true;
  const db = changedD1(async (answer) => {
    if (isFirst) {
      isFirst = false;
      answered.resolve();
      await released.promise;
    }
    return answer;
  });
  return { db, answered: answered.promise, release: () => released.resolve() };
}

/** Says that it has `bytes`. */
export const grownD1 = (bytes: number): D1Database =>
  changedD1((answer) => {
    const { meta } = answer as Partial<D1Result>;
    return meta ? { ...(answer as D1Result), meta: { ...meta, size_after: bytes } } : answer;
  });

const WRITES = /^\s*(?:with\b.*\b)?(?:insert|update|delete|replace)\b/is;

/** A second handle on the database, which can be made to refuse writes, like a full one, and to answer reads. */
export function readOnlyD1(): { db: D1Database; setReadOnly(isReadOnly: boolean): void } {
  let isReadOnly = false;
  const wrap = <T extends D1Database | D1DatabaseSession>(original: T): T =>
    new Proxy(original, {
      get: (target, name) => {
        if (name === "prepare") {
          const refusal = "select 1 from database_that_takes_no_writes";
          return (sql: string) => target.prepare(isReadOnly && WRITES.test(sql) ? refusal : sql);
        }
        if (name === "withSession")
          return (bookmark?: string) => wrap(env.DB.withSession(bookmark));
        const value = Reflect.get(target, name) as unknown;
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  return { db: wrap(env.DB), setReadOnly: (wanted) => (isReadOnly = wanted) };
}
