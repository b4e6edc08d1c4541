import { beforeEach, expect, test } from "vitest";
import { brand } from "#schema/brand.ts";
import { alertedApp, blocked, forgetAlerts } from "#worker/testing/alerted-app.ts";
import { failingD1 } from "#worker/testing/removals.ts";

beforeEach(forgetAlerts);

test("a reason is posted once when it begins and once when it has been gone for ten minutes", async () => {
  const { reddit, posted, pass } = alertedApp();
  await pass(5);
  expect(posted).toEqual([]);
  reddit.failure = blocked;
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
  const { reddit, posted, pass } = alertedApp();
  reddit.failure = blocked;
  await pass(20);
  reddit.failure = null;
  await pass(20);
  expect(posted.map(({ raised }) => raised)).toEqual([["source_blocked"], []]);
  reddit.failure = blocked;
  await pass(20);
  expect(posted).toHaveLength(2);
  await pass(20);
  expect(posted.map(({ raised }) => raised)).toEqual([["source_blocked"], [], ["source_blocked"]]);
});

test("a second recovery within the hour is posted only when the hour is over", async () => {
  const { reddit, posted, pass } = alertedApp();
  reddit.failure = blocked;
  await pass(60);
  reddit.failure = null;
  await pass(20);
  reddit.failure = blocked;
  await pass(20);
  const recovered = () => posted.map((one) => one.recovered);
  expect(recovered()).toEqual([[], ["source_blocked"], []]);
  reddit.failure = null;
  await pass(30);
  expect(posted).toHaveLength(3);
  await pass(30);
  expect(recovered()).toEqual([[], ["source_blocked"], [], ["source_blocked"]]);
});

test("an alert names the late jobs, and a job that is late while others are is posted after the hour", async () => {
  const { posted, clock, pass } = alertedApp();
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
  const down = alertedApp({ DB: database() });
  await down.pass(40);
  expect(down.posted.map(({ raised }) => raised)).toEqual([["d1_down"]]);
  // Another isolate, which knows the post from KV only.
  const other = alertedApp({ DB: database() });
  other.clock.advance(40 * 60_000);
  await other.pass(5);
  expect(other.posted).toEqual([]);
});

test("a reason read from the database is not posted as recovered while the database is down", async () => {
  const { db, setDown } = failingD1();
  const { reddit, posted, pass } = alertedApp({ DB: db });
  reddit.failure = blocked;
  await pass(20);
  setDown(true);
  await pass(20);
  expect(posted.map(({ raised }) => raised)).toEqual([["source_blocked"], ["d1_down"]]);
  expect(posted.flatMap(({ recovered }) => recovered)).toEqual([]);
});
