import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import type { HealthResponse } from "#schema/api/health.ts";
import { DAY_MS } from "#schema/time.ts";
import { brokenD1 } from "#worker/testing/faulty-d1.ts";
import { emptyTables } from "#worker/testing/empty-tables.ts";
import { failingKv } from "#worker/testing/failing-kv.ts";
import { loggedLines } from "#worker/testing/logged-lines.ts";
import { operatedApp } from "#worker/testing/operated-app.ts";
import { storedUser } from "#worker/testing/targets.ts";
import { testApp } from "#worker/testing/test-app.ts";
import { createWorker } from "#worker/worker.ts";

beforeEach(emptyTables);

test("health is 200 with the source, the version, the jobs and no other internals", async () => {
  const answer = await testApp().request("/api/health");
  const body = await answer.json<HealthResponse>();
  expect(answer.status).toBe(200);
  expect(body).toMatchObject({ status: "ok", source: "archive", d1: "ok", kv: "ok", down: [] });
  expect(body).toMatchObject({ reasons: [], degraded: [], lateJobs: [] });
  expect(body.recheck).toEqual({ lastRun: null, oldestCheckedAt: null });
  const kept = ["status", "version", "commit", "source", "d1", "kv", "down", "cron"];
  const added = ["runs", "reasons", "degraded", "lateJobs", "recheck"];
  expect(Object.keys(body).toSorted()).toEqual([...kept, ...added].toSorted());
  expect(body.version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(body.commit).toBeNull();
});

test("health names the commit of the version that answers", async () => {
  const timestamp = "2026-11-22T10:00:00.000Z";
  for (const [tag, commit] of [
    ["abc1234", "abc1234"],
    ["", null],
  ] as const) {
    const app = testApp({ env: { CF_VERSION_METADATA: { timestamp, tag } } });
    const answer = await app.request("/api/health");
    expect(await answer.json()).toMatchObject({ commit });
  }
});

test("with D1 down health is 503 and names it", async () => {
  const lines = loggedLines();
  const answer = await testApp({ env: { DB: brokenD1() } }).request("/api/health");
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({
    status: "degraded",
    d1: "down",
    down: ["d1"],
    reasons: ["d1_down"],
  });
  expect(lines("health")).toHaveLength(1);
});

test("with KV down health is 503 and names it", async () => {
  const app = testApp({ env: { KV: failingKv } });
  const answer = await app.request("/api/health");
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ kv: "down", down: ["kv"], reasons: ["kv_down"] });
});

test("requests without a pause read the database once in ten seconds, also while it is down", async () => {
  const { app, clock } = operatedApp();
  app.meter.reset();
  await Promise.all(Array.from({ length: 50 }, () => app.request("/api/health")));
  clock.advance(9_999);
  await app.request("/api/health");
  expect(app.meter).toMatchObject({ calls: 3, statements: 4, rowsWritten: 0 });
  clock.advance(1);
  await app.request("/api/health");
  expect(app.meter.calls).toBe(6);

  let asked = 0;
  const counting = {
    prepare: () => {
      asked += 1;
      throw new Error("D1_ERROR: gone");
    },
  } as unknown as D1Database;
  const down = testApp({ env: { DB: counting } });
  for (let call = 0; call < 20; call += 1) await down.request("/api/health");
  expect(asked).toBeLessThanOrEqual(3);
});

test("after a quarter of an hour a new deployment reports jobs that never ran as late", async () => {
  const { clock, health, pass } = operatedApp();
  clock.advance(14 * 60_000);
  expect(await health()).toMatchObject({ status: 200, body: { reasons: [] } });
  clock.advance(2 * 60_000);
  const { status, body } = await health();
  expect(status).toBe(503);
  expect(body.reasons).toEqual(["cron_late"]);
  expect(body.lateJobs.toSorted()).toEqual([
    "alerts",
    "deleted_accounts",
    "leaderboard",
    "lockouts",
    "recheck",
    "removals",
    "source",
  ]);
  await pass(5);
  expect(await health()).toMatchObject({ status: 200, body: { reasons: [], lateJobs: [] } });
});

