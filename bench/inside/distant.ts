import { sampleWorld } from "#sample/world.ts";
import type { CallBudget } from "#worker/call-budget/durable-object.ts";
import type { CallPurpose } from "#worker/call-budget/port.ts";
import type { Env } from "#worker/env.ts";
import { createWorker } from "#worker/worker.ts";

export { CallBudget } from "#worker/call-budget/durable-object.ts";

interface Place {
  /** Round trip to the primary, KV's central store and Durable Objects. */
  ms: number;
  /** A copy near the Worker may answer reads. */
  isReplicated: boolean;
}

/** Part of the address of a location's own source, cut before the sample sees it. */
const OWN_SOURCE = /\/place\/[^/]+/;

const worker = createWorker({
  sample: sampleWorld,
  fetch: (url, init) => sampleWorld.fetch(url.replace(OWN_SOURCE, ""), init),
});
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const WRITES = /^\s*(?:insert|update|delete|replace)\b/i;

type Queries = D1Database | D1DatabaseSession;

/** Delays statements and batches by `tripOf`. */
function travelling(over: Queries, tripOf: (isWrite: boolean) => number) {
  const real = new WeakMap<object, { statement: D1PreparedStatement; isWrite: boolean }>();
  const wrap = (statement: D1PreparedStatement, isWrite: boolean): object => {
    const after = async <T>(send: () => Promise<T>): Promise<T> => {
      await pause(tripOf(isWrite));
      return send();
    };
    const wrapped = {
      bind: (...values: unknown[]) => wrap(statement.bind(...values), isWrite),
      run: () => after(() => statement.run()),
      all: () => after(() => statement.all()),
      raw: () => after(() => statement.raw()),
      first: (column?: string) =>
        after(() => (column === undefined ? statement.first() : statement.first(column))),
    };
    real.set(wrapped, { statement, isWrite });
    return wrapped;
  };
  return {
    prepare: (sql: string) => wrap(over.prepare(sql), WRITES.test(sql)),
    batch: async (statements: object[]) => {
      const known = statements.flatMap((one) => real.get(one) ?? []);
      await pause(tripOf(known.some(({ isWrite }) => isWrite)));
      return over.batch(known.map(({ statement }) => statement));
    },
  };
}

function distantDatabase(real: D1Database, { ms, isReplicated }: Place): D1Database {
  const openSession = (constraint?: string) => {
    const session = real.withSession(constraint);
    let isFirst = constraint === "first-primary";
    const tripOf = (isWrite: boolean) => {
      const trip = isWrite || isFirst || !isReplicated ? ms : 0;
      isFirst = false;
      return trip;
    };
    return { ...travelling(session, tripOf), getBookmark: () => session.getBookmark() };
  };
  return { ...travelling(real, () => ms), withSession: openSession } as unknown as D1Database;
}

/** The first read of a key travels to the central store; later reads are local. */
function distantKv(real: KVNamespace, { ms }: Place): KVNamespace {
  const held = new Set<string>();
  return {
    get: async (key: string) => {
      if (!held.has(key)) await pause(ms);
      held.add(key);
      return real.get(key);
    },
    put: async (key: string, text: string, options: KVNamespacePutOptions) => {
      await pause(ms);
      await real.put(key, text, options);
    },
  } as unknown as KVNamespace;
}

type CallBudgets = DurableObjectNamespace<CallBudget>;

function distantCallBudget(real: CallBudgets, { ms }: Place): CallBudgets {
  return {
    idFromName: (name: string) => real.idFromName(name),
    get: (id: DurableObjectId) => ({
      take: async (purpose: CallPurpose, sender?: string) => {
        await pause(ms);
        return real.get(id).take(purpose, sender);
      },
      peek: async (purpose: CallPurpose) => {
        await pause(ms);
        return real.get(id).peek(purpose);
      },
    }),
  } as unknown as CallBudgets;
}

/**
 * The sample as a Reddit whose calls are counted, with this location's own addresses: cache entries and call budgets of
 * other locations belong to other sources.
 */
const ownSource = (name: string) => ({
  POST_SOURCE: "reddit",
  REDDIT_CLIENT_ID: sampleWorld.clientId,
  REDDIT_CLIENT_SECRET: sampleWorld.clientSecret,
  REDDIT_USER_AGENT: sampleWorld.userAgent,
  REDDIT_AUTH_URL: sampleWorld.redditAuthUrl,
  REDDIT_API_URL: `${sampleWorld.redditApiUrl}/place/${encodeURIComponent(name)}`,
});

const places = new Map<string, Env>();

/** One environment per name, so that each has its own isolate memory. */
function placeNamed(name: string, env: Env): Env {
  const known = places.get(name);
  if (known) return known;
  const [ms = "0", replication, cache] = name.split(" ");
  const place = { ms: Number(ms), isReplicated: replication === "replicated" };
  const made = {
    ...env,
    DB: distantDatabase(env.DB, place),
    KV: distantKv(env.KV, place),
    ...(env.CALL_BUDGET && { CALL_BUDGET: distantCallBudget(env.CALL_BUDGET, place) }),
    ...(cache === "cold" && ownSource(name)),
  };
  places.set(name, made);
  return made;
}

/** Repeats a call within one request, to measure CPU time without sockets and other processes. */
async function loop(request: Request, times: number, env: Env, ctx: ExecutionContext) {
  const body = request.method === "GET" ? null : await request.text();
  const { url, method } = request;
  const headers = { "Content-Type": "application/json" };
  for (let count = 0; count < times; count += 1) {
    const answer = await worker.fetch(new Request(url, { method, headers, body }), env, ctx);
    await answer.body?.cancel();
  }
  return new Response(String(times));
}

/**
 * The Worker at a distance from its database. `X-Bench-Place` is like "150 replicated 7", where a new number means a
 * new isolate; with "150 replicated cold 8" no listing is cached.
 */
export default {
  fetch(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
    const place = placeNamed(request.headers.get("X-Bench-Place") ?? "0", env);
    const times = Number(request.headers.get("X-Bench-Loop") ?? 0);
    return times > 0 ? loop(request, times, place, ctx) : worker.fetch(request, place, ctx);
  },
};
