import { createExecutionContext, createScheduledController } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { ERRORS, type ErrorBody } from "#schema/api/errors.ts";
import type { HealthResponse } from "#schema/api/health.ts";
import { ConfigError, PUBLIC_ADMIN_HASH, type Env } from "./env.ts";
import { API_HEADERS } from "./http/security-headers.ts";
import { createWorker } from "./worker.ts";

async function fetchApi(path: string, change: Partial<Env>) {
  const consoleError = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const request = new Request(`https://unearth.test/api/${path}`);
  const answer = await createWorker().fetch(
    request,
    { ...env, ...change },
    createExecutionContext(),
  );
  const lines = consoleError.mock.calls.map(
    ([line]) => JSON.parse(String(line)) as Record<string, string>,
  );
  consoleError.mockRestore();
  return { answer, body: await answer.json<ErrorBody & HealthResponse>(), lines };
}

const WRONG = { REDGIFS_API_URL: "http://inside.example:8080/v2" };

test("a configuration error is logged for the operator, and visitors get the usual error", async () => {
  const { answer, body, lines } = await fetchApi("leaderboard/users", {
    ...WRONG,
    ENVIRONMENT: "production",
  });
  expect(answer.status).toBe(500);
  expect(body).toEqual({
    success: false,
    error: "internal.error",
    message: ERRORS["internal.error"][1],
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(lines).toMatchObject([
    {
      event: "configuration",
      requestId: body.requestId,
      message: expect.stringContaining("REDGIFS_API_URL"),
    },
  ]);
  for (const [name, value] of Object.entries(API_HEADERS))
    expect(answer.headers.get(name), name).toBe(value);
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
});

test("in development the response to a configuration error names the variable", async () => {
  const wrong = { POST_SOURCE: "redit", ENVIRONMENT: "development" };
  const { body } = await fetchApi("leaderboard/users", wrong);
  expect(body.message).toContain("POST_SOURCE");
});

test.each([
  ["a malformed variable", { ARCHIVE_FALLBACK: "On" }, "ARCHIVE_FALLBACK"],
  ["Reddit without a user agent", { REDDIT_CLIENT_ID: "id" }, "REDDIT_USER_AGENT"],
  ["a short secret", { ADMIN_JWT_SECRET: "short" }, "ADMIN_JWT_SECRET"],
])("health names the reason for %s, and the log names the setting", async (_, change, name) => {
  const wrong = { ENVIRONMENT: "production", ADMIN_PASSWORD_HASH: PUBLIC_ADMIN_HASH, ...change };
  const { answer, body, lines } = await fetchApi("health", wrong);
  expect(answer.status).toBe(503);
  expect(body).toMatchObject({ d1: "ok", kv: "ok", down: [], reasons: ["configuration"] });
  expect(JSON.stringify(body)).not.toContain(name);
  expect(lines).toMatchObject([{ message: expect.stringContaining(name) }]);
});

test("a job that a configuration error stops fails, and the log names the setting", async () => {
  const consoleError = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const wrong = { ...env, POST_SOURCE: "arcive", ENVIRONMENT: "staging" };
  const controller = createScheduledController({ cron: "*/5 * * * *" });
  await expect(
    createWorker().scheduled(controller, wrong, createExecutionContext()),
  ).rejects.toThrow(ConfigError);
  const lines = consoleError.mock.calls.map(([line]) => JSON.parse(String(line)) as object);
  consoleError.mockRestore();
  expect(lines).toMatchObject([
    { event: "configuration", message: expect.stringContaining("POST_SOURCE") },
  ]);
});

const serve = (address: string, change: Partial<Env>) =>
  createWorker().fetch(new Request(address), { ...env, ...change }, createExecutionContext());

test("the public admin password of local development is refused on every host but the local machine", async () => {
  const [, hash = ""] = /^ADMIN_PASSWORD_HASH = "(.+)"$/m.exec(env.WRANGLER_TOML) ?? [];
  expect(hash).toBe(PUBLIC_ADMIN_HASH);
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  for (const ENVIRONMENT of ["development", "staging", "production"]) {
    const change = { ENVIRONMENT, ADMIN_PASSWORD_HASH: ` ${hash} ` };
    for (const address of [
      "https://unearth.test/api/health",
      "https://unearth.account.workers.dev/login",
      "http://192.168.1.20:8787/api/health",
      "https://localhost.evil.example/api/health",
    ]) {
      const refused = address.endsWith("/api/health") ? 503 : 500;
      expect((await serve(address, change)).status, address).toBe(refused);
    }
  }
  said.mockRestore();
  for (const host of ["localhost:8787", "unearth.localhost:8787", "127.0.0.1:8787", "[::1]:8787"]) {
    const change = { ADMIN_PASSWORD_HASH: hash };
    expect((await serve(`http://${host}/api/health`, change)).status, host).toBe(200);
  }
});

test("a host whose name only begins like the last local one is refused", async () => {
  const change = { ADMIN_PASSWORD_HASH: PUBLIC_ADMIN_HASH };
  expect((await serve("http://localhost/api/health", change)).status).toBe(200);
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const answer = await serve("http://localhost.evil.example/api/health", change);
  said.mockRestore();
  expect(answer.status).toBe(503);
});
