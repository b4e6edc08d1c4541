import type { EnvironmentName } from "#schema/environment.ts";
import type { QuotaDesk } from "./quota-desk.ts";

/** The bindings and variables of wrangler.toml, exactly as the platform hands them over. */
export interface Env {
  DB: D1Database;
  KV: KVNamespace;
  ASSETS: Fetcher;
  /** May be missing: the sources' own headers alone then set the pace. */
  QUOTA_DESK?: DurableObjectNamespace<QuotaDesk>;
  LOGIN_LIMIT: RateLimit;
  SIGNUP_LIMIT: RateLimit;
  FEEDBACK_LIMIT: RateLimit;
  ADMIN_LOGIN_LIMIT: RateLimit;
  ENVIRONMENT: string;
  POST_SOURCE?: string;
  ARCHIVE_FALLBACK?: string;
  RATE_LIMITS?: string;
  REDDIT_CLIENT_ID?: string;
  REDDIT_CLIENT_SECRET?: string;
  REDDIT_USER_AGENT?: string;
  REDDIT_AUTH_URL?: string;
  REDDIT_API_URL?: string;
  REDGIFS_API_URL?: string;
  ARCHIVE_API_URL?: string;
  ADMIN_PASSWORD_HASH?: string;
  ADMIN_JWT_SECRET?: string;
}

export type PostSourceSetting = "auto" | "reddit" | "archive" | "sample";

export interface Config {
  environment: EnvironmentName;
  isDevelopment: boolean;
  postSource: PostSourceSetting;
  archiveFallback: boolean;
  rateLimits: boolean;
  reddit: {
    clientId: string;
    clientSecret: string;
    userAgent: string;
    authUrl: string;
    apiUrl: string;
  };
  redgifsApiUrl: string;
  archiveApiUrl: string;
  admin: { passwordHash: string; jwtSecret: string } | null;
}

/** A deployment that cannot work as configured; the message names the variable and what to do. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

const SHORTEST_SECRET = 32;
const ARGON2ID_HASH =
  /^\$argon2id\$v=19\$m=\d{1,5},t=\d{1,2},p=\d\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/;

function oneOf<T extends string>(
  name: string,
  value: string | undefined,
  allowed: readonly T[],
): T {
  const found = allowed.find((candidate) => candidate === (value || allowed[0]));
  if (!found)
    throw new ConfigError(`${name} is "${value}"; it must be one of ${allowed.join(", ")}`);
  return found;
}

function baseAddress(
  name: string,
  value: string | undefined,
  fallback: string,
  allowHttp: boolean,
) {
  const url = URL.parse(value || fallback);
  if (!url) throw new ConfigError(`${name} is not an address: "${value}"`);
  if (url.protocol === "https:" || (allowHttp && url.protocol === "http:")) {
    return url.href.replace(/\/+$/, "");
  }
  throw new ConfigError(`${name} must start with https:// (http:// is for local development only)`);
}

function adminSettings(env: Env): Config["admin"] {
  const passwordHash = env.ADMIN_PASSWORD_HASH?.trim() ?? "";
  const jwtSecret = env.ADMIN_JWT_SECRET ?? "";
  if (!passwordHash || !jwtSecret) return null;
  if (jwtSecret.length < SHORTEST_SECRET) {
    throw new ConfigError(`ADMIN_JWT_SECRET must have at least ${SHORTEST_SECRET} characters`);
  }
  if (!ARGON2ID_HASH.test(passwordHash)) {
    throw new ConfigError(
      "ADMIN_PASSWORD_HASH is not an Argon2id hash: npm run admin:hash makes one",
    );
  }
  return { passwordHash, jwtSecret };
}

const REQUIRED_BINDINGS = [
  "DB",
  "KV",
  "ASSETS",
  "LOGIN_LIMIT",
  "SIGNUP_LIMIT",
  "FEEDBACK_LIMIT",
  "ADMIN_LOGIN_LIMIT",
] as const;

export function readConfig(env: Env): Config {
  for (const name of REQUIRED_BINDINGS) {
    if (!env[name]) throw new ConfigError(`The binding ${name} is missing: see wrangler.toml`);
  }
  // A missing name counts as production: forgetting it never opens what development opens.
  const environment = oneOf("ENVIRONMENT", env.ENVIRONMENT, [
    "production",
    "staging",
    "development",
  ]);
  const isDevelopment = environment === "development";
  const address = (name: string, value: string | undefined, fallback: string) =>
    baseAddress(name, value, fallback, isDevelopment);
  const reddit = {
    clientId: env.REDDIT_CLIENT_ID?.trim() ?? "",
    clientSecret: env.REDDIT_CLIENT_SECRET?.trim() ?? "",
    userAgent: env.REDDIT_USER_AGENT?.trim() ?? "",
    authUrl: address("REDDIT_AUTH_URL", env.REDDIT_AUTH_URL, "https://www.reddit.com"),
    apiUrl: address("REDDIT_API_URL", env.REDDIT_API_URL, "https://oauth.reddit.com"),
  };
  if (reddit.clientId && !reddit.userAgent) {
    throw new ConfigError(
      "REDDIT_USER_AGENT is missing: Reddit asks for one with REDDIT_CLIENT_ID",
    );
  }
  return {
    environment,
    isDevelopment,
    postSource: oneOf("POST_SOURCE", env.POST_SOURCE, ["auto", "reddit", "archive", "sample"]),
    archiveFallback: oneOf("ARCHIVE_FALLBACK", env.ARCHIVE_FALLBACK, ["off", "on"]) === "on",
    rateLimits: !(isDevelopment && env.RATE_LIMITS === "off"),
    reddit,
    redgifsApiUrl: address("REDGIFS_API_URL", env.REDGIFS_API_URL, "https://api.redgifs.com"),
    archiveApiUrl: address(
      "ARCHIVE_API_URL",
      env.ARCHIVE_API_URL,
      "https://arctic-shift.photon-reddit.com",
    ),
    admin: adminSettings(env),
  };
}