test("the jobs of a stopped cron are late after three periods, other jobs are not", async () => {
  const { clock, health, pass } = operatedApp();
  await pass(20);
  await pass(15, ["*/5 * * * *"]);
  expect((await health()).status).toBe(200);
  await pass(1, ["*/5 * * * *"]);
  const { status, body } = await health();
  expect(status).toBe(503);
  expect(body.lateJobs.toSorted()).toEqual([
    "alerts",
    "deleted_accounts",
    "leaderboard",
    "lockouts",
    "removals",
  ]);
  expect(body.runs["recheck"]).toBe(new Date(clock.now()).toISOString());
});

test("in development, where nothing fires the crons, late jobs are named and the status stays 200", async () => {
  const { clock, health } = operatedApp({ ENVIRONMENT: "development" });
  clock.advance(DAY_MS);
  expect(await health()).toMatchObject({
    status: 200,
    body: { status: "ok", reasons: [], degraded: ["cron_late"] },
  });
});

test("a job that fails while its last success is recent is degraded, not down", async () => {
  const { health, pass } = operatedApp();
  await pass(5);
  await env.DB.prepare(
    "update cron_run set failed_at = succeeded_at + 1 where job = 'leaderboard'",
  ).run();
  await pass(1);
  expect(await health()).toMatchObject({ status: 200, body: { degraded: ["cron_failed"] } });
});

test("the failure of a job that the deployed version no longer has is not reported", async () => {
  const { health, pass } = operatedApp();
  await pass(5);
  await env.DB.prepare(
    "insert into cron_run (job, started_at, failed_at) values ('gone', 1, 1)",
  ).run();
  expect((await health()).body.degraded).toEqual([]);
});

test("a source that blocks is degraded at once and 503 after ten minutes, until it has answered for three", async () => {
  const { reddit, health, pass } = operatedApp();
  await pass(6);
  reddit.failure = () => new Response("<html>blocked</html>", { status: 403 });
  await pass(6);
  expect(await health()).toMatchObject({ status: 200, body: { degraded: ["source_blocked"] } });
  await pass(10);
  expect(await health()).toMatchObject({ status: 503, body: { reasons: ["source_blocked"] } });
  reddit.failure = null;
  await pass(2);
  expect((await health()).status).toBe(503);
  await pass(2);
  expect(await health()).toMatchObject({ status: 200, body: { reasons: [], degraded: [] } });
});

test.each([1, 2, 3, 4, 5])(
  "a block that begins %i minutes after a start is 503 within twelve minutes, for a call every two",
  async (minutes) => {
    const { reddit, health, pass } = operatedApp();
    await pass(minutes);
    const before = reddit.asked.length;
    await pass(10);
    expect(reddit.asked.length - before).toBeLessThanOrEqual(5);
    reddit.failure = () => new Response("<html>blocked</html>", { status: 403 });
    await pass(12);
    expect(await health()).toMatchObject({ status: 503, body: { reasons: ["source_blocked"] } });
  },
);

test("a flood that uses up the visitors' calls is 503 after ten minutes, while the re-check goes on", async () => {
  const { reddit, health, pass } = operatedApp({}, { isFlooded: true });
  await storedUser("t2_late", "Late");
  await env.DB.prepare("update reddit_user set checked_at = 1").run();
  reddit.addUser("Late");
  await pass(9);
  expect(await health()).toMatchObject({ status: 200, body: { degraded: ["source_saturated"] } });
  await pass(3);
  const { status, body } = await health();
  expect(status).toBe(503);
  expect(body.reasons).toEqual(["source_saturated"]);
  const last = await env.DB.prepare("select checked_at as at from reddit_user").first("at");
  expect(last).toBeGreaterThan(1);
});

