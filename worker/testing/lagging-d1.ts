import type { Clock } from "#worker/lib/clock.ts";

export interface LaggingOptions {
  primary: D1Database;
  replica: D1Database;
  clock: Pick<Clock, "now">;
  lagMs: number;
  /** Awaited before a query is answered, to simulate distance. */
  travel?: (to: Place) => Promise<void>;
}

type Place = "primary" | "replica";

export interface LaggingD1 {
  db: D1Database;
  /** The databases that answered, in order. */
  answered: Place[];
  /** The constraints of new sessions, in order. */
  constraints: string[];
  /** The newest bookmark. */
  bookmark(): string;
  /** Resets the bookmarks, as if a restore had undone the writes; their rows stay at the primary. */
  undoWrites(): void;
  /** The replica does not answer queries with a bookmark until the returned function is called. */
  breakReplica(): () => void;
}

interface Query {
  sql: string;
  values: unknown[];
}

interface Write {
  at: number;
  queries: Query[];
}

const WRITES = /^\s*(?:insert|update|delete|replace)\b/i;
const bookmarkOf = (position: number): string =>
  `${position.toString(16).padStart(8, "0")}-00000000-00000000-${"0".repeat(32)}`;

/**
 * D1 with one lagging replica: two real databases, where the second gets the first one's writes `lagMs` later. As
 * in D1, the replica catches up with a session's bookmark before it answers.
 */
export function laggingD1({ primary, replica, clock, lagMs, travel }: LaggingOptions): LaggingD1 {
  const writes: Write[] = [];
  const answered: Place[] = [];
  const constraints: string[] = [];
  let applied = 0;
  let catchingUp = Promise.resolve();
  let isBroken = false;

  const prepared = (on: D1Database, { sql, values }: Query) => on.prepare(sql).bind(...values);

  function catchUp(position: number): Promise<void> {
    catchingUp = catchingUp.then(async () => {
      const due = (at: number) => at <= clock.now() - lagMs;
      while (applied < writes.length && (applied < position || due(writes[applied]?.at ?? 0))) {
        const queries = writes[applied]?.queries ?? [];
        await replica.batch(queries.map((query) => prepared(replica, query)));
        applied += 1;
      }
    });
    return catchingUp;
  }

  async function atPrimary(queries: Query[]) {
    answered.push("primary");
    await travel?.("primary");
    const results = await primary.batch(queries.map((query) => prepared(primary, query)));
    if (queries.some(({ sql }) => WRITES.test(sql))) writes.push({ at: clock.now(), queries });
    return { results, position: writes.length };
  }

  async function atReplica(queries: Query[], position: number) {
    if (position > (isBroken ? 0 : writes.length))
      throw new Error("D1_ERROR: the bookmark cannot be reached");
    answered.push("replica");
    await travel?.("replica");
    await catchUp(position);
    const results = await replica.batch(queries.map((query) => prepared(replica, query)));
    return { results, position: applied };
  }

  function openSession(constraint: string) {
    constraints.push(constraint);
    let known: number | null = /^[0-9a-f]{8}-/.test(constraint) ? parseInt(constraint, 16) : null;
    const send = async (queries: Query[]) => {
      const isWrite = queries.some(({ sql }) => WRITES.test(sql));
      const toPrimary = isWrite || (known === null && constraint === "first-primary");
      const { results, position } = await (toPrimary
        ? atPrimary(queries)
        : atReplica(queries, known ?? 0));
      known = Math.max(known ?? 0, position);
      return results;
    };
    const statement = (query: Query) => ({
      query,
      bind: (...values: unknown[]) => statement({ ...query, values }),
      all: async () => (await send([query]))[0],
      run: async () => (await send([query]))[0],
    });
    return {
      prepare: (sql: string) => statement({ sql, values: [] }),
      batch: (statements: { query: Query }[]) => send(statements.map(({ query }) => query)),
      getBookmark: () => (known === null ? null : bookmarkOf(known)),
    };
  }

  return {
    db: { withSession: openSession } as unknown as D1Database,
    answered,
    constraints,
    bookmark: () => bookmarkOf(writes.length),
    undoWrites: () => {
      writes.length = 0;
      applied = 0;
    },
    breakReplica: () => {
      isBroken = true;
      return () => {
        isBroken = false;
      };
    },
  };
}
