import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { AuthStatusResponse } from "#schema/api/auth.ts";
import { DAY_MS } from "#schema/time.ts";
import { cookieOf, logIn, PASSWORD, signUp } from "#worker/testing/accounts.ts";
import { loggedLines } from "#worker/testing/logged-lines.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";
import { MAX_SESSIONS } from "./auth.store.ts";

const clock = testClock();
const app = testApp({ clock });

const status = (cookie: string, at = app) =>
  at.request("/api/auth/status", { headers: { cookie } });
const isSignedIn = async (cookie: string) =>
  (await (await status(cookie)).json<AuthStatusResponse>()).isAuthenticated;
const sessions = async () =>
  (await env.DB.prepare("select * from session").all<Record<string, string>>()).results;

test("status with a session is one statement that reads two rows and writes none", async () => {
  const { cookie } = await signUp(app, "frugal");
  app.meter.reset();
  await status(cookie);
  expect(app.meter).toMatchObject({ statements: 1, rowsWritten: 0 });
  expect(app.meter.rowsRead).toBeLessThanOrEqual(2);
});

test("without a cookie, or with one of the wrong form, no statement runs", async () => {
  app.meter.reset();
  for (const token of ["", "short", "!".repeat(43), `${"A".repeat(43)}=`, `=${"A".repeat(43)}`]) {
    expect((await status(`__Host-sid=${token}`)).status).toBe(200);
  }
  expect((await status("")).status).toBe(200);
  expect(app.meter.statements).toBe(0);
});

test("a login is five statements in two round trips, six when it replaces a session", async () => {
  const first = await signUp(app, "counted");
  app.meter.reset();
  await logIn(app, "counted");
  expect(app.meter).toMatchObject({ statements: 5, calls: 2 });
  app.meter.reset();
  await logIn(app, "counted", PASSWORD, { cookie: first.cookie });
  expect(app.meter).toMatchObject({ statements: 6, calls: 2 });
});

test("the cookie is HttpOnly, Secure, Lax, for the whole host and 30 days", async () => {
  const answer = await app.send("POST", "/api/auth/signup", {
    username: "flags",
    password: PASSWORD,
  });
  const [cookie = ""] = answer.headers.getSetCookie();
  expect(cookie).toMatch(/^__Host-sid=[A-Za-z0-9_-]{43}; /);
  expect(cookie.split("; ").slice(1).sort()).toEqual([
    "HttpOnly",
    "Max-Age=2592000",
    "Path=/",
    "SameSite=Lax",
    "Secure",
  ]);
});

test("on plain http the cookie is sid without Secure on loopback only", async () => {
  const nameAt = async (origin: string, username: string) => {
    const answer = await app.send("POST", `${origin}/api/auth/signup`, {
      username,
      password: PASSWORD,
    });
    const [cookie = ""] = answer.headers.getSetCookie();
    return `${cookie.split("=")[0]}${cookie.includes("; Secure") ? " Secure" : ""}`;
  };
  expect(await nameAt("http://localhost:8787", "loop_a")).toBe("sid");
  expect(await nameAt("http://127.0.0.1:8787", "loop_b")).toBe("sid");
  expect(await nameAt("http://[::1]:8787", "loop_c")).toBe("sid");
  expect(await nameAt("http://127.0.0.1.evil.example", "loop_d")).toBe("__Host-sid Secure");
  expect(await nameAt("https://localhost", "loop_e")).toBe("__Host-sid Secure");
});

