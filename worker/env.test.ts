import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { HOUR_MS } from "#schema/time.ts";
import { ConfigError, LIMIT_NAMES, PUBLIC_ADMIN_HASH, readConfig } from "./env.ts";

test("a missing binding is named", () => {
  const { KV: _missing, ...rest } = env;
  expect(() => readConfig(rest as typeof env)).toThrow(
    new ConfigError("The binding KV is missing: see wrangler.toml"),
  );
});

test.each(["REDDIT_AUTH_URL", "REDDIT_API_URL", "REDGIFS_API_URL", "ARCHIVE_API_URL"])(
  "a plain-http %s is accepted in development only",
  (name) => {
    const local = { ...env, [name]: "http://127.0.0.1:9001/" };
    expect(JSON.stringify(readConfig(local))).toContain('"http://127.0.0.1:9001"');
    for (const ENVIRONMENT of ["staging", "production", ""])
      expect(() => readConfig({ ...local, ENVIRONMENT })).toThrow(`${name} must start with https`);
  },
);

test.each([
  ["BOARD_MIN_ACCOUNT_AGE", 0],
  ["REDDIT_CLIENT_ID", 7],
  ["ALERT_WEBHOOK_URL", { url: "https://hook.test" }],
  ["ARCHIVE_FALLBACK", true],
])("a %s that is no text is a configuration error that names the variable", (name, value) => {
  expect(() => readConfig({ ...env, [name]: value } as never)).toThrow(
    new ConfigError(`${name} must be text, in quotes`),
  );
});

test("Reddit credentials without a user agent are a configuration error that names the variable", () => {
  expect(() => readConfig({ ...env, REDDIT_CLIENT_ID: "id" })).toThrow(
    /REDDIT_USER_AGENT is missing/,
  );
});

const REDDIT = { ...env, REDDIT_CLIENT_ID: "id", REDDIT_USER_AGENT: "web:unearth.test:v1" };

test.each(["REDDIT_CLIENT_ID", "REDDIT_CLIENT_SECRET"])(
  "a %s with a character that none of Reddit's has is a configuration error that does not quote it",
  (name) => {
    for (const wrong of ["se\u200Bcret", "sécret", "se\ncret", "se\u007Fcret"])
      expect(() => readConfig({ ...REDDIT, [name]: wrong })).toThrow(
        new RegExp(`^${name} has a character outside printable ASCII(?!.*cret)`),
      );
    expect(() => readConfig({ ...REDDIT, [name]: " ~se cret!\n" })).not.toThrow();
  },
);

test("a user agent for Reddit is any text that a header can hold", () => {
  for (const value of ["web:schätze.example:v1 (by /u/you)", "web:a\u200B.example:v1", "a\u007F"]) {
    expect(readConfig({ ...REDDIT, REDDIT_USER_AGENT: ` ${value}\n` }).reddit.userAgent).toBe(
      value,
    );
    expect(() => new Headers({ "User-Agent": value })).not.toThrow();
  }
  for (const value of ["web:a\nb", "web:a\r\nb", "web:a\0b"]) {
    expect(() => readConfig({ ...REDDIT, REDDIT_USER_AGENT: value })).toThrow(
      new ConfigError("REDDIT_USER_AGENT has more than one line"),
    );
    expect(() => new Headers({ "User-Agent": value })).toThrow(/invalid/i);
  }
});

test("rate limits can be switched off in development only", () => {
  expect(readConfig({ ...env, RATE_LIMITS: "off" }).rateLimits).toBe(false);
  expect(readConfig({ ...env, RATE_LIMITS: "off", ENVIRONMENT: "production" }).rateLimits).toBe(
    true,
  );
});

const LIMIT =
  /^\[\[(?:env\.(\w+)\.)?ratelimits\]\]\nname = "(\w+)"\nnamespace_id = "(\d+)"\nsimple = (.+)$/gm;

