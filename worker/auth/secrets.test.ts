import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { ADMIN_PASSWORD, adminApp, adminHeaders } from "#worker/testing/admin.ts";
import { PASSWORD, signUp } from "#worker/testing/accounts.ts";
import { hurried } from "#worker/testing/sliced-timers.ts";
import { waited } from "#worker/testing/measure-waits.ts";
import { cheapPasswords, testApp } from "#worker/testing/test-app.ts";

const EMAIL = "private.person@example.com";
const app = testApp();
const said: string[] = [];

beforeEach(() => {
  said.length = 0;
  for (const level of ["log", "info", "warn", "error", "debug"] as const) {
    vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => {
      said.push(parts.map(String).join(" "));
    });
  }
});

/** The real database; statements that match `verb`, and all batches, fail with an error that quotes bound values. */
function brokenFor(verb: RegExp): D1Database {
  const statement = (sql: string, values: unknown[]): D1PreparedStatement => {
    const fail = () => Promise.reject(new Error(`D1_ERROR: cannot ${sql} with ${values.join()}`));
    if (!verb.test(sql)) return env.DB.prepare(sql);
    const bind = (...bound: unknown[]) => statement(sql, bound);
    const work = { all: fail, raw: fail, run: fail, first: fail };
    return { bind, values, ...work } as unknown as D1PreparedStatement;
  };
  return {
    prepare: (sql: string) => statement(sql, []),
    batch: (statements: { values?: unknown[] }[]) => {
      const bound = statements.map(({ values }) => values?.join()).join();
      return Promise.reject(new Error(`D1_ERROR: cannot insert ${bound}`));
    },
  } as unknown as D1Database;
}

test("logs and responses hold no password, hash, cookie or address, also when everything fails", async () => {
  const { cookie } = await signUp(app, "discreet", { email: EMAIL });
  const admin = adminApp();
  const { Authorization } = await adminHeaders(admin);
  const broken = adminApp({ env: { DB: brokenFor(/^(?:select|insert|update|delete)/i) } });
  const headers = { cookie, Authorization };
  const answers = [
    await app.send("POST", "/api/auth/login", { username: EMAIL, password: `${PASSWORD}!` }),
    await app.send("POST", "/api/auth/signup", { username: "discreet", password: PASSWORD }),
    await app.send("PUT", "/api/user/password", { currentPassword: PASSWORD }, headers),
    await app.send("POST", "/api/admin/login", { password: `${ADMIN_PASSWORD}!` }),
    await broken.send("POST", "/api/auth/signup", {
      username: "discreet_2",
      password: PASSWORD,
      email: EMAIL,
    }),
    await broken.send("POST", "/api/auth/login", { username: EMAIL, password: PASSWORD }),
    await broken.request("/api/auth/status", { headers }),
    await broken.request("/api/admin/session", { headers }),
    await broken.send("POST", "/api/feedback", {
      title: "A title",
      description: `write me at ${EMAIL}`,
      email: EMAIL,
    }),
  ];
  const bodies = await Promise.all(answers.map((answer) => answer.text()));
  const everything = [...said, ...bodies].join("\n");
  expect(answers.map(({ status }) => status >= 400)).toEqual(answers.map(() => true));
  expect(said.length).toBeGreaterThan(answers.length);
  const secrets = [
    PASSWORD,
    ADMIN_PASSWORD,
    EMAIL,
    "argon2id",
    cookie.split("=")[1] ?? "",
    Authorization.split(" ")[1] ?? "",
    env.ADMIN_JWT_SECRET ?? "",
    "discreet",
  ];
  for (const secret of secrets) expect(everything).not.toContain(secret);
});

