import { number, record, text } from "#normalise/read.ts";
import { AppError } from "#worker/errors.ts";
import { log } from "#worker/lib/log.ts";
import { parseJson } from "#schema/parse-json.ts";
import { call, unavailable, type UpstreamSettings } from "#worker/upstream/call.ts";
import { throwIfRateLimited, type Token, type TokenSource } from "#worker/upstream/kept-token.ts";

export interface Credentials {
  authUrl: string;
  clientId: string;
  clientSecret: string;
  userAgent: string;
}

/** A token is not used in its last minute. */
const EXPIRY_MARGIN_SECONDS = 60;
const DEFAULT_TOKEN_SECONDS = 3_600;
/** Reddit refuses the client id or secret. Unlike an outage, only the operator can fix it. */
const REFUSALS = new Set([400, 401, 403]);

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
  throwIfRateLimited(upstream, answer);
  if (REFUSALS.has(answer.status)) {
    log("error", "token_refused", { dependency: "reddit", status: answer.status });
    throw new AppError(upstream.codes.blocked);
  }
  const json = record(parseJson(answer.body));
  const value = answer.status === 200 ? text(json?.access_token) : null;
  if (!value) throw unavailable(upstream, new Error(`no token came with ${answer.status}`));
  const seconds = number(json?.expires_in) ?? DEFAULT_TOKEN_SECONDS;
  const lifetime = seconds - EXPIRY_MARGIN_SECONDS;
  return { value, until: upstream.clock.now() + lifetime * 1000 };
}

export const redditTokenKey = (scope: string): string => `${scope}:token`;

/** The app's token at Reddit. */
export const redditToken = (
  upstream: UpstreamSettings,
  scope: string,
  credentials: Credentials,
): TokenSource => ({
  key: redditTokenKey(scope),
  upstream,
  mint: () => mint(upstream, credentials),
});
