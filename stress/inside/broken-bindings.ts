import { env } from "cloudflare:workers";

/** `message`: the platform's error; null: the binding never answers. */
export interface Breakage {
  name: string;
  message: string | null;
}

export const D1_BREAKAGES: Breakage[] = [
  { name: "refused", message: "D1_ERROR: Network connection lost." },
  { name: "overloaded", message: "D1_ERROR: D1 DB is overloaded. Requests queued for too long." },
  {
    name: "reset",
    message: "D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.",
  },
  { name: "locked", message: "D1_ERROR: database is locked: SQLITE_BUSY" },
  { name: "gone", message: "D1_ERROR: no such table: app_user: SQLITE_ERROR" },
  { name: "failing with an unknown message", message: "internal error; reference = 0000" },
  { name: "silent", message: null },
];

export const KV_BREAKAGES: Breakage[] = [
  { name: "refused", message: "Network connection lost." },
  { name: "rate limited", message: "KV GET failed: 429 Too Many Requests" },
  { name: "in error", message: "KV GET failed: 500 Internal Server Error" },
  { name: "silent", message: null },
];

const fail = ({ message }: Breakage): Promise<never> =>
  message === null ? new Promise(() => {}) : Promise.reject(new Error(message));

export type Part = "reads" | "writes" | "both";

const isRead = (sql: string) => /^\s*(select|with)\b/i.test(sql);

/** The real database, where `part` fails while `isBroken()`. */
export function breakableD1(part: Part, breakage: Breakage, isBroken: () => boolean): D1Database {
  const sqlOf = new WeakMap<object, { sql: string; real: D1PreparedStatement }>();
  const hits = (sql: string) =>
    isBroken() && (part === "both" || (part === "reads") === isRead(sql));
  const wrap = (sql: string, real: D1PreparedStatement): D1PreparedStatement => {
    const run = <T>(work: () => Promise<T>) => (hits(sql) ? fail(breakage) : work());
    const wrapped = {
      bind: (...values: unknown[]) => wrap(sql, real.bind(...values)),
      run: () => run(() => real.run()),
      all: () => run(() => real.all()),
      raw: () => run(() => real.raw()),
      first: (column?: string) =>
        run(() => (column === undefined ? real.first() : real.first(column))),
    } as unknown as D1PreparedStatement;
    sqlOf.set(wrapped, { sql, real });
    return wrapped;
  };
  return {
    prepare: (sql: string) => wrap(sql, env.DB.prepare(sql)),
    batch: (statements: D1PreparedStatement[]) => {
      const known = statements.map((one) => sqlOf.get(one) ?? { sql: "", real: one });
      if (known.some(({ sql }) => hits(sql))) return fail(breakage);
      return env.DB.batch(known.map(({ real }) => real));
    },
  } as unknown as D1Database;
}

/** The methods that the Worker calls. */
export function breakableKv(part: Part, breakage: Breakage, isBroken: () => boolean): KVNamespace {
  const method = (name: "get" | "put", own: Part) => {
    const real = env.KV[name].bind(env.KV) as (...values: unknown[]) => Promise<unknown>;
    return (...values: unknown[]) =>
      isBroken() && (part === "both" || part === own) ? fail(breakage) : real(...values);
  };
  return { get: method("get", "reads"), put: method("put", "writes") } as unknown as KVNamespace;
}

export function breakableFetcher(breakage: Breakage, isBroken: () => boolean): Fetcher {
  return {
    fetch: (...values: Parameters<Fetcher["fetch"]>) =>
      isBroken() ? fail(breakage) : env.ASSETS.fetch(...values),
  } as unknown as Fetcher;
}

export function breakableLimit(breakage: Breakage, isBroken: () => boolean): RateLimit {
  return {
    limit: () => (isBroken() ? fail(breakage) : Promise.resolve({ success: true })),
  } as unknown as RateLimit;
}
