import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { runScheduled } from "#worker/jobs/runner.ts";
import { adminApp } from "#worker/testing/admin.ts";
import { shutLimit } from "#worker/testing/rate-limits.ts";
import { appOver } from "#worker/testing/search.ts";
import { REDDIT_ENV, standIn } from "#worker/testing/stand-in.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";

type Line = Record<string, unknown>;
let lines: Line[] = [];

beforeEach(() => {
  lines = [];
  for (const level of ["info", "warn", "error"] as const) {
    vi.spyOn(console, level).mockImplementation((line: unknown) => {
      lines.push(JSON.parse(String(line)) as Line);
    });
  }
});

const failing = (message: string) => {
  const fail = (values: unknown[]) => () =>
    Promise.reject(new Error(`${message} ${values.join()}`));
  const statement = (values: unknown[]): unknown => ({
    bind: (...bound: unknown[]) => statement(bound),
    run: fail(values),
    all: fail(values),
    raw: fail(values),
    first: fail(values),
  });
  return { prepare: () => statement([]), batch: fail([]) } as unknown as D1Database;
};

const OVERLOADED = "D1_ERROR: D1 DB is overloaded. Requests queued for too long.";

test("the log line of a failed database has its message, the route pattern, time, location and request id", async () => {
  const clock = testClock();
  const app = testApp({ clock, colo: "AMS", env: { DB: failing(OVERLOADED) } });
  const path = "/api/leaderboard/users/Somebody_Private/vote-status";
  const answer = await app.request(path);
  expect(answer.status).toBe(503);
  const line = lines.find(({ event }) => event === "request_failed");
  expect(line).toMatchObject({
    dependency: "d1",
    message: expect.stringContaining(OVERLOADED),
    route: "/api/leaderboard/users/:id/vote-status",
    requestId: answer.headers.get("X-Request-Id"),
    ms: 0,
    colo: "AMS",
  });
  expect(lines.find(({ event }) => event === "request")).toMatchObject({
    level: "error",
    method: "GET",
    status: 503,
    route: "/api/leaderboard/users/:id/vote-status",
  });
  expect(JSON.stringify(lines).toLowerCase()).not.toContain("somebody_private");
});

test("a line logged deep inside a request, for an answer without the database, has the same fields", async () => {
  const app = testApp({
    colo: "AMS",
    env: { DB: failing("D1_ERROR: no such table: reddit_user") },
  });
  await env.KV.delete("board:users");
  const answer = await app.request("/api/leaderboard/users");
  expect(answer.status).toBe(503);
  expect(lines.find(({ event }) => event === "request_failed")).toMatchObject({
    code: "internal.unavailable",
    dependency: "d1",
  });
  for (const line of lines) {
    expect(line).toMatchObject({
      requestId: answer.headers.get("X-Request-Id"),
      route: "/api/leaderboard/users",
      colo: "AMS",
    });
  }
});

test("the log line of a violated constraint names the constraint without the values", async () => {
  const app = testApp();
  const statement = app
    .deps()
    .d1.prepare("insert into app_user (id, username, password) values (?, ?, ?)");
  await statement.bind("same-id", "First Person", "secret hash").run();
  const error: unknown = await statement
    .bind("same-id", "Second Person", "other hash")
    .run()
    .catch((thrown: unknown) => thrown);
  const { errorFields } = await import("./log.ts");
  const fields = errorFields(error);
  expect(fields.message).toMatch(/UNIQUE constraint failed: app_user\.id/);
  expect(JSON.stringify(fields)).not.toMatch(/Person|hash/);
});

test("values of three characters or more are left out of a message that quotes them, in lists too", async () => {
  const quoting = failing("D1_ERROR: cannot read Private_Two:");
  const app = testApp({ env: { DB: quoting } });
  const names = JSON.stringify(["Private_One", "Private_Two"]);
  const error: unknown = await app
    .deps()
    .d1.prepare("select ?, ?, ?, ?, ?")
    .bind("Private", names, "me@example.org", "Ann", "ab")
    .all()
    .catch((thrown: unknown) => thrown);
  const { errorFields } = await import("./log.ts");
  expect(errorFields(error).message).toBe("D1_ERROR: cannot read ?: ?,?,?,?,ab");
});

test("an error's line names its cause and its place; what is no error is named by its type", async () => {
  const { errorFields } = await import("./log.ts");
  const cause = new TypeError("about a visitor");
  expect(errorFields(new Error("about a visitor", { cause }))).toMatchObject({
    errorName: "Error",
    causeName: "TypeError",
    message: undefined,
    at: expect.stringMatching(/^at .*log\.test/),
  });
  expect(errorFields("about a visitor")).toEqual({ errorName: "string" });
});

test.each(["me\nat Dover", "me\n    at Dover", "me\n    at Dover\n    at Calais (a:1:1)"])(
  "a line of a bound text is not taken for the error's place: %j",
  async (text) => {
    const app = testApp({ env: { DB: failing("D1_ERROR: gone") } });
    const error: unknown = await app
      .deps()
      .db.run(sql`select ${text}`)
      .then(null, (thrown: unknown) => thrown);
    const { errorFields } = await import("./log.ts");
    expect(error).toMatchObject({ message: expect.stringContaining(text) });
    expect(errorFields(error).at).toMatch(/^at .*:\d+:\d+\)?$/);
    expect(errorFields(error).at).not.toMatch(/Dover|Calais/);
  },
);

