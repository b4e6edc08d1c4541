import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { brand } from "#schema/brand.ts";
import { HOUR_MS } from "#schema/time.ts";
import type { Env } from "#worker/env.ts";
import { brokenD1 } from "#worker/testing/faulty-d1.ts";
import { failingKv } from "#worker/testing/failing-kv.ts";
import { loggedLines } from "#worker/testing/logged-lines.ts";
import { alertedApp, blocked, forgetAlerts } from "#worker/testing/alerted-app.ts";
import { failingD1 } from "#worker/testing/faulty-d1.ts";
import { recordRun } from "./runs.store.ts";

beforeEach(forgetAlerts);

test("a reason is posted once when it begins and once when it has been gone for ten minutes", async () => {
  const { reddit, posted, passInFives } = alertedApp();
  await passInFives(5);
  expect(posted).toEqual([]);
  reddit.failure = blocked;
  await passInFives(30);
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
  await passInFives(25);
  expect(posted).toHaveLength(2);
  expect(posted[1]).toMatchObject({ raised: [], recovered: ["source_blocked"], active: [] });
  expect(posted[1]?.["text"]).toContain("Recovered: source_blocked.");
});

test("a reason that comes back within the hour is posted again only after the hour", async () => {
  const { reddit, posted, passInFives } = alertedApp();
  reddit.failure = blocked;
  await passInFives(20);
  reddit.failure = null;
  await passInFives(20);
  expect(posted.map(({ raised }) => raised)).toEqual([["source_blocked"], []]);
  reddit.failure = blocked;
  await passInFives(20);
  expect(posted).toHaveLength(2);
  await passInFives(20);
  expect(posted.map(({ raised }) => raised)).toEqual([["source_blocked"], [], ["source_blocked"]]);
});

test("a second recovery within the hour is posted only when the hour is over", async () => {
  const { reddit, posted, passInFives } = alertedApp();
  reddit.failure = blocked;
  await passInFives(60);
  reddit.failure = null;
  await passInFives(20);
  reddit.failure = blocked;
  await passInFives(20);
  const recovered = () => posted.map((one) => one.recovered);
  expect(recovered()).toEqual([[], ["source_blocked"], []]);
  reddit.failure = null;
  await passInFives(30);
  expect(posted).toHaveLength(3);
  await passInFives(30);
  expect(recovered()).toEqual([[], ["source_blocked"], [], ["source_blocked"]]);
});

test("an alert names the late jobs, and a job that is late while others are is posted after the hour", async () => {
  const { posted, clock, passInFives } = alertedApp();
  const minutely = "* * * * *";
  const hourly = ["7 * * * *", "37 * * * *"];
  await passInFives(5);
  clock.advance(3 * 3_600_000);
  await passInFives(5, hourly);
  expect(posted).toHaveLength(1);
  expect(posted[0]?.["text"]).toMatch(
    /Scheduled jobs are late\. \(cron_late: .*sessions.*, backup\)/,
  );
  expect(posted[0]?.["text"]).not.toContain("recheck");
  await passInFives(55, [...hourly, minutely]);
  expect(posted).toHaveLength(1);
  await passInFives(5, [...hourly, minutely]);
  expect(posted).toHaveLength(2);
  expect(posted[1]).toMatchObject({ raised: ["cron_late"], recovered: [], active: ["cron_late"] });
  expect(posted[1]?.["text"]).toMatch(/\(cron_late: recheck, source, .*backup\)/);
  await passInFives(15, [...hourly, minutely]);
  expect(posted).toHaveLength(2);
});

test("an alert about the database is posted once an hour while the database is down", async () => {
  const down = alertedApp({ DB: brokenD1() });
  await down.passInFives(40);
  expect(down.posted.map(({ raised }) => raised)).toEqual([["d1_down"]]);
  const [copy] = (await env.KV.list({ prefix: "alerts:" })).keys;
  const keptMs = (copy?.expiration ?? 0) * 1000 - Date.now();
  expect(keptMs, "until all posts may be repeated").toBeGreaterThan(HOUR_MS);
  // Another isolate, which knows the post from KV only.
  const other = alertedApp({ DB: brokenD1() });
  other.clock.advance(40 * 60_000);
  await other.passInFives(5);
  expect(other.posted).toEqual([]);
});

test("an alert is posted once an hour while neither the database nor KV answers", async () => {
  const down = alertedApp({ DB: brokenD1(), KV: failingKv });
  await down.passInFives(40);
  expect(down.posted.map(({ raised }) => raised)).toEqual([["d1_down", "kv_down"]]);
});

test("another isolate knows the posts from the database while KV is down", async () => {
  const lines = loggedLines();
  const first = alertedApp({ KV: failingKv });
  await first.passInFives(10);
  expect(first.posted.map(({ raised }) => raised)).toEqual([["kv_down"]]);
  expect(lines("alerts")).not.toEqual([]);
  const other = alertedApp({ KV: failingKv });
  other.clock.advance(10 * 60_000);
  await other.passInFives(10);
  expect(other.posted.flatMap(({ raised }) => raised)).not.toContain("kv_down");
});

