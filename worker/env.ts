import type { EnvironmentName } from "#schema/environment.ts";
import { HOUR_MS } from "#schema/time.ts";
import type { CallBudget } from "./call-budget/durable-object.ts";

/** Variables and secrets: all are text. The deploy refuses any other name in wrangler.toml. */
export const SETTING_NAMES = [
  "ENVIRONMENT",
  "POST_SOURCE",
  "ARCHIVE_FALLBACK",
  "RATE_LIMITS",
  "BOARD_MIN_ACCOUNT_AGE",
  "REDDIT_CLIENT_ID",
  "REDDIT_CLIENT_SECRET",
  "REDDIT_USER_AGENT",
  "REDDIT_AUTH_URL",
  "REDDIT_API_URL",
  "REDGIFS_API_URL",
  "ARCHIVE_API_URL",
  "TURNSTILE_SITE_KEY",
  "TURNSTILE_SECRET",
  "TURNSTILE_VERIFY_URL",
  "ADMIN_PASSWORD_HASH",
  "ADMIN_JWT_SECRET",
  "ALERT_WEBHOOK_URL",
] as const;
type SettingName = (typeof SETTING_NAMES)[number];

/** The bindings and variables of wrangler.toml, as the platform passes them. */
export interface Env extends Record<LimitName, RateLimit>, Partial<Record<SettingName, string>> {
  DB: D1Database;
  KV: KVNamespace;
  ASSETS: Fetcher;
  /** Optional: without it the source's own rate-limit headers alone set the limit. */
  CALL_BUDGET?: DurableObjectNamespace<CallBudget>;
  /** Optional: without it there are no backups but the platform's own. */
  BACKUPS?: R2Bucket;
  ENVIRONMENT: string;
  /** When the running version was made, and of which commit: the deploy sets it as the version's tag. */
  CF_VERSION_METADATA?: { timestamp: string; tag?: string };
}

type PostSourceSetting = "auto" | "reddit" | "archive" | "sample";

export interface Config {
  environment: EnvironmentName;
  postSource: PostSourceSetting;
  archiveFallback: boolean;
  rateLimits: boolean;
  /** Hearts of younger accounts do not count on the boards yet. */
  boardAgeMs: number;
  reddit: {
    clientId: string;
    clientSecret: string;
    userAgent: string;
    authUrl: string;
    apiUrl: string;
  };
  redgifsApiUrl: string;
  archiveApiUrl: string;
  /** null: sign-up and login have no challenge. */
  turnstile: { siteKey: string; secret: string; verifyUrl: string } | null;
  admin: { passwordHash: string; jwtSecret: string } | null;
  /** null: no alerts. A `url` of null: ALERT_WEBHOOK_URL is no https address, which only health reports. */
  alertWebhook: { url: string | null } | null;
  /** Epoch milliseconds; null without version metadata. */
  deployedAt: number | null;
  /** The git commit of the running version; null unless `npm run deploy` deployed it. */
  commit: string | null;
  /** The settings that a deployment needs and that are not set; none in development. */
  missing: string[];
}

