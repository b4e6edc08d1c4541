import { quickHash } from "#normalise/quick-hash.ts";
import { record, text } from "#normalise/read.ts";
import { HOUR_MS, MINUTE_MS } from "#schema/time.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { parseJson } from "#worker/lib/parse-json.ts";
import { call, type UpstreamSettings } from "#worker/upstream/call.ts";
import { throwIfRateLimited, type Token, type TokenSource } from "#worker/upstream/kept-token.ts";
import { tokenEnd } from "./redgifs.rules.ts";

export interface RedgifsApi {
  base: string;
  upstream: UpstreamSettings;
  headers: Record<string, string>;
}

/** RedGifs binds a token to the address that requested it, and a location's address changes. */
const MAX_TOKEN_AGE_MS = HOUR_MS;
const TOKEN_MARGIN_MS = MINUTE_MS;

async function mint({ base, upstream, headers }: RedgifsApi): Promise<Token> {
  const answer = await call(upstream, `${base}/v2/auth/temporary`, { headers });
  throwIfRateLimited(upstream, answer);
  const value = answer.status === 200 ? text(record(parseJson(answer.body))?.token) : null;
  if (!value) throw new AppError(upstream.codes.unavailable);
  const now = upstream.clock.now();
  const end = tokenEnd(value) ?? now + MAX_TOKEN_AGE_MS;
  return { value, until: Math.min(now + MAX_TOKEN_AGE_MS, end - TOKEN_MARGIN_MS) };
}

/** One token per location, because locations call RedGifs from different addresses. */
export const guestToken = ({ colo }: Deps, api: RedgifsApi): TokenSource => ({
  key: `redgifs:token:${quickHash(api.base)}:${colo()}`,
  upstream: api.upstream,
  mint: () => mint(api),
});
