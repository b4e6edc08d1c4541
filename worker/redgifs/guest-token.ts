import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { number, record, text } from "#worker/source/normalise/read.ts";
import { quickHash } from "#worker/source/hash.ts";
import { singleFlight } from "#worker/source/single-flight.ts";
import { call, parseJson, type Wire } from "#worker/source/upstream.ts";
import { tokenEnd } from "./redgifs.rules.ts";

interface GuestToken {
  value: string;
  /** Epoch milliseconds. */
  until: number;
}

export interface RedgifsApi {
  base: string;
  wire: Wire;
  headers: Record<string, string>;
}

/** A token belongs to the address that asked for it, and a place's address changes: an hour at most. */
const LONGEST_MS = 60 * 60_000;
const MARGIN_MS = 60_000;
const tokens = new Map<string, GuestToken>();

/**
 * The place's own cache, never KV: another place calls from another address. It is no more than a
 * kindness to RedGifs' limit on new tokens, so whatever goes wrong in it is a token not found.
 */
const placeKey = (base: string) => `https://redgifs-token.invalid/${quickHash(base)}`;

async function fromPlace(base: string): Promise<GuestToken | null> {
  try {
    const kept = record(await (await caches.default.match(placeKey(base)))?.json());
    const value = text(kept?.value);
    const until = number(kept?.until);
    return value && until ? { value, until } : null;
  } catch {
    return null;
  }
}

async function toPlace(base: string, token: GuestToken, now: number): Promise<void> {
  const maxAge = Math.floor((token.until - now) / 1000);
  const headers = { "Cache-Control": `max-age=${maxAge}` };
  await caches.default
    .put(placeKey(base), new Response(JSON.stringify(token), { headers }))
    .catch(() => undefined);
}

const LONGEST_RETRY_SECONDS = 3_600;
/** The limit on new tokens is the strict one; where it does not say how long, a minute. */
const DEFAULT_RETRY_SECONDS = 60;

function rateLimited(headers: Headers): AppError {
  const asked = Number(headers.get("Retry-After"));
  const seconds = asked > 0 ? Math.min(LONGEST_RETRY_SECONDS, asked) : DEFAULT_RETRY_SECONDS;
  return new AppError("redgifs.rate_limited", { retryAfterSeconds: seconds });
}

async function mint({ base, wire, headers }: RedgifsApi): Promise<GuestToken> {
  const answer = await call(wire, `${base}/v2/auth/temporary`, { headers });
  if (answer.status === 429) throw rateLimited(answer.headers);
  const value = answer.status === 200 ? text(record(parseJson(answer.body))?.token) : null;
  if (!value) throw new AppError("redgifs.unavailable");
  const now = wire.clock.now();
  const end = tokenEnd(value) ?? now + LONGEST_MS;
  return { value, until: Math.min(now + LONGEST_MS, end - MARGIN_MS) };
}

export function guestToken(deps: Deps, api: RedgifsApi, refused?: string): Promise<string> {
  const now = deps.clock.now();
  const isGood = (token: GuestToken | null): token is GuestToken =>
    token !== null && token.until > now && token.value !== refused;
  const held = tokens.get(api.base) ?? null;
  if (isGood(held)) return Promise.resolve(held.value);
  return singleFlight(deps, `redgifs token ${api.base}`, async () => {
    const kept = await fromPlace(api.base);
    const token = isGood(kept) ? kept : await mint(api);
    tokens.set(api.base, token);
    if (token !== kept) deps.waitUntil(toPlace(api.base, token, now));
    return token.value;
  });
}
