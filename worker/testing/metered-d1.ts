import { beforeEnd } from "./file-end.ts";

/** D1's limit, which workerd does not enforce. */
const MAX_STRING_BYTES = 2_000_000;
const MAX_BYTES_PER_CHARACTER = 3;

function refuseTooBig(values: readonly unknown[]): void {
  for (const value of values) {
    if (typeof value !== "string") continue;
    if (value.length * MAX_BYTES_PER_CHARACTER <= MAX_STRING_BYTES) continue;
    if (new TextEncoder().encode(value).byteLength <= MAX_STRING_BYTES) continue;
    throw new Error("D1_ERROR: string or blob too big: SQLITE_TOOBIG");
  }
}

export interface D1Meter {
  statements: number;
  calls: number;
  rowsRead: number;
  rowsWritten: number;
  reset(): void;
}

/** workerd's D1 with a meter, and with D1's limit for bound strings. */
export function meteredD1(real: D1Database): { db: D1Database; meter: D1Meter } {
  const meter: D1Meter = {
    statements: 0,
    calls: 0,
    rowsRead: 0,
    rowsWritten: 0,
    reset() {
      Object.assign(meter, { statements: 0, calls: 0, rowsRead: 0, rowsWritten: 0 });
    },
  };
  const originals = new WeakMap<object, D1PreparedStatement>();

  function count(results: D1Result[]) {
    meter.calls += 1;
    for (const { meta } of results) {
      meter.statements += 1;
      meter.rowsRead += meta.rows_read;
      meter.rowsWritten += meta.rows_written;
    }
  }

  function statement(original: D1PreparedStatement): D1PreparedStatement {
    const wrapped = {
      bind: (...values: unknown[]) => {
        refuseTooBig(values);
        return statement(original.bind(...values));
      },
      run: async () => measured(() => original.run()),
      all: async () => measured(() => original.all()),
      // raw() and first() report no rows; all() does.
      raw: async () => rows(await measured(() => original.all())),
      first: async (column?: string) => {
        const row =
          (await measured(() => original.all<Record<string, unknown>>())).results[0] ?? null;
        return column === undefined || row === null ? row : row[column];
      },
    } as unknown as D1PreparedStatement;
    originals.set(wrapped, original);
    return wrapped;
  }

  async function measured<T>(call: () => Promise<D1Result<T>>): Promise<D1Result<T>> {
    const settled = await beforeEnd(call);
    count([settled]);
    return settled;
  }

  const queries = (over: D1Database | D1DatabaseSession) => ({
    prepare: (sql: string) => statement(over.prepare(sql)),
    batch: async (statements: D1PreparedStatement[]) => {
      const own = statements.map((one) => originals.get(one) ?? one);
      const results = await beforeEnd(() => over.batch(own));
      count(results);
      return results;
    },
  });
  const db = {
    ...queries(real),
    exec: (sql: string) => real.exec(sql),
    withSession: (constraint?: string) => {
      // A database that a test replaced by a few methods has no sessions.
      const session = typeof real.withSession === "function" ? real.withSession(constraint) : null;
      return { ...queries(session ?? real), getBookmark: () => session?.getBookmark() ?? null };
    },
  } as unknown as D1Database;
  return { db, meter };
}

const rows = (result: D1Result): unknown[][] =>
  result.results.map((row) => Object.values(row as Record<string, unknown>));
