import { beforeEach, expect, test } from "vitest";
import { MINUTE_MS } from "#schema/time.ts";
import { forgetAlerts, HOOK } from "#worker/testing/alerted-app.ts";
import { peekBudget, takeCall, type GrantedCall } from "#worker/call-budget/call-budget.rules.ts";
import type { CallPurpose } from "#worker/call-budget/port.ts";
import { runScheduled } from "#worker/jobs/runner.ts";
import { openMainSource } from "#worker/source/open.ts";
import { GRANTED, namespaceOf } from "#worker/testing/call-budgets.ts";
import { loggedLines } from "#worker/testing/logged-lines.ts";
import { operatedApp } from "#worker/testing/operated-app.ts";
import { recordRun } from "./runs.store.ts";
import { watchSource } from "./source-watch.service.ts";
import type { SourceOutcome } from "./watch.rules.ts";

beforeEach(forgetAlerts);

const SECOND = 1_000;

test("the archive, run by volunteers, is asked once in five minutes where it is the source", async () => {
  const { reddit, pass } = operatedApp({ POST_SOURCE: "archive" });
  const asked: string[] = [];
  reddit.failure = ({ host, pathname }) => {
    asked.push(host);
    return pathname === "/api/users/search"
      ? Response.json({ data: [{ author: "gemhunter", id: "gemhunter", _meta: {} }] })
      : null;
  };
  await pass(20);
  expect(asked).toEqual(Array.from({ length: 4 }, () => "arctic-shift.photon-reddit.com"));
});

test.each([
  ["of this minute's re-check is the source's state, without a call", 40, "blocked", 0],
  ["of an earlier minute's re-check is not: the source is asked", 60, "ok", 1],
])("a block %s", async (_, ageSeconds, state, calls) => {
  const { app, clock, reddit } = operatedApp();
  const deps = app.deps();
  const at = new Date(clock.now() - ageSeconds * SECOND);
  const outcome = JSON.stringify({ asked: 3, failure: "reddit.blocked" });
  await recordRun(deps.db, { job: "recheck", startedAt: at, succeededAt: at, outcome });
  expect(await watchSource(deps)).toMatchObject({ state });
  expect(reddit.asked).toHaveLength(calls);
});

test.each([
  ["rate_limited", "saturated"],
  ["unavailable", "unavailable"],
])("a re-check whose calls ended in %s makes the source %s", async (failure, state) => {
  const { app, clock } = operatedApp();
  const deps = app.deps();
  const at = new Date(clock.now());
  const outcome = JSON.stringify({ asked: 3, failure: `reddit.${failure}` });
  await recordRun(deps.db, { job: "recheck", startedAt: at, succeededAt: at, outcome });
  expect(await watchSource(deps)).toMatchObject({ state });
});

test("a source that answered this minute's re-check is not asked", async () => {
  const { app, clock, reddit } = operatedApp();
  const deps = app.deps();
  const at = new Date(clock.now());
  const outcome = JSON.stringify({ asked: 3, failure: null });
  await recordRun(deps.db, { job: "recheck", startedAt: at, succeededAt: at, outcome });
  expect(await watchSource(deps)).toMatchObject({ state: "ok", seenAt: clock.now() });
  expect(reddit.asked).toEqual([]);
});

test.each(["blocked", "saturated"])(
  "a source that is %s and then refuses otherwise has been refusing since the first refusal",
  async (first) => {
    const { app, clock } = operatedApp();
    const deps = app.deps();
    const since = clock.now() - 540 * SECOND;
    const before = { state: first, since, seenAt: clock.now() - 60 * SECOND, probedAt: since };
    const failure = first === "blocked" ? "reddit.rate_limited" : "reddit.blocked";
    const at = new Date(clock.now());
    const met = { source: before, recheck: { asked: 3, failure } };
    for (const [job, outcome] of Object.entries(met)) {
      const run = { job, startedAt: at, succeededAt: at, outcome: JSON.stringify(outcome) };
      await recordRun(deps.db, run);
    }
    const after = await watchSource(deps);
    expect(after).toMatchObject({ since, seenAt: clock.now() });
    expect(after.state).not.toBe(first);
  },
);

