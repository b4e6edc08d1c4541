import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { DAY_MS } from "#schema/time.ts";
import { openLimit } from "#worker/testing/rate-limits.ts";
import { ADMIN_PASSWORD, adminApp } from "#worker/testing/admin.ts";
import { PASSWORD, signUp } from "#worker/testing/accounts.ts";
import { cheapPasswords, testApp, testClock, type TestApp } from "#worker/testing/test-app.ts";
import { MAX_KNOWN_ADDRESSES } from "./auth.store.ts";

const clock = testClock();
const openLimits = {
  RATE_LIMITS: "on",
  LOGIN_LIMIT: openLimit,
  SIGNUP_LIMIT: openLimit,
  ADMIN_LOGIN_LIMIT: openLimit,
  WIDE_LIMIT: openLimit,
  WIDEST_LIMIT: openLimit,
};
const app = testApp({ clock, env: openLimits });
const LOCKOUT_WINDOW_MS = 15 * 60_000;

interface From {
  address?: string;
  cookie?: string;
}

function headersOf({ address = "192.0.2.1", cookie }: From): Record<string, string> {
  return { "CF-Connecting-IP": address, ...(cookie !== undefined && { cookie }) };
}

async function login(username: string, password: string, from: From = {}): Promise<number> {
  const body = { username, password };
  return (await app.send("POST", "/api/auth/login", body, headersOf(from))).status;
}

function deviceCookieIn(answer: Response): string {
  const line = answer.headers.getSetCookie().find((one) => one.startsWith("__Host-device="));
  return line?.split(";")[0] ?? "";
}

/** Signs up from an address and returns the device cookie. */
async function newAccount(username: string, address: string): Promise<string> {
  const body = { username, password: PASSWORD };
  return deviceCookieIn(await app.send("POST", "/api/auth/signup", body, headersOf({ address })));
}

/** Locks the name for strangers, from addresses in different networks. */
async function besiege(username: string): Promise<void> {
  for (let network = 1; network <= 10; network += 1) {
    for (let count = 0; count < 10; count += 1) {
      await login(username, "wrong password", { address: `198.51.${network}.1` });
    }
  }
}

const madeUp = `__Host-device=${"A".repeat(22)}.${"A".repeat(43)}`;
const homeLine = (host: number) => `2001:db8:40:${(host % 10).toString(16)}::${host + 1}`;

test("two hundred failures from ten /64s of one home line lock that line, not the owner's device or other lines", async () => {
  const device = await newAccount("owner", "203.0.113.1");
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 200; attempt += 1) {
    statuses.push(await login("owner", "wrong password", { address: homeLine(attempt) }));
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(20);
  // The line is locked out; other addresses, and the owner's device on that line, are not.
  expect(await login("owner", PASSWORD, { address: homeLine(7) })).toBe(429);
  expect(await login("owner", PASSWORD, { address: "203.0.113.77" })).toBe(200);
  expect(await login("owner", PASSWORD, { address: homeLine(7), cookie: device })).toBe(200);
});

