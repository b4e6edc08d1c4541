import type { DrizzleD1Database } from "drizzle-orm/d1";
import type { Passwords } from "./auth/passwords.ts";
import type { Clock } from "./lib/clock.ts";
import { callBudgetOver } from "./call-budget/durable-object-client.ts";
import type { CallBudgetPort } from "./call-budget/port.ts";
import type { VisitorBudget } from "./visitor-budget/visitor-budget.ts";
import { LIMIT_NAMES, readConfig, type Config, type Env, type LimitName } from "./env.ts";
import type { OpenedSources } from "./source/port.ts";
import { newTiming, type Timing } from "./lib/timing.ts";
import { RequestDatabase } from "./database/database.ts";
import { guardedKv } from "./lib/guarded.ts";

/** The sample source of local development; production has none. */
export interface SampleWorld {
  redditAuthUrl: string;
  redditApiUrl: string;
  redgifsApiUrl: string;
  archiveApiUrl: string;
  clientId: string;
  clientSecret: string;
  userAgent: string;
  /** Answers requests to the URLs above as the real hosts would. */
  fetch(url: string, init?: RequestInit): Promise<Response>;
  /** The path on which the dev Worker serves a Reddit or RedGifs media address. */
  mediaUrl(url: string): string;
}

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** The dependencies of all services. Only this file uses bindings; env.ts and worker.ts look whether they exist. */
export interface Deps {
  config: Config;
  clock: Clock;
  /** Password hashing; tests use a lower cost. */
  passwords: Passwords;
  /** Sends each statement to the primary or to the nearest replica (decision 090). */
  database: RequestDatabase;
  /** `database` for prepared SQL, and for drizzle. */
  readonly d1: D1Database;
  readonly db: DrizzleD1Database;
  kv: KVNamespace;
  assets: Fetcher;
  /** The shared limit of upstream calls; null without the binding. */
  callBudget: CallBudgetPort | null;
  /** The bucket of the daily backups; null without the binding. */
  backups: R2Bucket | null;
  limits: Record<LimitName, RateLimit>;
  /** The upstream budget of the request's sender; null for jobs. */
  visitorBudget: VisitorBudget | null;
  /** The network; tests replace it. */
  fetch: Fetch;
  sample: SampleWorld | null;
  /** Opened so far, by worker/source/open.ts. */
  readonly sources: OpenedSources;
  /** The request's waits so far, for Server-Timing. */
  timing: Timing;
  /** The Cloudflare location that answers the request; `local` if it is unknown. */
  colo: () => string;
  /** For work that continues after the response. */
  waitUntil(promise: Promise<unknown>): void;
}

const UNKNOWN_COLO = "local";

/** Call it only where needed: the first read of `cf` parses it, which takes longer than a small answer. */
export function coloOf({ cf }: Pick<Request, "cf">): string {
  const colo = cf?.colo;
  return typeof colo === "string" && /^[A-Z]{3}$/.test(colo) ? colo : UNKNOWN_COLO;
}

type Lifetime = Pick<ExecutionContext, "waitUntil">;

type Parts = Pick<Deps, "clock" | "fetch" | "sample" | "passwords">;
/** Shared by all requests of an isolate. */
type Fixed = Omit<
  Deps,
  "colo" | "visitorBudget" | "waitUntil" | "database" | "d1" | "db" | "sources" | "timing"
>;

function fixedParts(env: Env, parts: Parts): Fixed {
  const config = readConfig(env);
  return {
    ...parts,
    config,
    kv: guardedKv(env.KV),
    assets: env.ASSETS,
    backups: env.BACKUPS ?? null,
    callBudget: env.CALL_BUDGET ? callBudgetOver(env.CALL_BUDGET) : null,
    limits: Object.fromEntries(LIMIT_NAMES.map((name) => [name, env[name]])) as Deps["limits"],
  };
}

type Own = Omit<Deps, keyof Fixed | "d1" | "db" | "sources">;

/** A class, because a getter in an object literal gives each instance its own V8 shape, which makes reads slow. */
class RequestDeps implements Deps {
  readonly config: Config;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly kv: KVNamespace;
  readonly assets: Fetcher;
  readonly callBudget: CallBudgetPort | null;
  readonly backups: R2Bucket | null;
  readonly limits: Record<LimitName, RateLimit>;
  readonly fetch: Fetch;
  readonly sample: SampleWorld | null;
  readonly database: RequestDatabase;
  readonly d1: D1Database;
  readonly sources: OpenedSources = { reddit: null, archive: null, sample: null };
  readonly timing: Timing;
  readonly colo: () => string;
  readonly waitUntil: Deps["waitUntil"];
  visitorBudget: VisitorBudget | null;

  constructor(fixed: Fixed, own: Own) {
    this.config = fixed.config;
    this.clock = fixed.clock;
    this.passwords = fixed.passwords;
    this.kv = fixed.kv;
    this.assets = fixed.assets;
    this.callBudget = fixed.callBudget;
    this.backups = fixed.backups;
    this.limits = fixed.limits;
    this.fetch = fixed.fetch;
    this.sample = fixed.sample;
    this.database = own.database;
    this.d1 = own.database as unknown as D1Database;
    this.timing = own.timing;
    this.colo = own.colo;
    this.waitUntil = own.waitUntil;
    this.visitorBudget = own.visitorBudget;
  }

  get db(): DrizzleD1Database {
    return this.database.drizzle;
  }
}

export function derive(deps: Deps, parts: Partial<Fixed & Own>): Deps {
  const all = { ...deps, ...parts };
  return new RequestDeps(all, all);
}

/** For work shared by several requests: reads the primary, without the visitor's bookmark. */
export const atPrimary = (deps: Deps): Deps =>
  derive(deps, { database: deps.database.atPrimary() });

/** Returns a function that makes the Deps of one request or job; the shared parts are made once per isolate. */
export function depsMaker(
  parts: Parts,
): (env: Env, lifetime: Lifetime, colo?: Deps["colo"]) => Deps {
  const known = new WeakMap<Env, Fixed>();
  return (env, lifetime, colo = () => UNKNOWN_COLO) => {
    let fixed = known.get(env);
    if (!fixed) known.set(env, (fixed = fixedParts(env, parts)));
    const waitUntil: Deps["waitUntil"] = (promise) => lifetime.waitUntil(promise);
    const timing = newTiming();
    const database = new RequestDatabase({
      binding: env.DB,
      clock: fixed.clock,
      timing,
      waitUntil,
    });
    return new RequestDeps(fixed, { colo, visitorBudget: null, waitUntil, timing, database });
  };
}
