import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { adminApp, adminHeaders } from "#worker/testing/admin.ts";
import { logIn, signUp } from "#worker/testing/people.ts";
import { testClock } from "#worker/testing/test-app.ts";
import { runScheduled } from "./runner.ts";

const DAY = 86_400_000;
const clock = testClock();
const app = adminApp({ clock, env: { RATE_LIMITS: "on" } });

const countOf = (table: string) =>
  env.DB.prepare(`select count(*) as n from ${table}`).first<number>("n");

test("the hourly run deletes expired sessions, lockouts, known addresses and revocations and no others", async () => {
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
  await runScheduled("7 * * * *", app.deps());
  expect(await counts()).toEqual(before);
  clock.advance(90 * DAY);
  const { cookie } = await logIn(app, "sweeper");
  await runScheduled("7 * * * *", app.deps());
  expect(await counts()).toEqual([1, 0, 1, 0]);
  const status = await app.request("/api/auth/me", { headers: { cookie } });
  expect(status.status).toBe(200);
});

test("one run deletes more than one statement's rows, and a second run is harmless", async () => {
  const user = await env.DB.prepare("select id from app_user limit 1").first<string>("id");
  await env.DB.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 1300)
     insert into session (sid, sess, expire, unearth_user_id) select 'old' || i, '{}', 1000, ? from n`,
  )
    .bind(user)
    .run();
  await runScheduled("7 * * * *", app.deps());
  await runScheduled("7 * * * *", app.deps());
  expect(await countOf("session")).toBe(1);
});