test("the database holds the hash of a session token and never the token", async () => {
  const { cookie } = await signUp(app, "hashed");
  const token = cookie.split("=")[1] ?? "";
  const rows = await sessions();
  expect(JSON.stringify(rows)).not.toContain(token);
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  const sid = btoa(String.fromCharCode(...new Uint8Array(hash)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  expect(rows.map((row) => row["sid"])).toContain(sid);
  expect(await isSignedIn(`__Host-sid=${sid}`), "what is stored is no key").toBe(false);
});

test("login and sign-up make a new session and end the presented one, also another account's", async () => {
  const before = await signUp(app, "rotating");
  const after = await logIn(app, "rotating", PASSWORD, { cookie: before.cookie });
  expect(after.cookie).not.toBe(before.cookie);
  expect(await isSignedIn(before.cookie)).toBe(false);
  expect(await isSignedIn(after.cookie)).toBe(true);
  const other = await signUp(app, "rotating_other");
  await logIn(app, "rotating", PASSWORD, { cookie: other.cookie });
  expect(await isSignedIn(other.cookie)).toBe(false);
  const body = { username: "rotated", password: PASSWORD };
  const fresh = await app.send("POST", "/api/auth/signup", body, { cookie: after.cookie });
  expect(fresh.status).toBe(201);
  expect(await isSignedIn(after.cookie), "presented by a sign-up").toBe(false);
});

test("the answer to a login has its time, like the status after it", async () => {
  const first = await signUp(app, "returning");
  clock.advance(60_000);
  const { user, cookie } = await logIn(app, "returning");
  const lastLoginAt = new Date(Date.parse(first.user.createdAt) + 60_000).toISOString();
  expect(user).toEqual({ ...first.user, lastLoginAt });
  const status = await app.request("/api/auth/status", { headers: { cookie } });
  expect(await status.json()).toMatchObject({ user });
});

test("a failed login keeps the presented session", async () => {
  const { cookie } = await signUp(app, "steady");
  const body = { username: "steady", password: "not the one" };
  await app.send("POST", "/api/auth/login", body, { cookie });
  expect(await isSignedIn(cookie)).toBe(true);
});

test("a session id chosen by the client is never used", async () => {
  await signUp(app, "fixated");
  const planted = `__Host-sid=${"A".repeat(43)}`;
  const { cookie } = await logIn(app, "fixated", PASSWORD, { cookie: planted });
  expect(cookie).not.toBe(planted);
  expect(await isSignedIn(planted)).toBe(false);
});

test("logout ends this session and no other, clears the cookie, and is 200 when signed out", async () => {
  const phone = await signUp(app, "two_devices");
  const laptop = await logIn(app, "two_devices");
  const answer = await app.request("/api/auth/logout", {
    method: "POST",
    headers: { cookie: phone.cookie },
  });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ success: true, message: "Logged out" });
  expect(answer.headers.getSetCookie()).toEqual([
    "__Host-sid=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax",
  ]);
  expect(await isSignedIn(phone.cookie)).toBe(false);
  expect(await isSignedIn(laptop.cookie)).toBe(true);
  expect((await app.request("/api/auth/logout", { method: "POST" })).status).toBe(200);
});

test("past the limit of an address its logouts reach no database, even with invented sessions", async () => {
  const keys: string[] = [];
  const counting = (most: number): RateLimit => ({
    limit: async ({ key }) => ({ success: keys.push(key) <= most }),
  });
  const limits = { HEART_ADDRESS_LIMIT: counting(2), HEART_NETWORK_LIMIT: counting(9) };
  const limited = testApp({ clock, env: { RATE_LIMITS: "on", ...limits } });
  const logOut = (digit: number) => {
    const headers = {
      cookie: `__Host-sid=${String(digit).repeat(43)}`,
      "CF-Connecting-IP": "203.0.113.9",
    };
    return limited.request("/api/auth/logout", { method: "POST", headers });
  };
  expect((await logOut(1)).status).toBe(200);
  limited.meter.reset();
  const refused = await logOut(2);
  expect(refused.status).toBe(429);
  expect(refused.headers.getSetCookie(), "the session goes on").toEqual([]);
  expect(limited.meter.calls).toBe(0);
  const own = "logout 203.0.113.9";
  expect(keys).toEqual([own, "HEART_ADDRESS_LIMIT logout 203.0.113.0/24", own]);
});