test("a block after an outage, which calls an operator later, begins with the block", async () => {
  const { app, clock, reddit } = operatedApp();
  const deps = app.deps();
  const past = clock.now() - 540 * SECOND;
  const before = { state: "unavailable", since: past, seenAt: past, probedAt: past };
  const at = new Date(clock.now());
  const run = { job: "source", startedAt: at, succeededAt: at, outcome: JSON.stringify(before) };
  await recordRun(deps.db, run);
  reddit.failure = () => new Response("<html>blocked</html>", { status: 403 });
  expect(await watchSource(deps)).toMatchObject({ state: "blocked", since: clock.now() });
});

test("a token that is granted and refused by every call is a block, which only the operator ends", async () => {
  const lines = loggedLines();
  const { health, pass, reddit } = operatedApp();
  reddit.failure = ({ pathname }) =>
    pathname === "/api/v1/access_token"
      ? null
      : Response.json({ message: "Unauthorized", error: 401 }, { status: 401 });
  await pass(12);
  expect(await health()).toMatchObject({ status: 503, body: { reasons: ["source_blocked"] } });
  expect(lines("token_refused")[0]).toMatchObject({ dependency: "reddit", status: 401 });
});

test("a call that the budget refuses after all says nothing about the source", async () => {
  const take = async () => ({ ...GRANTED, isGranted: false, waitMs: MINUTE_MS });
  const CALL_BUDGET = namespaceOf({ take, peek: async () => GRANTED });
  const { app, clock, reddit } = operatedApp({ CALL_BUDGET });
  const deps = app.deps();
  const seenAt = clock.now() - MINUTE_MS;
  const before = { state: "unavailable", since: seenAt, seenAt, probedAt: seenAt };
  const at = new Date(clock.now());
  const run = { job: "source", startedAt: at, succeededAt: at, outcome: JSON.stringify(before) };
  await recordRun(deps.db, run);
  expect(await watchSource(deps)).toMatchObject({ state: "unavailable", seenAt });
  expect(reddit.asked).toEqual([]);
});

test.each([
  ["seenAt", "blocked"],
  ["probedAt", "ok"],
] as const)(
  "an outcome whose %s is still to come, as a wrong clock leaves, counts as none",
  async (name, state) => {
    const { app, clock, reddit } = operatedApp();
    const deps = app.deps();
    const past = clock.now() - 3_600 * SECOND;
    const left = { state, since: past, seenAt: past, probedAt: past, [name]: 99_999_999_999_999 };
    const at = new Date(clock.now());
    const run = { job: "source", startedAt: at, succeededAt: at, outcome: JSON.stringify(left) };
    await recordRun(deps.db, run);
    const now = clock.now();
    expect(await watchSource(deps)).toEqual({
      state: "ok",
      since: now,
      seenAt: now,
      probedAt: now,
    });
    expect(reddit.asked).toHaveLength(1);
  },
);

test("a source whose visitors' calls are used up is saturated, though it answered the re-check", async () => {
  const { app, clock } = operatedApp({}, { isFlooded: true });
  const deps = app.deps();
  const at = new Date(clock.now());
  const outcome = JSON.stringify({ asked: 3, failure: null });
  await recordRun(deps.db, { job: "recheck", startedAt: at, succeededAt: at, outcome });
  expect(await watchSource(deps)).toMatchObject({ state: "saturated" });
});

test("a fault of ours in the re-check says nothing about the source, which is asked", async () => {
  const { app, clock, reddit } = operatedApp();
  const deps = app.deps();
  const at = new Date(clock.now());
  const outcome = JSON.stringify({ asked: 3, failure: "internal.error" });
  await recordRun(deps.db, { job: "recheck", startedAt: at, succeededAt: at, outcome });
  expect(await watchSource(deps)).toMatchObject({ state: "ok" });
  expect(reddit.asked).toHaveLength(1);
});

test("a fault of ours in the watch's own call fails the job, which is late after ten minutes", async () => {
  const lines = loggedLines();
  const { app, health, pass } = operatedApp();
  const passWithFault = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      await pass(1, ["* * * * *"]);
      await runScheduled("recheck", app.deps());
      const deps = app.deps();
      const profile = () => Promise.reject(new TypeError("of ours"));
      deps.sources.reddit = { ...openMainSource(deps), profile };
      await runScheduled("source", deps).catch(() => undefined);
    }
  };
  await pass(5);
  await passWithFault(4);
  expect(await health()).toMatchObject({ status: 200, body: { degraded: ["cron_failed"] } });
  await passWithFault(8);
  const body = { reasons: ["cron_late"], lateJobs: ["source"] };
  expect(await health()).toMatchObject({ status: 503, body });
  expect(lines("check_source")[0]).toMatchObject({ errorName: "TypeError" });
  await pass(1);
  expect(await health()).toMatchObject({ status: 200, body: { degraded: [] } });
});

