import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { log } from "#worker/lib/log.ts";
import { parseJson } from "#worker/lib/parse-json.ts";
import { KV_SHORTEST_TTL_SECONDS, readKvText, writeKvText } from "#worker/cache/kv.ts";
import { number, record, text } from "#normalise/read.ts";
import { singleFlight } from "#worker/cache/single-flight.ts";
import { call, retryAfterSeconds, unavailable, type UpstreamSettings } from "./upstream-call.ts";
import { countNewToken, rememberFailure, throwRecentFailure } from "./new-tokens.ts";

export interface Credentials {
  authUrl: string;
  clientId: string;
  clientSecret: string;
  userAgent: string;
}

interface Token {
  value: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** A token is not used in its last minute. */
const EXPIRY_MARGIN_SECONDS = 60;
const DEFAULT_TOKEN_SECONDS = 3_600;
/** Reddit refuses the client id or secret. Unlike an outage, only the operator can fix it. */
const REFUSALS = new Set([400, 401, 403]);

const tokens = new Map<string, Token>();

const tokenKvKey = (scope: string) => `${scope}:token`;

/** An installed app has no secret. It uses another grant, with a device id that opts out of tracking. */
function grant(clientSecret: string): string {
  const body: Record<string, string> = clientSecret
    ? { grant_type: "client_credentials" }
    : {
        grant_type: "https://oauth.reddit.com/grants/installed_client",
        device_id: "DO_NOT_TRACK_THIS_DEVICE",
      };
  return new URLSearchParams(body).toString();
}

async function mint(upstream: UpstreamSettings, credentials: Credentials): Promise<Token> {
  const { authUrl, clientId, clientSecret, userAgent } = credentials;
  const answer = await call(upstream, `${authUrl}/api/v1/access_token`, {
    method: "POST",
    headers: {
      Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`,
      "Content-Type": "application/x-www-form-urlencoded",
      "User-Agent": userAgent,
      Accept: "application/json",
    },
    body: grant(clientSecret),
  });
  const json = record(parseJson(answer.body));
  if (answer.status === 429) {
    const seconds = retryAfterSeconds(answer.headers, upstream.clock.now());
    throw new AppError(upstream.codes.rateLimited, { retryAfterSeconds: seconds });
  }
  if (REFUSALS.has(answer.status)) {
    log("error", "token_refused", { dependency: "reddit", status: answer.status });
    throw new AppError(upstream.codes.blocked);
  }
  const value = answer.status === 200 ? text(json?.access_token) : null;
  if (!value) throw unavailable(upstream, new Error(`no token came with ${answer.status}`));
  const seconds = number(json?.expires_in) ?? DEFAULT_TOKEN_SECONDS;
  const lifetime = Math.max(EXPIRY_MARGIN_SECONDS, seconds) - EXPIRY_MARGIN_SECONDS;
  return { value, expiresAt: upstream.clock.now() + lifetime * 1000 };
}

async function readKvToken(deps: Deps, scope: string): Promise<Token | null> {
  const stored = record(parseJson((await readKvText(deps, tokenKvKey(scope))) ?? ""));
  const value = text(stored?.value);
  const expiresAt = number(stored?.expiresAt);
  return value && expiresAt ? { value, expiresAt } : null;
}

const readKvTokenOnce = (deps: Deps, scope: string): Promise<Token | null> =>
  singleFlight(deps, `${tokenKvKey(scope)}:kv`, () => readKvToken(deps, scope));

/** Reads the token from KV before a call needs it. A call meanwhile joins the same read. */
export async function lookForToken(deps: Deps, scope: string): Promise<void> {
  const isGood = (token?: Token | null) => token && token.expiresAt > deps.clock.now();
  const held = tokens.get(scope);
  if (isGood(held)) return;
  const stored = await readKvTokenOnce(deps, scope);
  // Does not overwrite a token that a call has minted meanwhile.
  if (stored && isGood(stored) && tokens.get(scope) === held) tokens.set(scope, stored);
}

async function mintAndStore(
  deps: Deps,
  upstream: UpstreamSettings,
  scope: string,
  credentials: Credentials,
) {
  countNewToken(tokenKvKey(scope), upstream.clock.now(), upstream.codes.unavailable);
  const token = await mint(upstream, credentials);
  tokens.set(scope, token);
  const expirationTtl = Math.floor((token.expiresAt - upstream.clock.now()) / 1000);
  if (expirationTtl >= KV_SHORTEST_TTL_SECONDS)
    deps.waitUntil(writeKvText(deps, tokenKvKey(scope), JSON.stringify(token), { expirationTtl }));
  return token;
}

/**
 * The app's token from the isolate, KV, or newly minted. `refused` is a token that was just answered with 401;
 * concurrent requests with that token share one new token.
 */
export async function accessToken(
  deps: Deps,
  upstream: UpstreamSettings,
  scope: string,
  credentials: Credentials,
  refused?: string,
): Promise<string> {
  const isGood = (token: Token | null): token is Token =>
    token !== null && token.expiresAt > upstream.clock.now() && token.value !== refused;
  const held = tokens.get(scope) ?? null;
  if (isGood(held)) return held.value;
  throwRecentFailure(tokenKvKey(scope), upstream.clock.now());
  const token = await singleFlight(deps, tokenKvKey(scope), async () => {
    const stored = await readKvTokenOnce(deps, scope);
    if (isGood(stored)) {
      tokens.set(scope, stored);
      return stored;
    }
    return mintAndStore(deps, upstream, scope, credentials).catch((error: unknown) =>
      rememberFailure(tokenKvKey(scope), upstream.clock.now(), error),
    );
  });
  return token.value;
}