test("a /48 fails at most forty times, however many /56s it has", async () => {
  const statuses: number[] = [];
  for (let line = 0; line < 60; line += 1) {
    const address = `2001:db8:41:${(line << 8).toString(16)}::1`;
    statuses.push(await login("wide_target", "wrong password", { address }));
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(40);
});

test("a lockout for all addresses exempts a device and an address that logged in before", async () => {
  const device = await newAccount("besieged_owner", "203.0.113.2");
  await besiege("besieged_owner");
  expect(await login("besieged_owner", PASSWORD, { address: "203.0.113.99" })).toBe(429);
  expect(await login("besieged_owner", PASSWORD, { address: "203.0.113.2" })).toBe(200);
  for (const address of ["203.0.113.98", "198.51.1.1"])
    expect(await login("besieged_owner", PASSWORD, { address, cookie: device })).toBe(200);
});

test("a known device guesses ten times, a known address ten times", async () => {
  const cookie = await newAccount("shared_home", "203.0.113.3");
  for (const from of [{ address: "203.0.113.97", cookie }, { address: "203.0.113.3" }]) {
    const statuses: number[] = [];
    for (let count = 0; count < 12; count += 1) {
      statuses.push(await login("shared_home", "wrong password", from));
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
    expect(await login("shared_home", PASSWORD, from)).toBe(429);
  }
});

test("the cookie of another account, a changed one and a made-up one open nothing", async () => {
  const device = await newAccount("careful", "203.0.113.4");
  const foreign = await newAccount("guesser", "203.0.113.5");
  await besiege("careful");
  const [id = "", mac = ""] = device.slice("__Host-device=".length).split(".");
  const flipped = mac.startsWith("A") ? `B${mac.slice(1)}` : `A${mac.slice(1)}`;
  for (const cookie of [
    foreign,
    `__Host-device=${id}.${flipped}`,
    `__Host-device=${"A".repeat(22)}.${mac}`,
    `__Host-device=${id}`,
    "__Host-device=.",
  ]) {
    expect(await login("careful", PASSWORD, { address: "203.0.113.96", cookie })).toBe(429);
  }
});

test("an unknown device's failures have no counter of their own", async () => {
  const counters = env.DB.prepare("select count(*) as n from login_failure");
  await login("plain_target", "wrong password");
  const before = await counters.first("n");
  await login("plain_target", "wrong password", { cookie: madeUp });
  expect(await counters.first("n")).toBe(before);
});

test("a device keeps the accounts that logged in on it, the last four of them", async () => {
  let cookie = "";
  for (let index = 1; index <= 5; index += 1) {
    const body = { username: `family_${index}`, password: PASSWORD };
    const headers = headersOf({ address: "203.0.113.6", ...(cookie && { cookie }) });
    cookie = deviceCookieIn(await app.send("POST", "/api/auth/signup", body, headers));
  }
  await besiege("family_2");
  await besiege("family_1");
  const from = { address: "203.0.113.95", cookie };
  expect(await login("family_2", PASSWORD, from)).toBe(200);
  expect(await login("family_1", PASSWORD, from)).toBe(429);
});

test("a known address is forgotten after ninety days, and not before", async () => {
  await newAccount("stayer", "203.0.113.9");
  await newAccount("mover", "203.0.113.7");
  clock.advance(90 * DAY_MS - 1_000);
  await besiege("stayer");
  expect(await login("stayer", PASSWORD, { address: "203.0.113.9" })).toBe(200);
  clock.advance(1_000);
  await besiege("mover");
  expect(await login("mover", PASSWORD, { address: "203.0.113.7" })).toBe(429);
});

test("a login from a known address renews it once a day at most", async () => {
  await newAccount("regular", "203.0.113.20");
  const end = () =>
    env.DB.prepare(
      `select expires_at as at from known_address
       where unearth_user_id = (select id from app_user where username = 'regular')`,
    ).first<number>("at");
  const first = await end();
  for (const [ms, later] of [
    [DAY_MS, 0],
    [1, 86_400_001],
  ] as const) {
    clock.advance(ms);
    expect(await login("regular", PASSWORD, { address: "203.0.113.20" })).toBe(200);
    expect(await end()).toBe(Number(first) + later);
  }
});

test("an account has at most a hundred known addresses, and those it has stay known", async () => {
  await newAccount("roamer", "203.0.113.8");
  const insert = env.DB.prepare(
    "insert into known_address select id, ?, 9e12 from app_user where username = 'roamer'",
  );
  const others = Array.from({ length: MAX_KNOWN_ADDRESSES - 1 }, (_, at) => insert.bind(`a${at}`));
  await env.DB.batch(others);
  const stored = env.DB.prepare(
    `select count(*) as n, min(expires_at) as first from known_address
     where unearth_user_id = (select id from app_user where username = 'roamer')`,
  );
  const before = await stored.first();
  clock.advance(2 * DAY_MS);
  expect(await login("roamer", PASSWORD, { address: "203.0.114.8" })).toBe(200);
  expect(await stored.first()).toEqual(before);
  expect(await login("roamer", PASSWORD, { address: "203.0.113.8" })).toBe(200);
  expect(await stored.first()).toEqual({
    n: MAX_KNOWN_ADDRESSES,
    first: Number(before?.["first"]) + 2 * DAY_MS,
  });
});

test("the cookie is HttpOnly, Secure and long-lived, and holds no name and no address", async () => {
  const body = { username: "plain_name", password: PASSWORD };
  const answer = await app.send("POST", "/api/auth/signup", body, headersOf({}));
  const line = answer.headers.getSetCookie().find((one) => one.includes("device")) ?? "";
  expect(line).toMatch(
    /^__Host-device=[\w-]{22}\.[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );
});

test("the table of known addresses holds no address", async () => {
  await newAccount("unlisted", "203.0.113.200");
  const { results } = await env.DB.prepare("select * from known_address").all();
  expect(results.length).toBeGreaterThan(0);
  expect(JSON.stringify(results)).not.toContain("203.0.113");
});

test("strangers who lock the login of an account do not lock its password change", async () => {
  const { cookie } = await signUp(app, "signed_in");
  await besiege("signed_in");
  const body = { currentPassword: PASSWORD, newPassword: "another one 1" };
  const headers = { cookie, "CF-Connecting-IP": "203.0.113.94" };
  expect((await app.send("PUT", "/api/user/password", body, headers)).status).toBe(200);
});

test("after a change of password no device and no address is known that had the old one", async () => {
  const body = { username: "burgled", password: PASSWORD };
  const home = headersOf({ address: "203.0.113.30" });
  const owner = await app.send("POST", "/api/auth/signup", body, home);
  const thief = { address: "203.0.113.31" };
  const stolen = deviceCookieIn(await app.send("POST", "/api/auth/login", body, headersOf(thief)));
  const cookie = owner.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const change = { currentPassword: PASSWORD, newPassword: "another one 1" };
  const changed = await app.send("PUT", "/api/user/password", change, { ...home, cookie });
  expect(changed.status).toBe(200);
  await besiege("burgled");
  expect(await login("burgled", "another one 1", thief)).toBe(429);
  const withStolen = { address: "203.0.113.32", cookie: stolen };
  expect(await login("burgled", "another one 1", withStolen)).toBe(429);
  const onTheWay = { address: "203.0.113.33", cookie: deviceCookieIn(changed) };
  expect(await login("burgled", "another one 1", onTheWay)).toBe(200);
  expect(await login("burgled", "another one 1", { address: "203.0.113.30" })).toBe(200);
});

const adminLogin = (admin: TestApp, password: string, from: From) =>
  admin.send("POST", "/api/admin/login", { password }, headersOf(from));

test("failed admin logins count in D1 by address, by line and in all; a known device alone gets in", async () => {
  const admin = adminApp({ clock, env: openLimits });
  const cookie = deviceCookieIn(
    await adminLogin(admin, ADMIN_PASSWORD, { address: "203.0.113.8" }),
  );
  const wrong = async (address: string) =>
    (await adminLogin(admin, "a wrong password", { address })).status;
  const here: number[] = [];
  for (let count = 0; count < 12; count += 1) here.push(await wrong("192.0.2.10"));
  expect(here).toEqual([...Array<number>(10).fill(401), 429, 429]);
  const locked = await adminLogin(admin, ADMIN_PASSWORD, { address: "192.0.2.10" });
  expect(await locked.json()).toMatchObject({ error: "auth.locked" });
  for (let network = 1; network <= 10; network += 1) {
    for (let count = 0; count < 10; count += 1) await wrong(`198.51.${network}.1`);
  }
  expect((await adminLogin(admin, ADMIN_PASSWORD, { address: "203.0.113.93" })).status).toBe(429);
  for (const strange of [await newAccount("no_admin", "203.0.113.9"), madeUp]) {
    const from = { address: "203.0.113.93", cookie: strange };
    expect((await adminLogin(admin, ADMIN_PASSWORD, from)).status).toBe(429);
  }
  const known = await adminLogin(admin, ADMIN_PASSWORD, { address: "203.0.113.93", cookie });
  expect(known.status).toBe(200);
  clock.advance(LOCKOUT_WINDOW_MS);
  expect((await adminLogin(admin, ADMIN_PASSWORD, { address: "203.0.113.93" })).status).toBe(200);
});

test("a device that knew the admin's former password is a stranger", async () => {
  const before = adminApp({ clock, env: openLimits });
  const from = { address: "203.0.113.34" };
  const cookie = deviceCookieIn(await adminLogin(before, ADMIN_PASSWORD, from));
  const ADMIN_PASSWORD_HASH = cheapPasswords.hash("a new password for admins");
  const after = adminApp({ clock, env: { ...openLimits, ADMIN_PASSWORD_HASH } });
  for (let network = 1; network <= 10; network += 1) {
    for (let count = 0; count < 10; count += 1)
      await adminLogin(after, "a wrong password", { address: `198.51.${network}.1` });
  }
  const late = { address: "203.0.113.35", cookie };
  expect((await adminLogin(after, "a new password for admins", late)).status).toBe(429);
  clock.advance(LOCKOUT_WINDOW_MS);
});

test("admin passwords guessed in parallel get at most ten answers", async () => {
  const admin = adminApp({ clock, env: openLimits });
  const answers = await Promise.all(
    Array.from({ length: 40 }, () =>
      adminLogin(admin, "a wrong password", { address: "192.0.2.11" }),
    ),
  );
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
});
