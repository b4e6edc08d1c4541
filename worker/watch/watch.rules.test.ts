import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#schema/time.ts";
import { assess, type Facts } from "./watch.rules.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");

/** A deployment whose jobs have not run yet. */
const FACTS: Facts = {
  now: NOW,
  startedAt: NOW,
  hasCrons: true,
  periods: {},
  runs: [],
  oldestCheckedAt: null,
  databaseBytes: 0,
  kvWorks: true,
  isConfigured: true,
  hasFallback: false,
  isReddit: true,
  hasBackups: true,
  hasBrokenWebhook: false,
};

test("a re-check is reported as refused only if it was, and its run asked about no target", () => {
  const degradedAfter = (asked: number, refused = 1) => {
    const outcome = { calls: asked, asked, answered: asked, refused, removed: 0 };
    const at = new Date(NOW);
    const run = { job: "recheck", startedAt: at, succeededAt: at, failedAt: null };
    return assess({ ...FACTS, runs: [{ ...run, outcome: JSON.stringify(outcome) }] }).degraded;
  };
  expect(degradedAfter(0)).toEqual(["recheck_refused"]);
  expect(degradedAfter(3)).toEqual([]);
  expect(degradedAfter(0, 0)).toEqual([]);
});

test("the re-check of few targets is behind after a day without one, but not before its targets are counted, and only degraded in a deployment's first six hours", () => {
  const at = new Date(NOW);
  const counted = { job: "target_counts", startedAt: at, succeededAt: at, failedAt: null };
  const runs = [{ ...counted, outcome: JSON.stringify({ users: 10, posts: 10 }) }];
  const found = (hours: number, known = runs, hoursSinceStart = 6) => {
    const { reasons, degraded } = assess({
      ...FACTS,
      startedAt: NOW - hoursSinceStart * HOUR_MS,
      oldestCheckedAt: NOW - hours * HOUR_MS,
      runs: known,
    });
    return { reasons, degraded };
  };
  const none = { reasons: [], degraded: [] };
  expect(found(23)).toEqual(none);
  expect(found(25)).toEqual({ reasons: ["recheck_behind"], degraded: [] });
  expect(found(25, [])).toEqual(none);
  expect(found(25, runs, 5.9)).toEqual({ reasons: [], degraded: ["recheck_behind"] });
});

test.each([
  ["minutely", MINUTE_MS, 10 * MINUTE_MS],
  ["hourly", HOUR_MS, 3 * HOUR_MS],
])("a %s job is late after three periods and at least ten minutes", (_, period, longest) => {
  const lateAfter = (ms: number) => {
    const succeededAt = new Date(NOW - ms);
    const run = { job: "some", startedAt: succeededAt, succeededAt, failedAt: null, outcome: null };
    const deployed = { startedAt: NOW - DAY_MS, periods: { some: period } };
    return assess({ ...FACTS, ...deployed, runs: [run] }).lateJobs;
  };
  expect(lateAfter(longest)).toEqual([]);
  expect(lateAfter(longest + 1)).toEqual(["some"]);
});

test("an outcome that is no JSON, as a damaged row has, counts as none", () => {
  const at = new Date(NOW);
  const times = { startedAt: at, succeededAt: at, failedAt: null };
  const jobs = ["recheck", "source", "alerts", "target_counts"];
  const runs = jobs.map((job) => ({ job, ...times, outcome: "{" }));
  const { reasons, degraded, recheck } = assess({ ...FACTS, runs });
  expect({ reasons, degraded, lastRun: recheck.lastRun }).toEqual({
    reasons: [],
    degraded: [],
    lastRun: null,
  });
});

test("an hour without Reddit's answer is a reason, unless the archive stands in or is the source", () => {
  const at = new Date(NOW);
  const found = (minutes: number, change: Partial<Facts> = {}) => {
    const since = NOW - minutes * MINUTE_MS;
    const archive = { probedAt: NOW, answeredAt: NOW };
    const seen = { state: "unavailable", since, seenAt: NOW, probedAt: NOW };
    const outcome = JSON.stringify({ ...seen, archive });
    const run = { job: "source", startedAt: at, succeededAt: at, failedAt: null, outcome };
    const { reasons, degraded } = assess({ ...FACTS, ...change, runs: [run] });
    return { reasons, degraded };
  };
  const none = { reasons: [], degraded: ["source_unavailable"] };
  expect(found(59)).toEqual(none);
  expect(found(60)).toEqual({ reasons: ["source_unavailable"], degraded: [] });
  expect(found(600, { hasFallback: true })).toEqual(none);
  expect(found(600, { isReddit: false })).toEqual(none);
});

test("the failure of a job is reported until the job succeeds again", () => {
  const degradedAfter = (failedAt: number, succeeded: number | null) => {
    const succeededAt = succeeded === null ? null : new Date(succeeded);
    const times = { failedAt: new Date(failedAt), succeededAt };
    const run = { job: "badges", startedAt: new Date(NOW), ...times, outcome: null };
    return assess({ ...FACTS, periods: { badges: HOUR_MS }, runs: [run] }).degraded;
  };
  expect(degradedAfter(NOW, NOW - HOUR_MS)).toEqual(["cron_failed"]);
  expect(degradedAfter(NOW, null)).toEqual(["cron_failed"]);
  expect(degradedAfter(NOW - HOUR_MS, NOW)).toEqual([]);
  expect(degradedAfter(NOW, NOW)).toEqual([]);
});

test("a database is filling from 8 of its 10 GB on", () => {
  const reasonsAt = (databaseBytes: number | null) => assess({ ...FACTS, databaseBytes }).reasons;
  expect(reasonsAt(7_999_999_999)).toEqual([]);
  expect(reasonsAt(8_000_000_000)).toEqual(["d1_filling"]);
  expect(reasonsAt(null), "unknown").toEqual([]);
});