test("wrangler.toml has the same rate limits in each environment, and no counter twice", () => {
  const limits = [...env.WRANGLER_TOML.matchAll(LIMIT)];
  const numbersIn = (environment: string | undefined) =>
    Object.fromEntries(
      limits.flatMap(([, at, name, , simple]) => (at === environment ? [[name, simple]] : [])),
    );
  expect(Object.keys(numbersIn(undefined)).toSorted()).toEqual(LIMIT_NAMES.toSorted());
  expect(numbersIn("staging")).toEqual(numbersIn(undefined));
  expect(numbersIn("production")).toEqual(numbersIn(undefined));
  expect(new Set(limits.map(([, , , id]) => id)).size).toBe(3 * LIMIT_NAMES.length);
});

test("admin is off without both secrets, and a short signing secret is refused", () => {
  expect(readConfig({ ...env, ADMIN_PASSWORD_HASH: "" }).admin).toBeNull();
  expect(() =>
    readConfig({ ...env, ADMIN_PASSWORD_HASH: "$argon2id$", ADMIN_JWT_SECRET: "short" }),
  ).toThrow(/ADMIN_JWT_SECRET must have at least 32/);
});

test.each([
  ["ADMIN_PASSWORD_HASH", "$argon2id$", "is not an Argon2id hash: npm run admin:hash makes one"],
  ["ADMIN_JWT_SECRET", "x".repeat(31), "must have at least 32 characters"],
  ["REDDIT_API_URL", "nonsense", 'is not an address: "nonsense"'],
  ["ARCHIVE_API_URL", "ftp://archive.test", "must start with https://"],
  ["BOARD_MIN_ACCOUNT_AGE", "8761", 'is "8761"; it must be a number of hours from 0 to 8760'],
])("%s=%s is a configuration error that names the remedy", (name, value, remedy) => {
  const ADMIN_PASSWORD_HASH = PUBLIC_ADMIN_HASH;
  expect(() => readConfig({ ...env, ADMIN_PASSWORD_HASH, [name]: value })).toThrow(
    `${name} ${remedy}`,
  );
});

test("the admin's hash and a signing secret of 32 characters, and a board age of a year, are accepted", () => {
  const admin = { passwordHash: PUBLIC_ADMIN_HASH, jwtSecret: "x".repeat(32) };
  const config = readConfig({
    ...env,
    ADMIN_PASSWORD_HASH: ` ${admin.passwordHash}\n`,
    ADMIN_JWT_SECRET: admin.jwtSecret,
    BOARD_MIN_ACCOUNT_AGE: "8760",
  });
  expect(config).toMatchObject({ admin, boardAgeMs: 8_760 * HOUR_MS });
});

test("accounts count on the boards after a day in production and at once elsewhere, unless set", () => {
  const age = (ENVIRONMENT: string, BOARD_MIN_ACCOUNT_AGE?: string) =>
    readConfig({ ...env, ENVIRONMENT, BOARD_MIN_ACCOUNT_AGE: BOARD_MIN_ACCOUNT_AGE ?? "" })
      .boardAgeMs / 3_600_000;
  expect(["production", "staging", "development"].map((name) => age(name))).toEqual([24, 0, 0]);
  expect([age("production", "0"), age("development", "1.5")]).toEqual([0, 1.5]);
  for (const wrong of ["a day", "-1", "Infinity"])
    expect(() => age("production", wrong)).toThrow("BOARD_MIN_ACCOUNT_AGE");
});

test("a deployment misses Reddit's credentials only if it asks nothing but Reddit", () => {
  const missingWith = (POST_SOURCE: string) =>
    readConfig({ ...env, ENVIRONMENT: "production", POST_SOURCE, REDDIT_CLIENT_ID: "" }).missing;
  expect(missingWith("reddit")).toContain("REDDIT_CLIENT_ID");
  for (const source of ["auto", "archive"])
    expect(missingWith(source), source).not.toContain("REDDIT_CLIENT_ID");
});
