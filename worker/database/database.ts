import { drizzle, type DrizzleD1Database } from "drizzle-orm/d1";
import type { Clock } from "#worker/lib/clock.ts";
import { guardD1 } from "#worker/lib/guarded.ts";
import { isOverload } from "./retry.ts";
import { timed, type Timing } from "#worker/lib/timing.ts";

/** Signed-in reads start from a state of the primary that is at most this old (decision 090). */
const KNOWN_STATE_MS = 5_000;
/** From this age on the known state is renewed in the background, so that few visitors wait for it. */
const KNOWN_STATE_RENEWAL_MS = 2_500;
/** A replica that takes longer to reach a bookmark is replaced by the primary. */
const BOOKMARK_TIMEOUT_MS = 1_000;

/** The newest bookmark of the primary that this isolate knows. */
interface KnownPrimaryState {
  bookmark: string;
  /** When the primary was asked. */
  askedAt: number;
}

const knownStates = new WeakMap<D1Database, KnownPrimaryState>();
const renewals = new WeakMap<D1Database, number>();

/** Bookmarks sort by age as text. */
const newer = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other > one) ? other : one;

/** Overlapping calls can be answered out of order, so bookmark and time only move forward. */
function noteKnownState(binding: D1Database, bookmark: string | null, askedAt: number): void {
  if (bookmark === null) return;
  const known = knownStates.get(binding);
  knownStates.set(binding, {
    bookmark: newer(bookmark, known?.bookmark ?? null) ?? bookmark,
    askedAt: Math.max(askedAt, known?.askedAt ?? askedAt),
  });
}

/** Decides which replica answers a request that only reads. */
export interface ReadConstraints {
  /** A session cookie came with the request. */
  hasSession: boolean;
  /** The route reads the session: its answer must not be older than KNOWN_STATE_MS. */
  readsSession: boolean;
  /** The bookmark of the visitor's last write. */
  bookmark: string | null;
}

interface DatabaseParts {
  binding: D1Database;
  clock: Pick<Clock, "now">;
  timing: Timing;
  waitUntil(work: Promise<unknown>): void;
}

interface Call<T> {
  isWrite: boolean;
  /** The bound values, so that logged errors can leave them out. */
  values: readonly unknown[];
  send(session: D1DatabaseSession): Promise<T>;
}

const WRITES = /^\s*(?:insert|update|delete|replace)\b/i;

/**
 * The database of one request. Statements go to the primary unless `readNearest` was called, which sends reads to
 * the nearest replica that is new enough. It has the methods of D1 that drizzle and the stores use.
 */
export class RequestDatabase {
  /** The key under which IsolateCache keeps values of this database. */
  readonly binding: D1Database;
  readonly #parts: DatabaseParts;
  #constraintsOf: (() => Promise<ReadConstraints>) | null = null;
  #constraints: Promise<ReadConstraints> | null = null;
  #session: Promise<D1DatabaseSession> | null = null;
  #written: string | null = null;
  #drizzle: DrizzleD1Database | null = null;
  /** When this request's session first asked the primary; null if it began at a replica. */
  #primaryAskedAt: number | null = null;

  constructor(parts: DatabaseParts) {
    this.binding = parts.binding;
    this.#parts = parts;
  }

  /** For a request that only reads. `constraintsOf` runs with the first statement. */
  readNearest(constraintsOf: () => Promise<ReadConstraints>): void {
    this.#constraintsOf = constraintsOf;
  }

