import { HOUR_MS, MINUTE_MS } from "#schema/time.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { parseJson } from "#worker/lib/parse-json.ts";
import { number, record, text } from "#normalise/read.ts";
import { quickHash } from "#normalise/quick-hash.ts";
import { KV_SHORTEST_TTL_SECONDS, readKvText, writeKvText } from "#worker/cache/kv.ts";
import { singleFlight } from "#worker/cache/single-flight.ts";
import {
  countNewToken,
  rememberFailure,
  throwRecentFailure,
} from "#worker/source/adapters/new-tokens.ts";
import {
  call,
  retryAfterSeconds,
  type UpstreamSettings,
} from "#worker/source/adapters/upstream-call.ts";
import { tokenEnd } from "./redgifs.rules.ts";

interface GuestToken {
  value: string;
  /** Epoch milliseconds. */
  until: number;
}

export interface RedgifsApi {
  base: string;
  upstream: UpstreamSettings;
  headers: Record<string, string>;
}

/** RedGifs binds a token to the address that requested it, and a location's address changes. */
const MAX_TOKEN_AGE_MS = HOUR_MS;
const TOKEN_MARGIN_MS = MINUTE_MS;
const tokens = new Map<string, GuestToken>();

/** One token per location, because locations call RedGifs from different addresses. */
const tokenKvKey = ({ colo }: Deps, { base }: RedgifsApi): string =>
  `redgifs:token:${quickHash(base)}:${colo()}`;

async function readKvToken(deps: Deps, key: string): Promise<GuestToken | null> {
  const kept = record(parseJson((await readKvText(deps, key)) ?? ""));
  const value = text(kept?.value);
  const until = number(kept?.until);
  return value && until ? { value, until } : null;
}

function storeToken(deps: Deps, key: string, token: GuestToken): void {
  tokens.set(key, token);
  const expirationTtl = Math.floor((token.until - deps.clock.now()) / 1000);
  if (expirationTtl < KV_SHORTEST_TTL_SECONDS) return;
  deps.waitUntil(writeKvText(deps, key, JSON.stringify(token), { expirationTtl }));
}

async function mint({ base, upstream, headers }: RedgifsApi): Promise<GuestToken> {
  const answer = await call(upstream, `${base}/v2/auth/temporary`, { headers });
  if (answer.status === 429) {
    const seconds = retryAfterSeconds(answer.headers, upstream.clock.now());
    throw new AppError("redgifs.rate_limited", { retryAfterSeconds: seconds });
  }
  const value = answer.status === 200 ? text(record(parseJson(answer.body))?.token) : null;
  if (!value) throw new AppError("redgifs.unavailable");
  const now = upstream.clock.now();
  const end = tokenEnd(value) ?? now + MAX_TOKEN_AGE_MS;
  return { value, until: Math.min(now + MAX_TOKEN_AGE_MS, end - TOKEN_MARGIN_MS) };
}

/**
 * The location's token from the isolate, KV, or newly minted. `refused` is a token that was just answered with 401: KV
 * is skipped, and all requests of the isolate with that token share one new token.
 */
export async function guestToken(deps: Deps, api: RedgifsApi, refused?: string): Promise<string> {
  const key = tokenKvKey(deps, api);
  const isGood = (token: GuestToken | null): token is GuestToken =>
    token !== null && token.until > deps.clock.now() && token.value !== refused;
  const held = tokens.get(key) ?? null;
  if (isGood(held)) return held.value;
  const flight = refused === undefined ? key : `${key}:after:${refused}`;
  return singleFlight(deps, flight, async () => {
    const kept = refused === undefined ? await readKvToken(deps, key) : null;
    if (isGood(kept)) tokens.set(key, kept);
    else {
      throwRecentFailure(key, deps.clock.now());
      countNewToken(key, deps.clock.now(), "redgifs.unavailable");
      const minted = await mint(api).catch((error: unknown) =>
        rememberFailure(key, deps.clock.now(), error),
      );
      storeToken(deps, key, minted);
    }
    return (tokens.get(key) as GuestToken).value;
  });
}