/** A configuration error; the message names the variable and the remedy. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

const MIN_SECRET_LENGTH = 32;
const ARGON2ID_HASH =
  /^\$argon2id\$v=19\$m=\d{1,5},t=\d{1,2},p=\d\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/;

function oneOf<T extends string>(env: Env, name: SettingName, allowed: readonly T[]): T {
  const value = env[name];
  const found = allowed.find((candidate) => candidate === (value || allowed[0]));
  if (!found)
    throw new ConfigError(`${name} is "${value}"; it must be one of ${allowed.join(", ")}`);
  return found;
}

function baseAddress(env: Env, name: SettingName, fallback: string, allowHttp: boolean): string {
  const value = env[name];
  const url = URL.parse(value || fallback);
  if (!url) throw new ConfigError(`${name} is not an address: "${value}"`);
  if (url.protocol === "https:" || (allowHttp && url.protocol === "http:")) {
    return url.href.replace(/\/+$/, "");
  }
  throw new ConfigError(`${name} must start with https:// (http:// is for local development only)`);
}

const MAX_BOARD_AGE_HOURS = 8_760;

function boardAgeMs(value: string | undefined, environment: EnvironmentName): number {
  const hours = Number(value?.trim() || (environment === "production" ? 24 : 0));
  if (hours >= 0 && hours <= MAX_BOARD_AGE_HOURS) return hours * HOUR_MS;
  throw new ConfigError(
    `BOARD_MIN_ACCOUNT_AGE is "${value}"; it must be a number of hours from 0 to ${MAX_BOARD_AGE_HOURS}`,
  );
}

function adminSettings(env: Env): Config["admin"] {
  const passwordHash = env.ADMIN_PASSWORD_HASH?.trim() ?? "";
  const jwtSecret = env.ADMIN_JWT_SECRET ?? "";
  if (!passwordHash || !jwtSecret) return null;
  if (jwtSecret.length < MIN_SECRET_LENGTH) {
    throw new ConfigError(`ADMIN_JWT_SECRET must have at least ${MIN_SECRET_LENGTH} characters`);
  }
  if (!ARGON2ID_HASH.test(passwordHash)) {
    throw new ConfigError(
      "ADMIN_PASSWORD_HASH is not an Argon2id hash: npm run admin:hash makes one",
    );
  }
  return { passwordHash, jwtSecret };
}

function alertWebhook({ ALERT_WEBHOOK_URL }: Env): Config["alertWebhook"] {
  const address = ALERT_WEBHOOK_URL?.trim() ?? "";
  if (!address) return null;
  const url = URL.parse(address);
  return { url: url?.protocol === "https:" ? url.href : null };
}

function deployedAt({ CF_VERSION_METADATA }: Env): number | null {
  const time = Date.parse(CF_VERSION_METADATA?.timestamp ?? "");
  return time > 0 ? time : null;
}

/** Settings without which a deployment runs with a feature switched off. */
function missingSettings(env: Env, hasReddit: boolean): string[] {
  const wanted: [name: keyof Env, isWanted: boolean][] = [
    ["ADMIN_PASSWORD_HASH", true],
    ["ADMIN_JWT_SECRET", true],
    ["CALL_BUDGET", true],
    ["TURNSTILE_SECRET", Boolean(env.TURNSTILE_SITE_KEY?.trim())],
    ["TURNSTILE_SITE_KEY", Boolean(env.TURNSTILE_SECRET?.trim())],
    ["REDDIT_CLIENT_ID", env.POST_SOURCE === "reddit" && !hasReddit],
  ];
  const isSet = (value: unknown) =>
    typeof value === "string" ? value.trim() !== "" : Boolean(value);
  const missing = wanted.flatMap(([name, isWanted]) =>
    isWanted && !isSet(env[name]) ? [name] : [],
  );
  // The sample is not in a deployment's bundle: every search would be an outage.
  return env.POST_SOURCE === "sample" ? [...missing, "POST_SOURCE"] : missing;
}

type AddressReader = (name: SettingName, fallback: string) => string;

function turnstileSettings(env: Env, address: AddressReader): Config["turnstile"] {
  const siteKey = env.TURNSTILE_SITE_KEY?.trim() ?? "";
  const secret = env.TURNSTILE_SECRET?.trim() ?? "";
  const verifyUrl = address(
    "TURNSTILE_VERIFY_URL",
    "https://challenges.cloudflare.com/turnstile/v0/siteverify",
  );
  return siteKey && secret ? { siteKey, secret, verifyUrl } : null;
}

/** Reddit's are ASCII. btoa() takes no other characters, so every call would fail as an error of ours. */
function credential(env: Env, name: "REDDIT_CLIENT_ID" | "REDDIT_CLIENT_SECRET"): string {
  const value = env[name]?.trim() ?? "";
  if (/^[ -~]*$/.test(value)) return value;
  throw new ConfigError(
    `${name} has a character outside printable ASCII, perhaps an invisible one that was pasted with it: type it`,
  );
}

