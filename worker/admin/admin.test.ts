import { SignJWT } from "jose";
import { expect, test, vi } from "vitest";
import { brand } from "#schema/brand.ts";
import type { AdminLoginResponse } from "#schema/api/admin.ts";
import { HOUR_MS } from "#schema/time.ts";
import { brokenD1 } from "#worker/testing/faulty-d1.ts";
import { ADMIN_PASSWORD, adminApp, adminHeaders } from "#worker/testing/admin.ts";
import { withUnusedBits } from "#worker/testing/unused-bits.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";
import { inOneMinute } from "#worker/testing/in-one-minute.ts";

const SECRET = "a-secret-for-tests-only-0123456789abcdef";
const clock = testClock();
const app = adminApp({ clock });

const session = (Authorization: string, at = app) =>
  at.request("/api/admin/session", { headers: { Authorization } });

test("the right password returns a token for eight hours, with which the session is read", async () => {
  const answer = await app.send("POST", "/api/admin/login", { password: ADMIN_PASSWORD });
  expect(answer.status).toBe(200);
  const { token, ...rest } = await answer.json<AdminLoginResponse>();
  const expiresAt = new Date(clock.now() + 8 * HOUR_MS).toISOString();
  expect(rest).toEqual({ success: true, expiresAt });
  app.meter.reset();
  const opened = await session(`Bearer ${token}`);
  expect(await opened.json()).toEqual({ success: true, expiresAt });
  expect(app.meter).toMatchObject({ statements: 1, rowsWritten: 0 });
  expect(app.meter.rowsRead).toBeLessThanOrEqual(1);
});

test("a wrong password is 401 and logged, an empty one 400", async () => {
  const said = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const wrong = await app.send("POST", "/api/admin/login", { password: "unearth-local" });
  expect(wrong.status).toBe(401);
  expect(said.mock.calls.join()).toContain('"code":"admin.invalid_credentials"');
  said.mockRestore();
  expect(await wrong.json()).toMatchObject({ error: "admin.invalid_credentials" });
  const empty = await app.send("POST", "/api/admin/login", { password: "" });
  expect(await empty.json()).toMatchObject({ fields: { password: "Password is required" } });
});

test("a token ends after eight hours", async () => {
  const { Authorization } = await adminHeaders(app);
  clock.advance(8 * HOUR_MS - 1000);
  expect((await session(Authorization)).status).toBe(200);
  clock.advance(1000);
  expect((await session(Authorization)).status).toBe(401);
});

test("logout ends this token at once and no other one", async () => {
  const one = await adminHeaders(app);
  const two = await adminHeaders(app);
  const answer = await app.request("/api/admin/logout", { method: "POST", headers: one });
  expect(answer.status).toBe(200);
  expect((await session(one.Authorization)).status).toBe(401);
  expect((await session(two.Authorization)).status).toBe(200);
  const again = await app.request("/api/admin/logout", { method: "POST", headers: one });
  expect(again.status).toBe(401);
});

/** A token as the server makes it, with the claims and the key that a test changes. */
function forged(
  claims: Record<string, unknown> = {},
  { alg = "HS256", typ = "JWT", secret = SECRET } = {},
): Promise<string> {
  const now = Math.floor(clock.now() / 1000);
  const ours = {
    iss: "unearth",
    aud: "unearth-admin-development",
    jti: crypto.randomUUID(),
    iat: now,
    exp: now + 3600,
  };
  return new SignJWT({ ...ours, ...claims })
    .setProtectedHeader({ alg, typ })
    .sign(new TextEncoder().encode(secret));
}

const seconds = (offset: number) => Math.floor((clock.now() + offset) / 1000);

const encoded = (value: unknown) => btoa(JSON.stringify(value)).replaceAll("=", "");

async function unsigned(alg: string): Promise<string> {
  const [, payload = ""] = (await forged()).split(".");
  return `${encoded({ alg, typ: "JWT" })}.${payload}.`;
}

test("a token with all claims, signed with the secret, is accepted", async () => {
  expect((await session(`Bearer ${await forged()}`)).status).toBe(200);
});

