import { within } from "./retry.ts";

/*
 * What every binding gets before anybody uses it: an end to waiting, and a mark on the database's
 * errors, whose words differ by platform and release, so that an outage never passes for a bug.
 */
const DATABASE_MS = 5_000;
const KV_MS = 1_000;

const databaseErrors = new WeakSet<object>();

/** Not the database's fault: the statement broke a rule of the schema. */
const CONSTRAINT = /constraint failed|SQLITE_CONSTRAINT/i;

/** Whether the database failed at its work, as against refusing what breaks a rule of the schema. */
export function isDatabaseFailure(error: unknown): boolean {
  let at = error;
  for (let depth = 0; depth < 4 && at instanceof Error; depth += 1) {
    if (databaseErrors.has(at)) return !CONSTRAINT.test(at.message);
    at = at.cause;
  }
  return false;
}

async function marked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await within(DATABASE_MS, work());
  } catch (error) {
    const failure = error instanceof Error ? error : new Error("the database failed");
    databaseErrors.add(failure);
    throw failure;
  }
}

const originals = new WeakMap<object, D1PreparedStatement>();

function guardStatement(original: D1PreparedStatement): D1PreparedStatement {
  const guarded = {
    bind: (...values: unknown[]) => guardStatement(original.bind(...values)),
    run: () => marked(() => original.run()),
    all: () => marked(() => original.all()),
    raw: () => marked(() => original.raw()),
    first: (column?: string) =>
      marked(() => (column === undefined ? original.first() : original.first(column))),
  } as unknown as D1PreparedStatement;
  originals.set(guarded, original);
  return guarded;
}

function guardDatabase(real: D1Database): D1Database {
  return {
    prepare: (sql: string) => guardStatement(real.prepare(sql)),
    batch: (statements: D1PreparedStatement[]) =>
      marked(() => real.batch(statements.map((one) => originals.get(one) ?? one))),
  } as unknown as D1Database;
}

function guardKv(real: KVNamespace): KVNamespace {
  return new Proxy(real, {
    get: (target, name) => {
      const found: unknown = Reflect.get(target, name);
      if (typeof found !== "function") return found;
      return (...values: unknown[]) =>
        within(KV_MS, (async () => Reflect.apply(found, target, values) as Promise<unknown>)());
    },
  });
}

/** One guard a binding: isolates key what they remember by the database. */
function once<T extends object>(guard: (real: T) => T): (real: T) => T {
  const known = new WeakMap<T, T>();
  return (real) => {
    let found = known.get(real);
    if (!found) known.set(real, (found = guard(real)));
    return found;
  };
}

export const guardedDatabase = once(guardDatabase);
export const guardedKv = once(guardKv);