/** No header takes a line break or NUL: every call would fail as an error of ours. */
function redditUserAgent(env: Env): string {
  const value = env.REDDIT_USER_AGENT?.trim() ?? "";
  if (/^[^\0\r\n]*$/.test(value)) return value;
  throw new ConfigError("REDDIT_USER_AGENT has more than one line");
}

function redditSettings(env: Env, address: AddressReader): Config["reddit"] {
  const reddit = {
    clientId: credential(env, "REDDIT_CLIENT_ID"),
    clientSecret: credential(env, "REDDIT_CLIENT_SECRET"),
    userAgent: redditUserAgent(env),
    authUrl: address("REDDIT_AUTH_URL", "https://www.reddit.com"),
    apiUrl: address("REDDIT_API_URL", "https://oauth.reddit.com"),
  };
  if (reddit.clientId && !reddit.userAgent) {
    throw new ConfigError(
      "REDDIT_USER_AGENT is missing: Reddit asks for one with REDDIT_CLIENT_ID",
    );
  }
  return reddit;
}

export const LIMIT_NAMES = [
  "LOGIN_LIMIT",
  "SIGNUP_LIMIT",
  "FEEDBACK_LIMIT",
  "ADMIN_LOGIN_LIMIT",
  "WIDE_LIMIT",
  "WIDEST_LIMIT",
  "HEART_LIMIT",
  "HEART_ADDRESS_LIMIT",
  "HEART_NETWORK_LIMIT",
  "PREFERENCES_LIMIT",
  "SEARCH_LIMIT",
] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];

/** The admin password hash of wrangler.toml's top level; its password, unearth-local, is public. */
export const PUBLIC_ADMIN_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$Hkw8tPgyTW/tWh2MVeeoYw$C1h2BkNxScD9TQP0fUccfpVQ9kB/h2GQiHiBk6en+rE";

export const REDGIFS_PUBLIC_API = "https://api.redgifs.com";

const REQUIRED_BINDINGS = ["DB", "KV", "ASSETS", ...LIMIT_NAMES] as const;

export function readConfig(env: Env): Config {
  for (const name of REQUIRED_BINDINGS) {
    if (!env[name]) throw new ConfigError(`The binding ${name} is missing: see wrangler.toml`);
  }
  for (const name of SETTING_NAMES) {
    const value: unknown = env[name];
    if (value !== undefined && typeof value !== "string")
      throw new ConfigError(`${name} must be text, in quotes`);
  }
  // The default is production, so that a forgotten ENVIRONMENT allows none of development's exceptions.
  const environment = oneOf(env, "ENVIRONMENT", ["production", "staging", "development"]);
  const isDevelopment = environment === "development";
  const address: AddressReader = (name, fallback) =>
    baseAddress(env, name, fallback, isDevelopment);
  const reddit = redditSettings(env, address);
  return {
    environment,
    postSource: oneOf(env, "POST_SOURCE", ["auto", "reddit", "archive", "sample"]),
    archiveFallback: oneOf(env, "ARCHIVE_FALLBACK", ["off", "on"]) === "on",
    rateLimits: !(isDevelopment && env.RATE_LIMITS === "off"),
    boardAgeMs: boardAgeMs(env.BOARD_MIN_ACCOUNT_AGE, environment),
    reddit,
    redgifsApiUrl: address("REDGIFS_API_URL", REDGIFS_PUBLIC_API),
    archiveApiUrl: address("ARCHIVE_API_URL", "https://arctic-shift.photon-reddit.com"),
    turnstile: turnstileSettings(env, address),
    admin: adminSettings(env),
    alertWebhook: alertWebhook(env),
    deployedAt: deployedAt(env),
    commit: env.CF_VERSION_METADATA?.tag || null,
    missing: isDevelopment ? [] : missingSettings(env, reddit.clientId !== ""),
  };
}