test("a call budget that does not answer is 503 after ten minutes: visitors have nearly no calls", async () => {
  let isSilent = true;
  const peek = async () => {
    if (isSilent) throw new Error("evicted");
    return GRANTED;
  };
  const { health, pass } = operatedApp({ CALL_BUDGET: namespaceOf({ take: peek, peek }) });
  await pass(9);
  expect(await health()).toMatchObject({ status: 200, body: { degraded: ["source_saturated"] } });
  await pass(3);
  expect(await health()).toMatchObject({ status: 503, body: { reasons: ["source_saturated"] } });
  isSilent = false;
  await pass(4);
  expect(await health()).toMatchObject({ status: 200, body: { degraded: [] } });
});

test("a call budget whose first answer is lost each time is no reason to call an operator", async () => {
  let asked = 0;
  const peek = async (purpose: CallPurpose) => {
    if (purpose === "visitor" && (asked += 1) % 2 === 1) throw new Error("started anew");
    return GRANTED;
  };
  const { health, pass } = operatedApp({ CALL_BUDGET: namespaceOf({ take: peek, peek }) });
  await pass(12);
  expect(await health()).toMatchObject({ status: 200, body: { degraded: [] } });
  expect(asked).toBe(24);
});

test("a refusal that was seen once is over after three minutes in which no call could be made", async () => {
  // Visitors have calls, the re-check has none.
  const peek = async (purpose: CallPurpose) => ({
    ...GRANTED,
    isGranted: purpose === "visitor",
    isReserved: false,
    waitMs: MINUTE_MS,
  });
  const { app, clock, reddit } = operatedApp({ CALL_BUDGET: namespaceOf({ peek }) });
  const { db } = app.deps();
  const seenAt = clock.now();
  let outcome: SourceOutcome = { state: "blocked", since: seenAt, seenAt, probedAt: seenAt };
  const states: string[] = [];
  for (let minute = 1; minute <= 4; minute += 1) {
    const at = new Date(clock.now());
    const run = { job: "source", startedAt: at, succeededAt: at };
    await recordRun(db, { ...run, outcome: JSON.stringify(outcome) });
    clock.advance(MINUTE_MS);
    outcome = await watchSource(app.deps());
    states.push(outcome.state);
  }
  expect(states).toEqual(["blocked", "blocked", "ok", "ok"]);
  expect(reddit.asked).toEqual([]);
});

test("a flood of newcomers alone, in which each first visit is refused, is degraded after ten minutes", async () => {
  const state: GrantedCall[] = [];
  let isFlooded = false;
  const { clock, health, pass, posted } = operatedApp({
    ALERT_WEBHOOK_URL: HOOK,
    CALL_BUDGET: namespaceOf({
      take: (purpose: CallPurpose) => takeCall(state, { purpose }, clock.now()),
      peek: (purpose: CallPurpose) => {
        if (isFlooded) while (takeCall(state, { purpose: "newcomer" }, clock.now()).isGranted);
        return peekBudget(state, { purpose }, clock.now());
      },
    }),
  });
  const degradedAfter = async (minutes: number) => {
    await pass(minutes);
    const { status, body } = await health();
    expect(status).toBe(200);
    return body.degraded;
  };
  expect(await degradedAfter(5)).toEqual([]);
  isFlooded = true;
  expect(await degradedAfter(10)).toEqual([]);
  expect(await degradedAfter(1)).toEqual(["newcomers_refused"]);
  isFlooded = false;
  expect(await degradedAfter(2), "a call is free for a moment").toEqual(["newcomers_refused"]);
  isFlooded = true;
  expect(await degradedAfter(1)).toEqual(["newcomers_refused"]);
  isFlooded = false;
  expect(await degradedAfter(4)).toEqual([]);
  isFlooded = true;
  await pass(2);
  clock.advance(10 * MINUTE_MS);
  expect(await degradedAfter(1), "the pause tells nothing").toEqual([]);
  expect(posted).toEqual([]);
});
