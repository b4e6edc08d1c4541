import { drizzle, type DrizzleD1Database } from "drizzle-orm/d1";
import type { Passwords } from "./auth/passwords.ts";
import type { Clock } from "./clock.ts";
import { deskOver } from "./quota-desk.ts";
import type { DeskPort } from "./source/desk.ts";
import { readConfig, type Config, type Env } from "./env.ts";
import { guardedDatabase, guardedKv } from "./guarded.ts";

/** What local development brings along; production has none. */
export interface SampleWorld {
  redditAuthUrl: string;
  redditApiUrl: string;
  redgifsApiUrl: string;
  clientId: string;
  clientSecret: string;
  userAgent: string;
  /** Answers any request to those bases as the real hosts would. */
  fetch(url: string, init?: RequestInit): Promise<Response>;
  /** The path on which the dev Worker serves a Reddit or RedGifs media address. */
  mediaUrl(url: string): string;
}

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

export type LimitName = "LOGIN_LIMIT" | "SIGNUP_LIMIT" | "FEEDBACK_LIMIT" | "ADMIN_LOGIN_LIMIT";

/** Everything a service may use, made once a request. The only file that reads bindings. */
export interface Deps {
  config: Config;
  clock: Clock;
  /** Hashing; the cost is real everywhere but in tests. */
  passwords: Passwords;
  db: DrizzleD1Database;
  d1: D1Database;
  kv: KVNamespace;
  assets: Fetcher;
  /** Counts the calls to the sources for all places; null where the deployment has none. */
  desk: DeskPort | null;
  limits: Record<LimitName, RateLimit>;
  /** The network, or in a test what stands in for it at the wire. */
  fetch: Fetch;
  sample: SampleWorld | null;
  /** Work that outlives the answer. */
  waitUntil(promise: Promise<unknown>): void;
}

export interface WorkerOptions {
  sample?: SampleWorld;
  clock?: Clock;
  fetch?: Fetch;
}

type Lifetime = Pick<ExecutionContext, "waitUntil">;

type Parts = Pick<Deps, "clock" | "fetch" | "sample" | "passwords">;
/** What is the same for every request of an isolate. */
type Fixed = Omit<Deps, "waitUntil">;

function fixedParts(env: Env, parts: Parts): Fixed {
  const { LOGIN_LIMIT, SIGNUP_LIMIT, FEEDBACK_LIMIT, ADMIN_LOGIN_LIMIT } = env;
  const config = readConfig(env);
  const d1 = guardedDatabase(env.DB);
  return {
    ...parts,
    config,
    db: drizzle(d1),
    d1,
    kv: guardedKv(env.KV),
    assets: env.ASSETS,
    desk: env.QUOTA_DESK ? deskOver(env.QUOTA_DESK) : null,
    limits: { LOGIN_LIMIT, SIGNUP_LIMIT, FEEDBACK_LIMIT, ADMIN_LOGIN_LIMIT },
  };
}

/** Makes what a request may use; all but its own lifetime is made at the isolate's first. */
export function depsMaker(parts: Parts): (env: Env, lifetime: Lifetime) => Deps {
  const known = new WeakMap<Env, Fixed>();
  return (env, lifetime) => {
    let fixed = known.get(env);
    if (!fixed) known.set(env, (fixed = fixedParts(env, parts)));
    // Copying one object is quick, merging two is not; this is on every request's way.
    return { ...fixed, waitUntil: (promise) => lifetime.waitUntil(promise) };
  };
}