/** The message that is logged when the database fails with `message`. */
async function loggedMessage(message: string): Promise<unknown> {
  const app = testApp({ env: { DB: failing(message) } });
  const error: unknown = await app
    .deps()
    .d1.prepare("select 1")
    .all()
    .catch((thrown: unknown) => thrown);
  const { errorFields } = await import("./log.ts");
  return errorFields(error).message;
}

test("mail addresses are left out of a message though no statement bound them", async () => {
  const message = await loggedMessage("D1_ERROR: <a@b.example>, c@d@e and @f, g@");
  expect(message).toMatch(/^D1_ERROR: \? \?@e and @f, g@/);
});

test("a long message is cut", async () => {
  expect(await loggedMessage(`D1_ERROR: ${"x".repeat(500)}`)).toHaveLength(200);
});

test("a refused request is logged with the route's pattern, not with the searched name", async () => {
  const app = testApp({ env: { ...REDDIT_ENV, RATE_LIMITS: "on", SEARCH_LIMIT: shutLimit } });
  const answer = await app.request("/api/reddit/user/Somebody_Private");
  expect(answer.status).toBe(429);
  expect(lines).toContainEqual(
    expect.objectContaining({ event: "refused", route: "/api/reddit/user/:username" }),
  );
  expect(JSON.stringify(lines).toLowerCase()).not.toContain("somebody_private");
});

test("a refusal and a wrong admin password are logged once per code in ten seconds", async () => {
  const clock = testClock(Date.parse("2026-11-02T12:00:00Z"));
  const limits = { RATE_LIMITS: "on", SEARCH_LIMIT: shutLimit };
  const app = adminApp({ clock, env: { ...REDDIT_ENV, ...limits } });
  const codes = () => lines.flatMap(({ event, code }) => (event === "refused" ? [code] : []));
  const search = () => app.request("/api/reddit/user/Somebody");
  for (let count = 0; count < 2; count += 1) {
    expect((await search()).status).toBe(429);
    const login = await app.send("POST", "/api/admin/login", { password: "a wrong password" });
    expect(login.status).toBe(401);
  }
  const once = ["search.too_many", "admin.invalid_credentials"];
  expect(codes()).toEqual(once);
  clock.advance(9_999);
  await search();
  expect(codes()).toEqual(once);
  clock.advance(1);
  await search();
  expect(codes()).toEqual([...once, "search.too_many"]);
});

test.each([
  [999, []],
  [1_000, [{ level: "warn", method: "GET", status: 200, route: "/api/reddit/user/:username" }]],
])("a request of %i ms leaves these lines: %j", async (ms, logged) => {
  const clock = testClock();
  const reddit = standIn({ [`Took_${ms}`]: { posts: [] } });
  reddit.instead = (url) => {
    if (url.pathname.endsWith("/about")) clock.advance(ms);
    return null;
  };
  await appOver(reddit, { clock }).request(`/api/reddit/user/Took_${ms}`);
  expect(lines.filter(({ event }) => event === "request")).toMatchObject(logged);
});

test("the log line of a KV failure has its message without the key", async () => {
  const kv = {
    get: (key: string) => Promise.reject(new Error(`KV GET failed: 503 ${key}`)),
    put: () => Promise.resolve(),
  };
  const app = testApp({ env: { KV: kv as unknown as KVNamespace } });
  await app.request("/api/leaderboard/users");
  expect(lines).toContainEqual(
    expect.objectContaining({ dependency: "kv", message: "KV GET failed: 503 ?" }),
  );
});

test("a source's failure names the source; a job's lines name the job and one id for the run", async () => {
  const app = testApp({
    env: REDDIT_ENV,
    fetch: async () => new Response("<html>", { status: 403 }),
  });
  await app.request("/api/reddit/user/Somebody_Private");
  expect(lines.find(({ event }) => event === "request_failed")).toMatchObject({
    dependency: "reddit",
    code: "reddit.blocked",
  });
  const busy = async () => new Response("", { status: 429 });
  await testApp({ env: REDDIT_ENV, fetch: busy }).request("/api/reddit/user/Someone_Else");
  expect(lines.find(({ event }) => event === "refused")).toMatchObject({
    dependency: "reddit",
    code: "reddit.rate_limited",
  });
  lines = [];
  const away = () => Promise.reject(new TypeError("Network connection lost"));
  await testApp({ env: REDDIT_ENV, fetch: away }).request("/api/reddit/user/Someone_Away");
  expect(lines.find(({ event }) => event === "request_failed")).toMatchObject({
    dependency: "reddit",
    code: "reddit.unavailable",
    errorName: "TypeError",
  });
  lines = [];
  const broken = testApp({ env: { DB: failing("D1_ERROR: gone") } });
  await expect(runScheduled("badges", broken.deps())).rejects.toThrow("Failed jobs: badges");
  expect(lines.map(({ event }) => event)).toEqual(["cron", "cron_record"]);
  const [first, second] = lines;
  expect(first).toMatchObject({ job: "badges", dependency: "d1", colo: "local" });
  expect(second).toMatchObject({ job: "badges" });
  expect(first?.["requestId"]).toBe(second?.["requestId"]);
});
