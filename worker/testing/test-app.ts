import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { app } from "#worker/app.ts";
import { makePasswords, type Passwords } from "#worker/auth/passwords.ts";
import { systemClock, type Clock } from "#worker/lib/clock.ts";
import { depsMaker, type Deps, type Fetch, type SampleWorld } from "#worker/deps.ts";
import type { Env } from "#worker/env.ts";
import { kvBeforeEnd } from "./file-end.ts";
import { meteredD1, type D1Meter } from "./metered-d1.ts";

const BASE = "https://unearth.test";

export interface TestClock extends Clock {
  advance(ms: number): void;
}

/** Only advance() and sleep() move this clock. */
export function testClock(start = Date.parse("2026-11-01T12:00:00Z")): TestClock {
  let now = start;
  return {
    ...systemClock,
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
    // Like Date.now() it has whole milliseconds.
    sleep: async (ms) => {
      now += Math.ceil(ms);
    },
  };
}

export interface TestAppOptions {
  clock?: Clock;
  /** Replaces the network for every upstream call. */
  fetch?: Fetch;
  /** Overrides variables and bindings of the test project. */
  env?: Partial<Env>;
  sample?: SampleWorld | null;
  passwords?: Passwords;
  colo?: string;
}

/** Argon2id as in production, at its lowest cost. */
export const cheapPasswords = makePasswords({ memoryKiB: 8, passes: 1, lanes: 1 });

export interface TestApp {
  /** Sends a request to the app with all its middleware; resolves after background work. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** request() with a JSON body; undefined is no body. */
  send(method: string, path: string, body: unknown, headers?: HeadersInit): Promise<Response>;
  /** For services that run without a request (jobs). */
  deps(): Deps;
  /** Statements and rows since the last reset. */
  meter: D1Meter;
}

const noNetwork: Fetch = (url) => Promise.reject(new Error(`a test reached the network: ${url}`));

export function testApp(options: TestAppOptions = {}): TestApp {
  const { db, meter } = meteredD1(options.env?.DB ?? env.DB);
  const testEnv: Env = {
    ...env,
    ...options.env,
    DB: db,
    KV: kvBeforeEnd(options.env?.KV ?? env.KV),
  };
  const makeDeps = depsMaker({
    clock: options.clock ?? testClock(),
    fetch: options.fetch ?? noNetwork,
    sample: options.sample ?? null,
    passwords: options.passwords ?? cheapPasswords,
  });
  const request = async (path: string, init?: RequestInit) => {
    const ctx = createExecutionContext();
    const { colo } = options;
    const deps = makeDeps(testEnv, ctx, colo === undefined ? undefined : () => colo);
    const answer = await app.fetch(new Request(new URL(path, BASE), init), { deps }, ctx);
    await waitOnExecutionContext(ctx);
    return answer;
  };
  return {
    request,
    send: (method, path, body, headers) => {
      const sent = new Headers(body === undefined ? {} : { "Content-Type": "application/json" });
      for (const [name, value] of new Headers(headers)) sent.set(name, value);
      return request(path, { method, body: JSON.stringify(body), headers: sent });
    },
    deps: () => makeDeps(testEnv, createExecutionContext()),
    meter,
  };
}
