import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { readConfig, type Env } from "#worker/env.ts";
import type { LogFields } from "#worker/lib/log.ts";
import { alertedApp, blocked, forgetAlerts, HOOK } from "#worker/testing/alerted-app.ts";
import { loggedLines } from "#worker/testing/logged-lines.ts";
import { waited } from "#worker/testing/measure-waits.ts";
import { operatedApp } from "#worker/testing/operated-app.ts";
import { hurried } from "#worker/testing/sliced-timers.ts";

beforeEach(forgetAlerts);

test("a failing webhook breaks no job, is visible in health, and gets the alert when it works again", async () => {
  const lines = loggedLines();
  const { reddit, posted, webhook, health, passInFives } = alertedApp();
  reddit.failure = blocked;
  for (const answer of [
    () => new Response("no", { status: 500 }),
    () => Response.redirect("https://elsewhere.example/"),
    () => {
      throw new Error("refused");
    },
  ]) {
    webhook.answer = answer;
    posted.length = 0;
    await passInFives(20);
    expect(posted.length).toBeGreaterThan(0);
    const { body } = await health();
    expect(body.degraded).toContain("alert_webhook");
    expect(body.lateJobs).toEqual([]);
    expect(body.cron["alerts"]).not.toBeNull();
  }
  const [first] = lines("alert_webhook");
  expect(first).toMatchObject({ status: 500 });
  webhook.answer = () => new Response("ok");
  posted.length = 0;
  await passInFives(20);
  expect(posted).toHaveLength(1);
  expect((await health()).body.degraded).not.toContain("alert_webhook");
});

test("a webhook that does not answer is waited for five seconds per alert", async () => {
  const lines = loggedLines();
  const { reddit, posted, webhook, health, passInFives } = alertedApp();
  reddit.failure = blocked;
  webhook.answer = (signal) =>
    new Promise((_, reject) => {
      signal?.addEventListener("abort", () => reject(new Error("late")), { once: true });
    });
  const { waitedMs } = await waited(() => hurried(() => passInFives(20)));
  expect(posted.length).toBeGreaterThan(0);
  expect(waitedMs).toBe(5_000 * posted.length);
  expect(lines("alert_webhook")).toHaveLength(posted.length);
  expect((await health()).body.degraded).toContain("alert_webhook");
});

test("a reason that came back while the webhook failed recovers ten minutes after its last end", async () => {
  let isKvDown = false;
  const KV = new Proxy(env.KV, {
    get: (target, name) => {
      if (isKvDown) return () => Promise.reject(new Error("KV is down"));
      const value = Reflect.get(target, name) as unknown;
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const { posted, webhook, pass } = alertedApp({ KV });
  const minutely = "* * * * *";
  await pass(5);
  await pass(15, [minutely]);
  expect(posted.map(({ raised }) => raised)).toEqual([["cron_late"]]);
  await pass(1);
  await pass(9, [minutely]);
  isKvDown = true;
  webhook.answer = () => new Response("no", { status: 500 });
  await pass(5, [minutely]);
  expect(posted.at(-1)).toMatchObject({ raised: ["kv_down"], active: ["kv_down", "cron_late"] });
  webhook.answer = () => new Response("ok");
  await pass(5);
  expect(posted.at(-1)).toMatchObject({ raised: ["kv_down"], recovered: [], active: ["kv_down"] });
  isKvDown = false;
  await pass(10);
  expect(posted.at(-1)).toMatchObject({ recovered: ["cron_late"], active: [] });
});

test("without a webhook nothing is posted, and an invalid address is reported by health and breaks nothing", async () => {
  const off = operatedApp();
  off.reddit.failure = blocked;
  await off.passInFives(20);
  expect(off.posted).toEqual([]);
  expect((await off.health()).body.degraded).not.toContain("alert_webhook");
  for (const ALERT_WEBHOOK_URL of ["http://hooks.example/x", "hooks"]) {
    await env.DB.prepare("delete from cron_run").run();
    const wrong = operatedApp({ ALERT_WEBHOOK_URL });
    await wrong.passInFives(5);
    expect(await wrong.health()).toMatchObject({
      status: 200,
      body: { degraded: ["alert_webhook"] },
    });
    expect(readConfig({ ...env, ALERT_WEBHOOK_URL }).alertWebhook).toEqual({ url: null });
  }
});

test("neither logs nor health name the webhook", async () => {
  const lines: string[] = [];
  const { reddit, webhook, app, passInFives } = alertedApp();
  for (const level of ["info", "warn", "error"] as const) {
    vi.spyOn(console, level).mockImplementation((line: unknown) => void lines.push(String(line)));
  }
  webhook.answer = () => {
    throw new Error(`fetch failed: ${HOOK}`);
  };
  reddit.failure = blocked;
  await passInFives(20);
  lines.push(await (await app.request("/api/health")).text());
  expect(lines.join("\n")).toContain("alert_webhook");
  expect(lines.join("\n")).not.toMatch(/secret-path|hooks\.example/);
});

test("every run logs which settings are missing, without a webhook too", async () => {
  const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const namesLoggedBy = async (change: Partial<Env>) => {
    error.mockClear();
    await operatedApp(change).pass(10, ["* * * * *"]);
    const lines = error.mock.calls.map(([line]) => JSON.parse(String(line)) as LogFields);
    return lines.filter(({ event }) => event === "configuration").map(({ missing }) => missing);
  };
  const missing = await namesLoggedBy({ ADMIN_JWT_SECRET: "", CALL_BUDGET: undefined });
  const complete = await namesLoggedBy({});
  error.mockRestore();
  expect(missing).toHaveLength(2);
  expect(missing[1]).toMatch(/ADMIN_JWT_SECRET/);
  expect(missing[1]).toMatch(/CALL_BUDGET/);
  expect(complete).toEqual([]);
});
