import { number, record, text } from "#normalise/read.ts";
import { KV_SHORTEST_TTL_SECONDS, readKvText, writeKvText } from "#worker/cache/kv.ts";
import {
  hasRecentFailure,
  rememberFailure,
  throwRecentFailure,
  type Failures,
} from "#worker/cache/recent-failures.ts";
import { singleFlight } from "#worker/cache/single-flight.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { parseJson } from "#schema/parse-json.ts";
import { retryAfterSeconds, type UpstreamResponse, type UpstreamSettings } from "./call.ts";
import { countNewToken } from "./new-tokens.ts";

export interface Token {
  value: string;
  /** Epoch milliseconds. */
  until: number;
}

export interface TokenSource {
  /** Its key in KV and in the isolate. */
  key: string;
  upstream: UpstreamSettings;
  mint: () => Promise<Token>;
}

/** Every call needs a token: while a host refuses one, each would ask again and prolong a block. */
const FAILED_TOKEN_RETRY_MS = 5_000;

const tokens = new Map<string, Token>();
const failures: Failures = new Map();

async function readKvToken(deps: Deps, key: string): Promise<Token | null> {
  const stored = record(parseJson((await readKvText(deps, key)) ?? ""));
  const value = text(stored?.value);
  const until = number(stored?.until);
  return value && until ? { value, until } : null;
}

const readKvTokenOnce = (deps: Deps, key: string): Promise<Token | null> =>
  singleFlight(deps, `${key}:kv`, () => readKvToken(deps, key));

/** Reads the token from KV before a call needs it. A call meanwhile joins the same read. */
export async function lookForToken(deps: Deps, key: string): Promise<void> {
  const isGood = (token?: Token | null) => token && token.until > deps.clock.now();
  const held = tokens.get(key);
  if (isGood(held)) return;
  const stored = await readKvTokenOnce(deps, key);
  // Does not overwrite a token that a call has minted meanwhile.
  if (stored && isGood(stored) && tokens.get(key) === held) tokens.set(key, stored);
}

async function mintAndStore(deps: Deps, { key, upstream, mint }: TokenSource): Promise<Token> {
  countNewToken(key, deps.clock.now(), upstream.codes.blocked);
  const token = await mint();
  tokens.set(key, token);
  const expirationTtl = Math.floor((token.until - deps.clock.now()) / 1000);
  if (expirationTtl >= KV_SHORTEST_TTL_SECONDS)
    deps.waitUntil(writeKvText(deps, key, JSON.stringify(token), { expirationTtl }));
  return token;
}

/**
 * The token from the isolate, KV, or newly minted. `refused` is a token that was just answered with 401; concurrent
 * requests with that token share one new token.
 */
async function keptToken(deps: Deps, source: TokenSource, refused?: string): Promise<string> {
  const { key } = source;
  const isGood = (token: Token | null): token is Token =>
    token !== null && token.until > deps.clock.now() && token.value !== refused;
  const held = tokens.get(key) ?? null;
  if (isGood(held)) return held.value;
  // A flight without a refused token may bring that token.
  const flight = refused === undefined ? key : `${key}:after:${refused}`;
  const token = await singleFlight(deps, flight, async () => {
    const stored = await readKvTokenOnce(deps, key);
    if (isGood(stored)) {
      tokens.set(key, stored);
      return stored;
    }
    throwRecentFailure(failures, key, deps.clock.now());
    return mintAndStore(deps, source).catch((error: unknown) =>
      rememberFailure(failures, key, deps.clock.now(), error, FAILED_TOKEN_RETRY_MS),
    );
  });
  return token.value;
}

/** Whether a call would end without being made, because no token is held and none could be had a moment ago. */
export const lacksToken = ({ clock }: Pick<Deps, "clock">, key: string): boolean =>
  (tokens.get(key)?.until ?? 0) <= clock.now() && hasRecentFailure(failures, key, clock.now());

/** Makes the call again with a new token if the host refused the kept one. */
export async function callWithToken(
  deps: Deps,
  source: TokenSource,
  attempt: (token: string) => Promise<UpstreamResponse>,
): Promise<UpstreamResponse> {
  const token = await keptToken(deps, source);
  const first = await attempt(token);
  return first.status === 401 ? attempt(await keptToken(deps, source, token)) : first;
}

/** For the answer of a host that was asked for a new token. */
export function throwIfRateLimited(upstream: UpstreamSettings, answer: UpstreamResponse): void {
  if (answer.status !== 429) return;
  const seconds = retryAfterSeconds(answer.headers, upstream.clock.now());
  throw new AppError(upstream.codes.rateLimited, { retryAfterSeconds: seconds });
}
