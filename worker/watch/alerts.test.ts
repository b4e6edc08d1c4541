import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { brand } from "#schema/brand.ts";
import { readConfig } from "#worker/env.ts";
import { emptyTables } from "#worker/testing/empty-tables.ts";
import { operatedApp } from "#worker/testing/operated-app.ts";
import { failingD1 } from "#worker/testing/removals.ts";

const HOOK = "https://hooks.example/services/secret-path";

beforeEach(async () => {
  await emptyTables();
  await env.KV.delete("alerts:v1");
});

const block = () => new Response("<html>blocked</html>", { status: 403 });
const operated = (change = {}) => operatedApp({ ALERT_WEBHOOK_URL: HOOK, ...change });

test("a reason is posted once when it begins and once when it has been gone for ten minutes", async () => {
  const { reddit, posted, pass } = operated();
  await pass(5);
  expect(posted).toEqual([]);
  reddit.failure = block;
  await pass(30);
  expect(posted).toHaveLength(1);
  const health = `${brand.environments.production.apiOrigin}/api/health`;
  const sentence = `${brand.name} (production): The source has refused our calls for ten minutes. (source_blocked) ${health}`;
  expect(posted[0]).toEqual({
    text: sentence,
    content: sentence,
    service: brand.name,
    environment: "production",
    at: expect.stringMatching(/^2026-11-20T12:\d\d/),
    raised: ["source_blocked"],
    recovered: [],
    active: ["source_blocked"],
  });
  reddit.failure = null;
  await pass(25);
  expect(posted).toHaveLength(2);
  expect(posted[1]).toMatchObject({ raised: [], recovered: ["source_blocked"], active: [] });
  expect(posted[1]?.["text"]).toContain("Recovered: source_blocked.");
});

test("a reason that comes back within the hour is posted again only after the hour", async () => {
  const { reddit, posted, pass } = operated();
  reddit.failure = block;
  await pass(20);
  reddit.failure = null;
  await pass(20);
  expect(posted.map(({ raised }) => raised)).toEqual([["source_blocked"], []]);
  reddit.failure = block;
  await pass(20);
  expect(posted).toHaveLength(2);
  await pass(20);
  expect(posted.map(({ raised }) => raised)).toEqual([["source_blocked"], [], ["source_blocked"]]);
});

test("a second recovery within the hour is posted only when the hour is over", async () => {
  const { reddit, posted, pass } = operated();
  reddit.failure = block;
  await pass(60);
  reddit.failure = null;
  await pass(20);
  reddit.failure = block;
  await pass(20);
  const recovered = () => posted.map((one) => one.recovered);
  expect(recovered()).toEqual([[], ["source_blocked"], []]);
  reddit.failure = null;
  await pass(30);
  expect(posted).toHaveLength(3);
  await pass(30);
  expect(recovered()).toEqual([[], ["source_blocked"], [], ["source_blocked"]]);
});

test("a failing webhook breaks no job, is visible in health, and gets the alert when it works again", async () => {
  const { reddit, posted, webhook, health, pass } = operated();
  reddit.failure = block;
  for (const answer of [
    () => new Response("no", { status: 500 }),
    () => Response.redirect("https://elsewhere.example/"),
    () => {
      throw new Error("refused");
    },
  ]) {
    webhook.answer = answer;
    posted.length = 0;
    await pass(20);
    expect(posted.length).toBeGreaterThan(0);
    const { body } = await health();
    expect(body.degraded).toContain("alert_webhook");
    expect(body.lateJobs).toEqual([]);
    expect(body.cron["alerts"]).not.toBeNull();
  }
  webhook.answer = () => new Response("ok");
  posted.length = 0;
  await pass(20);
  expect(posted).toHaveLength(1);
  expect((await health()).body.degraded).not.toContain("alert_webhook");
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
  const { posted, webhook, pass } = operated({ KV });
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

test("an alert names the late jobs, and a job that is late while others are is posted after the hour", async () => {
  const { posted, clock, pass } = operated();
  const minutely = "* * * * *";
  const hourly = ["7 * * * *", "37 * * * *"];
  await pass(5);
  clock.advance(3 * 3_600_000);
  await pass(5, hourly);
  expect(posted).toHaveLength(1);
  expect(posted[0]?.["text"]).toMatch(
    /Scheduled jobs are late\. \(cron_late: .*sessions.*, backup\)/,
  );
  expect(posted[0]?.["text"]).not.toContain("recheck");
  await pass(55, [...hourly, minutely]);
  expect(posted).toHaveLength(1);
  await pass(5, [...hourly, minutely]);
  expect(posted).toHaveLength(2);
  expect(posted[1]).toMatchObject({ raised: ["cron_late"], recovered: [], active: ["cron_late"] });
  expect(posted[1]?.["text"]).toMatch(/\(cron_late: recheck, source, .*backup\)/);
  await pass(15, [...hourly, minutely]);
  expect(posted).toHaveLength(2);
});

test("an alert about the database is posted once an hour while the database is down", async () => {
  const fail = () => Promise.reject(new Error("D1_ERROR: gone"));
  const statement = { bind: () => statement, run: fail, all: fail, raw: fail, first: fail };
  const database = () => ({ prepare: () => statement, batch: fail }) as unknown as D1Database;
  const down = operated({ DB: database() });
  await down.pass(40);
  expect(down.posted.map(({ raised }) => raised)).toEqual([["d1_down"]]);
  // Another isolate, which knows the post from KV only.
  const other = operated({ DB: database() });
  other.clock.advance(40 * 60_000);
  await other.pass(5);
  expect(other.posted).toEqual([]);
});

test("a reason read from the database is not posted as recovered while the database is down", async () => {
  const { db, setDown } = failingD1();
  const { reddit, posted, pass } = operated({ DB: db });
  reddit.failure = block;
  await pass(20);
  setDown(true);
  await pass(20);
  expect(posted.map(({ raised }) => raised)).toEqual([["source_blocked"], ["d1_down"]]);
  expect(posted.flatMap(({ recovered }) => recovered)).toEqual([]);
});

test("without a webhook nothing is posted, and an invalid address is reported by health and breaks nothing", async () => {
  const off = operatedApp();
  off.reddit.failure = block;
  await off.pass(20);
  expect(off.posted).toEqual([]);
  expect((await off.health()).body.degraded).not.toContain("alert_webhook");
  for (const ALERT_WEBHOOK_URL of ["http://hooks.example/x", "hooks"]) {
    await env.DB.prepare("delete from cron_run").run();
    const wrong = operatedApp({ ALERT_WEBHOOK_URL });
    await wrong.pass(5);
    expect(await wrong.health()).toMatchObject({
      status: 200,
      body: { degraded: ["alert_webhook"] },
    });
    expect(readConfig({ ...env, ALERT_WEBHOOK_URL }).alertWebhook).toEqual({ url: null });
  }
});

test("neither logs nor health name the webhook", async () => {
  const lines: string[] = [];
  const { reddit, webhook, app, pass } = operated();
  for (const level of ["info", "warn", "error"] as const) {
    vi.spyOn(console, level).mockImplementation((line: unknown) => void lines.push(String(line)));
  }
  webhook.answer = () => {
    throw new Error(`fetch failed: ${HOOK}`);
  };
  reddit.failure = block;
  await pass(20);
  lines.push(await (await app.request("/api/health")).text());
  expect(lines.join("\n")).toContain("alert_webhook");
  expect(lines.join("\n")).not.toMatch(/secret-path|hooks\.example/);
});