  /** For work shared by several requests: it must not read under one visitor's bookmark. */
  atPrimary(): RequestDatabase {
    return new RequestDatabase(this.#parts);
  }

  /** Lazy, because making it takes as long as the rest of a small answer. */
  get drizzle(): DrizzleD1Database {
    return (this.#drizzle ??= drizzle(this as unknown as D1Database));
  }

  /** The bookmark of the last write; null without one. */
  get written(): string | null {
    return this.#written;
  }

  /** The visitor's bookmark; null if there is none or the request began at the primary. A fallback to it keeps it. */
  async readBookmark(): Promise<string | null> {
    return (await this.#constraintsIfAny())?.bookmark ?? null;
  }

  prepare(sql: string): D1PreparedStatement {
    return new Statement(this, sql, []) as unknown as D1PreparedStatement;
  }

  batch<T>(statements: D1PreparedStatement[]): Promise<D1Result<T>[]> {
    const asked = statements as unknown as Statement[];
    return this.run({
      isWrite: asked.some(({ sql }) => WRITES.test(sql)),
      values: asked.flatMap(({ values }) => values),
      send: (session) => session.batch<T>(asked.map((one) => one.on(session))),
    });
  }

  run<T>(call: Call<T>): Promise<T> {
    return this.#constraintsOf === null ? this.#runOnPrimary(call) : this.#runNearest(call);
  }

  #constraintsIfAny(): Promise<ReadConstraints> | null {
    if (this.#constraintsOf !== null) this.#constraints ??= this.#constraintsOf();
    return this.#constraints;
  }

  /** Every call opens a new session: a replica may answer the second query of a session. */
  async #runOnPrimary<T>({ isWrite, values, send }: Call<T>): Promise<T> {
    const { binding, clock } = this.#parts;
    const askedAt = clock.now();
    const session = binding.withSession("first-primary");
    const sent = () => guardD1(values, () => send(session));
    const result = await timed(this.#parts, "d1", sent);
    const bookmark = session.getBookmark();
    noteKnownState(binding, bookmark, askedAt);
    if (isWrite) this.#written = newer(this.#written, bookmark);
    return result;
  }

  async #runNearest<T>(call: Call<T>): Promise<T> {
    const session = await (this.#session ??= this.#openNearest());
    if (call.isWrite || session.getBookmark() === null)
      return this.#sendAndNoteBookmark(session, call);
    try {
      return await this.#sendAndNoteBookmark(session, call, BOOKMARK_TIMEOUT_MS);
    } catch (error) {
      if (isOverload(error)) throw error;
      // The replica is far behind, or a restore undid the bookmark's state.
      this.#constraintsOf = null;
      knownStates.delete(this.binding);
      return this.#runOnPrimary(call);
    }
  }

  async #sendAndNoteBookmark<T>(
    session: D1DatabaseSession,
    { values, send }: Call<T>,
    timeoutMs?: number,
  ): Promise<T> {
    const sent = () => guardD1(values, () => send(session), timeoutMs);
    const result = await timed(this.#parts, "d1", sent);
    const askedAt = this.#primaryAskedAt;
    if (askedAt !== null) noteKnownState(this.binding, session.getBookmark(), askedAt);
    return result;
  }

  async #openNearest(): Promise<D1DatabaseSession> {
    const { binding, clock } = this.#parts;
    const { hasSession, readsSession, bookmark } =
      (await this.#constraintsIfAny()) as ReadConstraints;
    const now = clock.now();
    const known = knownStates.get(binding);
    const age = known ? now - known.askedAt : Infinity;
    // Requests that do not read the session renew it too: the visitor's next one probably reads it.
    const renew = () => age >= KNOWN_STATE_RENEWAL_MS && this.#renewKnownState(now);
    if (!hasSession || !readsSession) {
      if (hasSession) renew();
      return binding.withSession(bookmark ?? "first-unconstrained");
    }
    if (!known || age >= KNOWN_STATE_MS) {
      this.#primaryAskedAt = now;
      return binding.withSession("first-primary");
    }
    renew();
    return binding.withSession(newer(bookmark, known.bookmark) ?? known.bookmark);
  }

  #renewKnownState(now: number): void {
    const { binding, waitUntil } = this.#parts;
    if (now - (renewals.get(binding) ?? -Infinity) < KNOWN_STATE_RENEWAL_MS) return;
    renewals.set(binding, now);
    const send = (session: D1DatabaseSession) => session.prepare("select 1").run();
    const renewal = this.#runOnPrimary({ isWrite: false, values: [], send });
    waitUntil(renewal.catch(() => undefined));
  }
}

/** Becomes a D1PreparedStatement once the session is chosen. */
class Statement {
  readonly #database: RequestDatabase;
  readonly sql: string;
  readonly values: readonly unknown[];

  constructor(database: RequestDatabase, sql: string, values: readonly unknown[]) {
    this.#database = database;
    this.sql = sql;
    this.values = values;
  }

  bind(...values: unknown[]): Statement {
    return new Statement(this.#database, this.sql, values);
  }

  on(session: D1DatabaseSession): D1PreparedStatement {
    const prepared = session.prepare(this.sql);
    return this.values.length === 0 ? prepared : prepared.bind(...this.values);
  }

  run() {
    return this.#sent((statement) => statement.run());
  }

  all() {
    return this.#sent((statement) => statement.all());
  }

  raw() {
    return this.#sent((statement) => statement.raw());
  }

  first() {
    return this.#sent((statement) => statement.first());
  }

  #sent<T>(send: (statement: D1PreparedStatement) => Promise<T>): Promise<T> {
    return this.#database.run({
      isWrite: WRITES.test(this.sql),
      values: this.values,
      send: (session) => send(this.on(session)),
    });
  }
}
