import { expect, test } from "vitest";
import type { Degradation, HealthReason } from "#schema/api/health.ts";
import { MINUTE_MS } from "#schema/time.ts";
import { nextAlerts, type AlertState } from "./alerts.rules.ts";

const START = Date.parse("2026-11-20T12:00:00Z");

interface Step {
  minute: number;
  reasons: HealthReason[];
  degraded?: Degradation[];
  lateJobs?: string[];
  /** The minutes of the jobs' last successes. */
  succeeded?: Record<string, number>;
  /** The webhook refuses the post. */
  fails?: boolean;
}

/** What each step is about to post. */
function alertsOf(steps: Step[]): string[] {
  let before: AlertState = { savedAt: 0, posted: {} };
  const timeOf = (minute: number) => START + minute * MINUTE_MS;
  return steps.map(({ minute, reasons, degraded = [], lateJobs = [], succeeded = {}, fails }) => {
    const times = Object.entries(succeeded).map(([job, at]) => [
      job,
      new Date(timeOf(at)).toISOString(),
    ]);
    const cron = Object.fromEntries(times) as Record<string, string>;
    const changes = nextAlerts(before, { reasons, degraded, lateJobs, cron }, timeOf(minute));
    before = fails ? changes.unposted : changes.state;
    const texts = [
      ...changes.raised.map((reason) => `+${reason}`),
      ...changes.recovered.map((reason) => `-${reason}`),
    ];
    return texts.join(" ");
  });
}

test("a job that is late again is posted again, though another was late all the time", () => {
  const reasons: HealthReason[] = ["cron_late"];
  const both = ["backup", "recheck"];
  const steps: Step[] = [
    { minute: 0, reasons, lateJobs: both },
    { minute: 30, reasons, lateJobs: ["backup"] },
    { minute: 60, reasons, lateJobs: both },
    { minute: 120, reasons, lateJobs: both },
  ];
  expect(alertsOf(steps)).toEqual(["+cron_late", "", "+cron_late", ""]);
});

test("a recovery that is known without the database is posted while the database is down", () => {
  const steps: Step[] = [
    { minute: 0, reasons: ["kv_down", "configuration", "source_blocked"] },
    { minute: 10, reasons: ["d1_down"] },
    { minute: 20, reasons: ["d1_down"] },
  ];
  const raised = "+kv_down +configuration +source_blocked";
  expect(alertsOf(steps)).toEqual([raised, "+d1_down", "-kv_down -configuration"]);
});

test("a refused post keeps the time at which a reason ended", () => {
  const steps: Step[] = [
    { minute: 0, reasons: ["source_blocked"] },
    { minute: 10, reasons: ["kv_down"], fails: true },
    { minute: 20, reasons: ["kv_down"] },
  ];
  expect(alertsOf(steps)).toEqual(["+source_blocked", "+kv_down", "+kv_down -source_blocked"]);
});

test("a recovery is posted once, however long the reason stays away", () => {
  const steps: Step[] = [
    { minute: 0, reasons: ["source_blocked"] },
    { minute: 10, reasons: [] },
    { minute: 20, reasons: [] },
    { minute: 80, reasons: [] },
    { minute: 150, reasons: [] },
  ];
  expect(alertsOf(steps)).toEqual(["+source_blocked", "", "-source_blocked", "", ""]);
});

test("a reason that comes back before it is called over is called over ten minutes after its last end", () => {
  const steps: Step[] = [
    { minute: 0, reasons: ["source_blocked"] },
    { minute: 60, reasons: [] },
    { minute: 65, reasons: ["source_blocked"] },
    { minute: 69, reasons: [] },
    { minute: 78, reasons: [] },
    { minute: 79, reasons: [] },
  ];
  expect(alertsOf(steps)).toEqual(["+source_blocked", "", "", "", "", "-source_blocked"]);
});

test("a reason that comes and goes every hour is raised and called over each time", () => {
  const reasons: HealthReason[] = ["source_blocked"];
  const steps: Step[] = [
    { minute: 0, reasons },
    { minute: 10, reasons: [] },
    { minute: 20, reasons: [] },
    { minute: 60, reasons },
    { minute: 70, reasons: [] },
    { minute: 80, reasons: [] },
  ];
  const [raised, over] = ["+source_blocked", "-source_blocked"];
  expect(alertsOf(steps)).toEqual([raised, "", over, raised, "", over]);
});

test("a reason that ended before the database went down has not recovered while only the database could tell", () => {
  const steps: Step[] = [
    { minute: 0, reasons: ["source_blocked"] },
    { minute: 5, reasons: [] },
    { minute: 20, reasons: ["d1_down"] },
    { minute: 30, reasons: [] },
  ];
  expect(alertsOf(steps)).toEqual(["+source_blocked", "", "+d1_down", "-source_blocked"]);
});

test("the ten minutes before a recovery do not begin while only the database could tell", () => {
  const steps: Step[] = [
    { minute: 0, reasons: ["source_blocked"] },
    { minute: 10, reasons: ["d1_down"] },
    { minute: 21, reasons: [] },
    { minute: 31, reasons: [] },
  ];
  const recoveries = "-source_blocked -d1_down";
  expect(alertsOf(steps)).toEqual(["+source_blocked", "+d1_down", "", recoveries]);
});