test("a reason read from the database is not posted as recovered while the database is down", async () => {
  const { db, setDown } = failingD1();
  const { reddit, posted, passInFives } = alertedApp({ DB: db });
  reddit.failure = blocked;
  await passInFives(20);
  setDown(true);
  await passInFives(20);
  expect(posted.map(({ raised }) => raised)).toEqual([["source_blocked"], ["d1_down"]]);
  expect(posted.flatMap(({ recovered }) => recovered)).toEqual([]);
});

test("an older state in KV, whose copies lag, posts nothing again", async () => {
  const first = alertedApp();
  first.reddit.failure = blocked;
  await first.passInFives(20);
  expect(first.posted.map(({ raised }) => raised)).toEqual([["source_blocked"]]);
  await env.KV.put("alerts:v1", JSON.stringify({ savedAt: 1, posted: {} }));
  const other = alertedApp();
  other.reddit.failure = blocked;
  other.clock.advance(20 * 60_000);
  await other.passInFives(5);
  expect(other.posted).toEqual([]);
});

test("an outage of the database or the crons is not followed by an alert about the jobs that run again", async () => {
  const { db, setDown } = failingD1();
  const { posted, pass } = alertedApp({ DB: db });
  await pass(20);
  setDown(true);
  await pass(32);
  setDown(false);
  await pass(8);
  expect(posted.map(({ raised }) => raised)).toEqual([["d1_down"]]);
  await pass(32, ["* * * * *", "*/5 * * * *"]);
  await pass(10);
  expect(posted.flatMap(({ raised }) => raised)).toEqual(["d1_down"]);
});

const known = { isRaised: true, raisedAt: 0, recoveredAt: 0, goneSince: null, jobs: [] };
const stateOf = (posted: unknown) => ({ savedAt: 1, posted });

test.each<{ found: unknown }>([
  { found: 5 },
  { found: {} },
  { found: [] },
  { found: { savedAt: 1 } },
  { found: stateOf([]) },
  { found: stateOf({ d1_down: null }) },
  { found: { ...stateOf({ d1_down: null }), savedAt: 99_999_999_999_999 } },
  { found: stateOf({ source_blocked: { ...known, jobs: 5 } }) },
  { found: stateOf({ source_blocked: { ...known, goneSince: "never" } }) },
  { found: stateOf({ source_blocked: { ...known, raisedAt: 99_999_999_999_999 } }) },
])(
  "a stored state of another shape, %j, in KV or D1 is replaced, and alerts go on",
  async ({ found }) => {
    for (const isInD1 of [false, true]) {
      await forgetAlerts();
      const { app, clock, reddit, posted, passInFives } = alertedApp();
      const at = new Date(clock.now());
      const outcome = JSON.stringify({ state: JSON.stringify(found) });
      if (isInD1) await recordRun(app.deps().db, { job: "alerts", startedAt: at, outcome });
      else await env.KV.put("alerts:v1", JSON.stringify(found));
      reddit.failure = blocked;
      await passInFives(20);
      expect(posted.map(({ raised }) => raised)).toEqual([["source_blocked"]]);
    }
  },
);

/** The next version of a deployment, at the same time. */
function deployed({ clock, settings }: ReturnType<typeof alertedApp>, change: Partial<Env> = {}) {
  const timestamp = new Date(clock.now()).toISOString();
  const { CALL_BUDGET: _, ...kept } = settings;
  const next = alertedApp({ ...kept, CF_VERSION_METADATA: { timestamp } as never, ...change });
  next.clock.advance(clock.now() - next.clock.now());
  return next;
}

test("a block that the archive covers since a deploy has not recovered", async () => {
  const first = alertedApp();
  first.reddit.failure = blocked;
  await first.passInFives(20);
  expect(first.posted.map(({ raised }) => raised)).toEqual([["source_blocked"]]);
  const next = deployed(first, { ARCHIVE_FALLBACK: "on" });
  next.reddit.failure = ({ host }) =>
    host.startsWith("arctic-shift") ? Response.json({ data: [] }) : blocked();
  await next.passInFives(60);
  expect((await next.health()).body).toMatchObject({ reasons: [], degraded: ["source_blocked"] });
  expect(next.posted).toEqual([]);
  next.reddit.failure = null;
  await next.passInFives(20);
  expect(next.posted.map(({ recovered }) => recovered)).toEqual([["source_blocked"]]);
});

test("a job that fails on after a deploy, which hides its lateness, has not recovered", async () => {
  const rejects = () => Promise.reject(new Error("The specified bucket does not exist."));
  const BACKUPS = { list: rejects, get: rejects, put: rejects } as unknown as R2Bucket;
  const first = alertedApp({ BACKUPS });
  first.clock.advance(3 * HOUR_MS);
  await first.passInFives(60);
  expect(first.posted.at(-1)?.["text"]).toMatch(/\(cron_late: .*backup\)/);
  const next = deployed(first);
  await next.passInFives(60);
  expect((await next.health()).body).toMatchObject({ reasons: [], degraded: ["cron_failed"] });
  expect(next.posted).toEqual([]);
});