test("a revoked client is 503 after ten minutes like a block, and the log has the status", async () => {
  const { reddit, health, pass } = operatedApp();
  reddit.failure = () => Response.json({ error: 401 }, { status: 401 });
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await pass(12);
  const lines = said.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, string>);
  said.mockRestore();
  expect(lines).toContainEqual(
    expect.objectContaining({ event: "token_refused", dependency: "reddit", status: 401 }),
  );
  expect(await health()).toMatchObject({ status: 503, body: { reasons: ["source_blocked"] } });
});

test("ten minutes after the source was last watched its state is not reported any more", async () => {
  const { reddit, health, pass } = operatedApp();
  reddit.failure = () => new Response("<html>blocked</html>", { status: 403 });
  await pass(16);
  expect((await health()).body.reasons).toEqual(["source_blocked"]);
  await pass(11, ["* * * * *"]);
  expect((await health()).body.reasons).toEqual(["cron_late"]);
});

test("a source that does not answer degrades health, and is 503 after an hour", async () => {
  const { reddit, health, pass, passInFives } = operatedApp();
  reddit.failure = () => new Response("<html>maintenance</html>");
  await pass(2);
  await passInFives(55);
  expect(await health()).toMatchObject({ status: 200, body: { degraded: ["source_unavailable"] } });
  await passInFives(10);
  expect(await health()).toMatchObject({ status: 503, body: { reasons: ["source_unavailable"] } });
  reddit.failure = null;
  await pass(1);
  expect(await health()).toMatchObject({ status: 200, body: { degraded: [] } });
});

test("a re-check that is behind twice its computed round is 503, and the oldest check is shown", async () => {
  const { clock, health, pass } = operatedApp();
  await storedUser("t2_late", "Late");
  const oldest = clock.now() - DAY_MS;
  await env.DB.prepare("update reddit_user set checked_at = ?").bind(oldest).run();
  await pass(10, ["* * * * *"]);
  const early = (await health()).body;
  expect(early.recheck.oldestCheckedAt).toBe(new Date(oldest).toISOString());
  expect(early.reasons, "in the first six hours").toEqual([]);
  clock.advance(7 * 3_600_000);
  await pass(5, ["* * * * *"]);
  const { status, body } = await health();
  expect(status).toBe(503);
  expect(body.reasons).toContain("recheck_behind");
});

test("health shows the figures of the last re-check", async () => {
  const { reddit, health, pass } = operatedApp();
  await storedUser("t2_late", "Late");
  await env.DB.prepare("update reddit_user set checked_at = 1").run();
  reddit.addUser("Late");
  await pass(1);
  expect((await health()).body.recheck.lastRun).toEqual({
    calls: 1,
    asked: 1,
    answered: 1,
    refused: 0,
    removed: 0,
  });
});

test.each([
  ["an admin secret", { ADMIN_JWT_SECRET: "" }],
  ["the call budget", { CALL_BUDGET: undefined }],
  ["Turnstile's secret", { TURNSTILE_SITE_KEY: "site-key" }],
  ["Turnstile's site key", { TURNSTILE_SECRET: "secret" }],
  ["a source that it has", { POST_SOURCE: "sample" }],
])("a deployment without %s is 503, and health does not name the setting", async (_, change) => {
  const { health } = operatedApp(change as Record<string, string>);
  const { status, body } = await health();
  expect(status).toBe(503);
  expect(body.reasons).toEqual(["configuration"]);
  expect(JSON.stringify(body)).not.toMatch(/JWT|TURNSTILE|CALL_BUDGET/i);
});

test("without a required binding health still answers a monitor", async () => {
  const { settings } = operatedApp();
  const { KV: _missing, ...rest } = { ...env, ...settings };
  const ask = (path: string) =>
    createWorker().fetch(
      new Request(`https://unearth.test${path}`),
      rest as typeof env,
      createExecutionContext(),
    );
  const answer = await ask("/api/health");
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ kv: "down", reasons: ["configuration"] });
  expect((await ask("/api/leaderboard/users")).status).toBe(500);
});
