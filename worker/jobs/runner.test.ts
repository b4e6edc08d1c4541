import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, test, vi } from "vitest";
import type { HealthResponse } from "#schema/api/health.ts";
import { BOARD_PERIOD_MS } from "#worker/leaderboard/board.rules.ts";
import { testApp, testClock, type TestApp } from "#worker/testing/test-app.ts";
import { runScheduled } from "./runner.ts";
import { JOB_PERIODS, JOBS, SCHEDULE } from "./schedule.ts";

const healthOf = async (app: TestApp) => (await app.request("/api/health")).json<HealthResponse>();
const cronOf = async (app: TestApp) => (await healthOf(app)).cron;

test("every cron of wrangler.toml has jobs, and every job has a cron, in every environment", () => {
  const lists = [...env.WRANGLER_TOML.matchAll(/^crons = (\[.*\])$/gm)].map(
    ([, list]) => JSON.parse(list ?? "[]") as string[],
  );
  expect(lists).toHaveLength(3);
  for (const list of lists) expect(list).toEqual(Object.keys(SCHEDULE));
});

test("a reader finds a board overdue after one period of the job that computes it", () => {
  expect(JOB_PERIODS["leaderboard"]).toBe(BOARD_PERIOD_MS);
});

test("health names every job, with its last success once there is one", async () => {
  const clock = testClock();
  const app = testApp({ clock });
  const never = await cronOf(app);
  expect(Object.keys(never).toSorted()).toEqual(JOBS.map(({ name }) => name).toSorted());
  expect(never["leaderboard"]).toBeNull();
  clock.advance(5_000);
  await runScheduled("*/5 * * * *", app.deps());
  expect((await cronOf(app))["leaderboard"]).toBe("2026-11-01T12:00:05.000Z");
  expect((await cronOf(app))["badges"]).toBeNull();
});

test("a name runs one job, no name runs all jobs, and an unknown name is an error", async () => {
  const app = testApp();
  await runScheduled("badges", app.deps());
  expect((await cronOf(app))["badges"]).not.toBeNull();
  await runScheduled("", app.deps());
  expect(Object.values(await cronOf(app))).not.toContain(null);
  await expect(runScheduled("leaderbord", app.deps())).rejects.toThrow("leaderbord");
});

test("a failing job is recorded and reported, keeps its last success, and the next job still runs", async () => {
  const clock = testClock();
  const app = testApp({ clock });
  await runScheduled("", app.deps());
  const before = await cronOf(app);
  clock.advance(60_000);
  const deps = app.deps();
  const broken = {
    prepare: (sql: string) => deps.d1.prepare(sql),
    batch: () => Promise.reject(new Error("boom at a visitor")),
  } as unknown as D1Database;
  const failing = { ...deps, db: drizzle(broken) };
  const thrown: unknown = await runScheduled("", failing).catch((error: unknown) => error);
  expect(String(thrown), "names of jobs only").toMatch(/^Error: Failed jobs: [\w, ]+$/);
  expect((thrown as Error).cause, "the platform may log it too").toBeUndefined();
  const { cron: after, runs } = await healthOf(app);
  expect(after["leaderboard"]).toBe(before["leaderboard"]);
  expect(runs["leaderboard"]).toBe(new Date(clock.now()).toISOString());
  const recorded = env.DB.prepare("select error from cron_run where job = 'leaderboard'");
  expect(await recorded.first("error"), "a name without a text").toMatch(/^\w+$/);
  expect(after["badges"]).not.toBe(before["badges"]);
});

test("the code of a known error is recorded", async () => {
  const app = testApp({ env: { POST_SOURCE: "reddit" } });
  await expect(runScheduled("source", app.deps())).rejects.toThrow("Failed jobs: source");
  const recorded = env.DB.prepare("select error from cron_run where job = 'source'");
  expect(await recorded.first("error")).toBe("reddit.unavailable");
});

test("the message of a failed binding is recorded, without bound values", async () => {
  const errorOf = (job: string) =>
    env.DB.prepare("select error from cron_run where job = ?").bind(job).first<string>("error");
  const kv = {
    get: (key: string) => Promise.reject(new Error(`KV GET failed: 503 ${key}`)),
  } as unknown as KVNamespace;
  const withoutKv = testApp({ env: { KV: kv } }).deps();
  await expect(runScheduled("removals", withoutKv)).rejects.toThrow("removals");
  expect(await errorOf("removals")).toBe("kv: KV GET failed: 503 ?");
  const failing = (...values: unknown[]) => ({
    run: () => Promise.reject(new Error(`D1_ERROR: cannot delete ${values.join()}`)),
  });
  const d1 = {
    prepare: (sql: string) =>
      sql.startsWith("delete from") ? { bind: failing } : env.DB.prepare(sql),
  } as unknown as D1Database;
  const withoutDeletes = testApp({ env: { DB: d1 } }).deps();
  await expect(runScheduled("badges", withoutDeletes)).rejects.toThrow("badges");
  expect(await errorOf("badges")).toBe("d1: D1_ERROR: cannot delete ?,?");
});

test("a run that cannot be recorded is logged and stops no other job", async () => {
  const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const deps = testApp().deps();
  const unrecorded = {
    prepare: (sql: string) => {
      if (sql.includes("cron_run")) throw new Error("D1 is full");
      return deps.d1.prepare(sql);
    },
    batch: (statements: D1PreparedStatement[]) => deps.d1.batch(statements),
  } as unknown as D1Database;
  const cron = "7 * * * *";
  await runScheduled(cron, { ...deps, db: drizzle(unrecorded) });
  const lines = error.mock.calls.map(([line]) => JSON.parse(String(line)) as { event: string });
  error.mockRestore();
  expect(lines.map(({ event }) => event)).toEqual(SCHEDULE[cron]?.map(() => "cron_record"));
});