test("no request of a cross-site page can act with the visitor's cookie", async () => {
  const { cookie } = await signUp(app, "visitor");
  const requests: [string, string, HeadersInit, string][] = [
    ["POST", "/api/auth/logout", { "Sec-Fetch-Site": "cross-site" }, ""],
    ["POST", "/api/auth/logout", { Origin: "https://evil.example" }, ""],
    ["POST", "/api/user/preferences/reset", { "Sec-Fetch-Site": "same-site" }, ""],
    [
      "POST",
      "/api/auth/login",
      {
        Origin: "https://evil.example",
        "Content-Type": "application/x-www-form-urlencoded",
      },
      "username=a&password=b",
    ],
    [
      "DELETE",
      "/api/user",
      { Origin: "null", "Content-Type": "text/plain" },
      `{"password":"${PASSWORD}"}`,
    ],
    [
      "PUT",
      "/api/user/password",
      { "Sec-Fetch-Site": "cross-site", "Content-Type": "application/json" },
      `{"currentPassword":"${PASSWORD}","newPassword":"taken over 1"}`,
    ],
  ];
  for (const [method, path, headers, body] of requests) {
    const answer = await app.request(path, {
      method,
      headers: { ...headers, cookie },
      body: body || null,
    });
    expect(answer.status, `${method} ${path}`).toBe(403);
    expect(answer.headers.getSetCookie()).toEqual([]);
  }
  expect((await app.request("/api/auth/me", { headers: { cookie } })).status).toBe(200);
  const body = { username: "visitor", password: PASSWORD };
  expect((await app.send("POST", "/api/auth/login", body)).status).toBe(200);
});

test("a form's content type is refused also from our own page", async () => {
  const answer = await app.request("/api/auth/login", {
    method: "POST",
    headers: { "Content-Type": "text/plain", Origin: "https://unearth.test" },
    body: JSON.stringify({ username: "visitor", password: PASSWORD }),
  });
  expect(answer.status).toBe(415);
});

test("line breaks in a client's input reach no header", async () => {
  const nasty = "a\r\nSet-Cookie: sid=1\r\nX-Evil: 1";
  const { cookie } = await signUp(app, "splitter", { displayName: nasty });
  const answers = [
    await app.send("POST", "/api/auth/signup", { username: nasty, password: PASSWORD }),
    await app.request("/api/user/export", { headers: { cookie } }),
  ];
  for (const { headers } of answers) {
    expect(JSON.stringify([...headers])).not.toMatch(/evil/i);
    expect(headers.getSetCookie()).toEqual([]);
  }
});

test("a client's input cannot add a line to the logs", async () => {
  const nasty = 'a"}\r\n{"event":"forged"}';
  const broken = testApp({ env: { DB: brokenFor(/./) } });
  const headers = { cookie: `__Host-sid=${"a".repeat(43)}`, "User-Agent": "forged" };
  const answers = [
    await broken.send("POST", "/api/auth/login", { username: nasty, password: PASSWORD }),
    await broken.request(`/api/auth/me?${new URLSearchParams({ nasty })}`, { headers }),
    await broken.request("/api/leaderboard/users/forged/vote", { method: "POST", headers }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
  expect(said.length).toBeGreaterThanOrEqual(answers.length);
  for (const line of said) {
    expect(line).not.toMatch(/[\r\n]|forged/);
    expect(JSON.parse(line)).toMatchObject({
      level: "error",
      route: expect.stringMatching(/^\/api\//),
    });
  }
});

test.each<[string, number, RateLimit["limit"]]>([
  ["fails", 0, () => Promise.reject(new Error("unreachable"))],
  ["never answers", 1_000, () => new Promise(() => undefined)],
])("a rate limiter that %s refuses no request, which waits %i ms", async (_, waitMs, limit) => {
  const username = `through_${waitMs}`;
  const env = { RATE_LIMITS: "on", LOGIN_LIMIT: { limit }, SIGNUP_LIMIT: { limit } };
  const open = testApp({ env, passwords: cheapPasswords });
  const { result, waitedMs } = await waited(() =>
    hurried(async () => {
      await signUp(open, username);
      return open.send("POST", "/api/auth/login", { username, password: PASSWORD });
    }),
  );
  expect(result.status).toBe(200);
  expect(waitedMs, "of a sign-up and a login").toBe(2 * waitMs);
  expect(said.filter((line) => line.includes('"event":"rate_limit"'))).toHaveLength(2);
});
