import { quickHash } from "#normalise/quick-hash.ts";
import { record, text } from "#normalise/read.ts";
import { HOUR_MS, MINUTE_MS } from "#schema/time.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import { parseJson } from "#schema/parse-json.ts";
import { call, type UpstreamSettings } from "#worker/upstream/call.ts";
import { throwIfRateLimited, type Token, type TokenSource } from "#worker/upstream/kept-token.ts";
import { tokenEnd } from "./redgifs.rules.ts";

export interface RedgifsApi {
  base: string;
  upstream: UpstreamSettings;
  mediaUrl(url: string): string;
}

/** RedGifs refuses calls with a foreign Referer. */
export const REDGIFS_HEADERS = {
  "User-Agent":
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  Referer: "https://www.redgifs.com/",
  Origin: "https://www.redgifs.com",
  Accept: "application/json",
};

/** RedGifs binds a token to the address that requested it, and a location's address changes. */
const MAX_TOKEN_AGE_MS = HOUR_MS;
const TOKEN_MARGIN_MS = MINUTE_MS;

async function mint({ base, upstream }: RedgifsApi): Promise<Token> {
  const answer = await call(upstream, `${base}/v2/auth/temporary`, { headers: REDGIFS_HEADERS });
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