test("a login past a hundred sessions ends the account's longest unused one, and no other account's", async () => {
  const other = await signUp(app, "bystander");
  const first = await signUp(app, "many_devices");
  clock.advance(1000);
  const recent = await logIn(app, "many_devices");
  const insert = env.DB.prepare(
    "insert into session (sid, sess, expire, unearth_user_id) select ?1, '{}', ?2, id from app_user where username = 'many_devices'",
  );
  const later = clock.now() + 31 * DAY_MS;
  const more = Array.from({ length: MAX_SESSIONS - 3 }, (_, at) =>
    insert.bind(`more-${at}`, later),
  );
  await env.DB.batch(more);
  await logIn(app, "many_devices");
  expect(await isSignedIn(first.cookie), "a hundred").toBe(true);
  const { cookie } = await logIn(app, "many_devices");
  expect(await isSignedIn(first.cookie), "a hundred and one").toBe(false);
  for (const kept of [cookie, recent.cookie, other.cookie])
    expect(await isSignedIn(kept)).toBe(true);
  const stored = await sessions();
  expect(stored.filter(({ sid }) => sid?.startsWith("more-"))).toHaveLength(MAX_SESSIONS - 3);
});

test("a login that is refused at the last moment ends none of a hundred sessions, nor the presented one", async () => {
  const { cookie } = await signUp(app, "refused_late");
  const insert = env.DB.prepare(
    "insert into session (sid, sess, expire, unearth_user_id) select ?, '{}', ?, id from app_user where username = 'refused_late'",
  );
  const more = Array.from({ length: MAX_SESSIONS - 1 }, (_, at) =>
    insert.bind(`late-${at}`, clock.now() + DAY_MS),
  );
  await env.DB.batch(more);
  const before = await sessions();
  const DB = {
    prepare: (query: string) => env.DB.prepare(query),
    batch: async (statements: D1PreparedStatement[]) => {
      await env.DB.exec("update app_user set password = '' where username = 'refused_late'");
      return env.DB.batch(statements);
    },
  } as unknown as D1Database;
  const body = { username: "refused_late", password: PASSWORD };
  const refused = await testApp({ env: { DB } }).send("POST", "/api/auth/login", body, { cookie });
  expect(refused.status).toBe(401);
  expect(await sessions()).toEqual(before);
});

test("a session is extended at most once a day and ends 30 days after its last use", async () => {
  const { cookie } = await signUp(app, "sliding");
  const unused = await logIn(app, "sliding");
  clock.advance(DAY_MS - 1000);
  app.meter.reset();
  expect((await status(cookie)).headers.getSetCookie()).toEqual([]);
  expect(app.meter.rowsWritten).toBe(0);
  clock.advance(2000);
  const renewed = await status(cookie);
  expect(cookieOf(renewed)).toBe(cookie);
  app.meter.reset();
  await status(cookie);
  expect(app.meter.rowsWritten).toBe(0);
  clock.advance(30 * DAY_MS - 1000);
  expect(await isSignedIn(cookie)).toBe(true);
  expect(await isSignedIn(unused.cookie), "another session of the account").toBe(false);
  clock.advance(30 * DAY_MS);
  expect(await isSignedIn(cookie)).toBe(false);
});

test("status clears no cookie, neither of an expired session nor of an unknown one", async () => {
  const { cookie } = await signUp(app, "expired");
  clock.advance(31 * DAY_MS);
  for (const ended of [cookie, `__Host-sid=${"B".repeat(43)}`]) {
    const answer = await status(ended);
    expect(await answer.json()).toEqual({ isAuthenticated: false, user: null });
    expect(answer.headers.getSetCookie()).toEqual([]);
  }
});

test("a renewal that fails does not fail the request", async () => {
  const lines = loggedLines();
  const { cookie } = await signUp(app, "unlucky");
  clock.advance(2 * DAY_MS);
  const readOnly = {
    prepare: (sql: string) => {
      if (sql.startsWith("update")) throw new Error("D1_ERROR: read only");
      return env.DB.prepare(sql);
    },
  } as unknown as D1Database;
  const answer = await status(cookie, testApp({ clock, env: { DB: readOnly } }));
  expect(await answer.json()).toMatchObject({ isAuthenticated: true });
  expect(lines("session_renewal")).toHaveLength(1);
});