test.each([
  ["without a signature (alg none)", () => unsigned("none")],
  ["without a signature (alg None)", () => unsigned("None")],
  ["without a signature but the right alg", () => unsigned("HS256")],
  ["signed with another secret", () => forged({}, { secret: `${SECRET}x` })],
  ["signed with an empty-looking secret", () => forged({}, { secret: "0".repeat(32) })],
  ["signed by another algorithm", () => forged({}, { alg: "HS512" })],
  ["of another type", () => forged({}, { typ: "at+jwt" })],
  ["that has expired", () => forged({ exp: seconds(0) })],
  ["that never expires", () => forged({ exp: undefined })],
  ["of another audience", () => forged({ aud: "unearth-web" })],
  ["of another environment", () => forged({ aud: "unearth-admin-staging" })],
  ["of no audience", () => forged({ aud: undefined })],
  ["of another issuer", () => forged({ iss: "somebody" })],
  ["without an id", () => forged({ jti: undefined })],
  ["issued nine hours ago for longer than we give", () => forged({ iat: seconds(-9 * HOUR_MS) })],
  ["with its payload changed", async () => tampered(await forged())],
  ["with its last character changed", async () => withUnusedBits(await forged())],
])("a token %s is 401", async (_, make) => {
  const answer = await session(`Bearer ${await make()}`);
  expect(answer.status).toBe(401);
  expect(answer.headers.get("WWW-Authenticate")).toBe("Bearer");
  expect(await answer.json()).toMatchObject({ error: "admin.required" });
});

function tampered(token: string): string {
  const [head = "", payload = "", signature = ""] = token.split(".");
  const claims = JSON.parse(atob(payload)) as Record<string, unknown>;
  return `${head}.${encoded({ ...claims, exp: 9_999_999_999 })}.${signature}`;
}

test("an Authorization header without a bearer token is 401", async () => {
  const { Authorization } = await adminHeaders(app);
  const token = Authorization.slice("Bearer ".length);
  for (const header of [
    "",
    token,
    "Bearer",
    "Bearer ",
    "Basic YTpi",
    `Bearer ${token} x`,
    `Token ${token}`,
  ]) {
    expect((await session(header)).status, header).toBe(401);
  }
});

test("without the secrets every admin call is 503 admin.not_configured", async () => {
  const bare = testApp({ env: { ADMIN_PASSWORD_HASH: "" } });
  const { Authorization } = await adminHeaders(app);
  const answers = [
    await bare.send("POST", "/api/admin/login", { password: ADMIN_PASSWORD }),
    await session(Authorization, bare),
    await bare.request("/api/feedback", { headers: { Authorization } }),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ error: "admin.not_configured" });
  }
});

test("a token whose revocation cannot be checked is refused", async () => {
  const { Authorization } = await adminHeaders(app);
  const DB = brokenD1("D1_ERROR: Network connection lost");
  const answer = await session(Authorization, adminApp({ clock, env: { DB } }));
  expect(answer.status).toBe(503);
});

test("admin logins are limited to five a minute from one address", async () => {
  const limited = adminApp({ env: { RATE_LIMITS: "on" } });
  const statuses = await inOneMinute(async (headers) => {
    const seen: number[] = [];
    for (let index = 0; index < 6; index += 1) {
      const body = { password: "guess again" };
      seen.push((await limited.send("POST", "/api/admin/login", body, headers)).status);
    }
    return seen;
  });
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
});

test("in a deployment the routes of /api/admin are on the API's host and on no other", async () => {
  const { pageOrigins, apiOrigin } = brand.environments.production;
  const deployed = adminApp({ clock, env: { ENVIRONMENT: "production" } });
  const status = async (origin: string, path: string, method = "GET") =>
    (await deployed.request(`${origin}/api/admin/${path}`, { method })).status;
  expect(await status(apiOrigin, "session")).toBe(401);
  const others = [
    ...[...pageOrigins, apiOrigin].flatMap((origin) => [`${origin}:8443`, `${origin}.`]),
    ...pageOrigins,
    brand.environments.staging.apiOrigin,
    "https://unearth-production.owner.workers.dev",
  ];
  for (const origin of others) {
    expect(await status(origin, "session"), origin).toBe(404);
    expect(await status(origin, "removals"), origin).toBe(404);
    expect(await status(origin, "login", "POST"), origin).toBe(404);
  }
});

test("the routes of /api/admin answer to no other spelling of this prefix", async () => {
  const app = adminApp({ clock });
  expect((await app.request("/api/admin/session")).status).toBe(401);
  for (const path of ["/api/%61dmin/session", "/%61pi/admin/session", "/api//admin/session"]) {
    expect((await app.request(path)).status, path).toBe(404);
  }
});