test("a late job raises no other reason again", () => {
  const steps: Step[] = [
    { minute: 0, reasons: ["source_blocked"] },
    { minute: 90, reasons: ["source_blocked", "cron_late"], lateJobs: ["backup"] },
  ];
  expect(alertsOf(steps)).toEqual(["+source_blocked", "+cron_late"]);
});

test("a fault of the source that is only degraded has not recovered, and is raised again when it is a reason again", () => {
  const blocked: Step = { minute: 0, reasons: ["source_blocked"] };
  const steps: Step[] = [
    blocked,
    { minute: 30, reasons: [], degraded: ["source_blocked"] },
    { minute: 45, reasons: [], degraded: ["source_unavailable"] },
    { ...blocked, minute: 50 },
    { ...blocked, minute: 60 },
    { ...blocked, minute: 120 },
    { minute: 125, reasons: [] },
    { minute: 135, reasons: [] },
  ];
  const [raised, over] = ["+source_blocked", "-source_blocked"];
  expect(alertsOf(steps)).toEqual([raised, "", "", "", raised, "", "", over]);
});

test("a fault of the source that is only degraded for a few minutes is not raised again", () => {
  const blocked: Step = { minute: 0, reasons: ["source_blocked"] };
  const steps: Step[] = [
    blocked,
    { minute: 60, reasons: [], degraded: ["source_blocked"] },
    { ...blocked, minute: 65 },
    { ...blocked, minute: 75 },
  ];
  expect(alertsOf(steps)).toEqual(["+source_blocked", "", "", ""]);
});

test("two faults of the source that take turns are posted once each", () => {
  const steps = Array.from({ length: 10 }, (_, turn): Step => {
    const reason = turn % 2 === 0 ? "source_blocked" : "source_saturated";
    return { minute: turn * 20, reasons: [reason] };
  });
  const posts = alertsOf(steps).filter(Boolean);
  expect(posts).toEqual(["+source_blocked", "+source_saturated"]);
});

test("a source that fails otherwise than before has not recovered", () => {
  const steps: Step[] = [
    { minute: 0, reasons: ["source_blocked"] },
    { minute: 5, reasons: ["source_saturated"] },
    { minute: 15, reasons: ["source_saturated"] },
    { minute: 20, reasons: [] },
    { minute: 30, reasons: [] },
  ];
  const recoveries = "-source_blocked -source_saturated";
  expect(alertsOf(steps)).toEqual(["+source_blocked", "+source_saturated", "", "", recoveries]);
});

test("a fault of the source has not recovered while the job that watches it is late", () => {
  const reasons: HealthReason[] = ["cron_late"];
  const steps: Step[] = [
    { minute: 0, reasons: ["source_blocked"] },
    { minute: 10, reasons, lateJobs: ["source"] },
    { minute: 30, reasons, lateJobs: ["source"] },
  ];
  expect(alertsOf(steps)).toEqual(["+source_blocked", "+cron_late", ""]);
});

test("a new version, which hides that a job is late, ends its alert only with the job's success", () => {
  const reasons: HealthReason[] = ["cron_late"];
  const steps: Step[] = [
    { minute: 0, reasons, lateJobs: ["backup"], succeeded: { backup: -200 } },
    { minute: 10, reasons: [], succeeded: { backup: -200 } },
    { minute: 20, reasons: [], succeeded: { backup: -200 } },
    { minute: 60, reasons, lateJobs: ["lockouts"], succeeded: { backup: -200, lockouts: 40 } },
    { minute: 190, reasons, lateJobs: ["backup"], succeeded: { backup: -200, lockouts: 185 } },
    { minute: 200, reasons: [], succeeded: { backup: 197, lockouts: 200 } },
    { minute: 210, reasons: [], succeeded: { backup: 197, lockouts: 210 } },
  ];
  expect(alertsOf(steps)).toEqual(["+cron_late", "", "", "+cron_late", "", "", "-cron_late"]);
});

test("the alert about a job that never succeeded ends with the version that has it no more", () => {
  const steps: Step[] = [
    { minute: 0, reasons: ["cron_late"], lateJobs: ["old"] },
    { minute: 5, reasons: [] },
    { minute: 15, reasons: [] },
  ];
  expect(alertsOf(steps)).toEqual(["+cron_late", "", "-cron_late"]);
});

test("a re-check that is behind after a deploy has not recovered, and is posted once", () => {
  const reasons: HealthReason[] = ["recheck_behind"];
  const steps: Step[] = [
    { minute: 0, reasons },
    { minute: 10, reasons: [], degraded: ["recheck_behind"] },
    { minute: 30, reasons: [], degraded: ["recheck_behind"] },
    { minute: 370, reasons },
    { minute: 380, reasons: [] },
    { minute: 390, reasons: [] },
  ];
  expect(alertsOf(steps)).toEqual(["+recheck_behind", "", "", "", "", "-recheck_behind"]);
});
