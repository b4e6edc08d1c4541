import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { DAY_MS } from "#schema/time.ts";
import { adminApp, adminHeaders } from "#worker/testing/admin.ts";
import { logIn, signUp } from "#worker/testing/accounts.ts";
import { testClock } from "#worker/testing/test-app.ts";
import { runScheduled } from "./runner.ts";
import { sweepExpired } from "./sweep.ts";

const clock = testClock();
const app = adminApp({ clock, env: { RATE_LIMITS: "on" } });

const countOf = (table: string) =>
  env.DB.prepare(`select count(*) as n from ${table}`).first<number>("n");

/** Each call returns a time `ms` later than the last. */
function tickingBy(ms: number): () => number {
  let now = clock.now();
  return () => (now += ms);
}

async function runSweeps(): Promise<void> {
  for (const cron of ["*/5 * * * *", "7 * * * *"]) await runScheduled(cron, app.deps());
}

const addLockouts = (rows: number) =>
  env.DB.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
     insert into login_failure (key, failures, window_ends_at) select 'old' || i, 1, 1000 from n`,
  )
    .bind(rows)
    .run();

test("a run deletes expired sessions, lockouts, known addresses and revocations and no others", async () => {
  await signUp(app, "sweeper");
  const body = { username: "sweeper", password: "wrong password" };
  await app.send("POST", "/api/auth/login", body);
  const headers = await adminHeaders(app);
  await app.request("/api/admin/logout", { method: "POST", headers });
  const before = [1, 2, 1, 1];
  const counts = async () => [
    await countOf("session"),
    await countOf("login_failure"),
    await countOf("known_address"),
    await countOf("revoked_admin_token"),
  ];
  await runSweeps();
  expect(await counts()).toEqual(before);
  clock.advance(90 * DAY_MS);
  const { cookie } = await logIn(app, "sweeper");
  await env.DB.prepare(
    "insert into known_address select unearth_user_id, 'an older one', 1000 from known_address",
  ).run();
  await runSweeps();
  expect(await counts()).toEqual([1, 0, 1, 0]);
  const status = await app.request("/api/auth/me", { headers: { cookie } });
  expect(status.status).toBe(200);
});

test("one run deletes the rows of several statements, and a second run deletes nothing", async () => {
  const user = await env.DB.prepare("select id from app_user limit 1").first<string>("id");
  await env.DB.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 2300)
     insert into session (sid, sess, expire, unearth_user_id) select 'old' || i, '{}', 1000, ? from n`,
  )
    .bind(user)
    .run();
  await runScheduled("7 * * * *", app.deps());
  await runScheduled("7 * * * *", app.deps());
  expect(await countOf("session")).toBe(1);
});

test("a run deletes tens of thousands of lockouts and records how many", async () => {
  await addLockouts(21_000);
  await runScheduled("lockouts", app.deps());
  expect(await countOf("login_failure")).toBe(0);
  const run = env.DB.prepare("select outcome from cron_run where job = 'lockouts'");
  expect(JSON.parse((await run.first<string>("outcome")) ?? "")).toEqual({
    deleted: 21_000,
    isUnfinished: false,
  });
});

test("a run ends after 20 seconds or 150 statements, reports it, and the next run continues", async () => {
  await addLockouts(6_500);
  const slow = { db: app.deps().db, clock: { ...clock, now: tickingBy(8_000) } };
  expect(await sweepExpired(slow, "lockouts")).toEqual({ deleted: 3_000, isUnfinished: true });
  const limits = { statements: 2, ms: 20_000 };
  const second = await sweepExpired(app.deps(), "lockouts", limits);
  expect(second).toEqual({ deleted: 2_000, isUnfinished: true });
  const third = await sweepExpired(app.deps(), "lockouts", limits);
  expect(third).toEqual({ deleted: 1_500, isUnfinished: false });
});
