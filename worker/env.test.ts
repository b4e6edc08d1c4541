import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./env.ts";

test("a missing binding is named", () => {
  const { KV: _missing, ...rest } = env;
  expect(() => readConfig(rest as typeof env)).toThrow(
    new ConfigError("The binding KV is missing: see wrangler.toml"),
  );
});

test("a plain-http upstream is taken in development only", () => {
  const local = { ...env, REDDIT_API_URL: "http://127.0.0.1:9001/" };
  expect(readConfig(local).reddit.apiUrl).toBe("http://127.0.0.1:9001");
  expect(() => readConfig({ ...local, ENVIRONMENT: "production" })).toThrow(
    /REDDIT_API_URL must start with https/,
  );
});

test("Reddit credentials without a user agent are refused by name", () => {
  expect(() => readConfig({ ...env, REDDIT_CLIENT_ID: "id" })).toThrow(
    /REDDIT_USER_AGENT is missing/,
  );
});

test("rate limits can be lifted in development and nowhere else", () => {
  expect(readConfig({ ...env, RATE_LIMITS: "off" }).rateLimits).toBe(false);
  expect(readConfig({ ...env, RATE_LIMITS: "off", ENVIRONMENT: "production" }).rateLimits).toBe(
    true,
  );
});

test("admin is off without both secrets, and a short signing secret is refused", () => {
  expect(readConfig({ ...env, ADMIN_PASSWORD_HASH: "" }).admin).toBeNull();
  expect(() =>
    readConfig({ ...env, ADMIN_PASSWORD_HASH: "$argon2id$", ADMIN_JWT_SECRET: "short" }),
  ).toThrow(/ADMIN_JWT_SECRET must have at least 32/);
});
