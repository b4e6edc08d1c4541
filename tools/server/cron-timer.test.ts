import { createServer } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#schema/time.ts";
import { callCron } from "./cron-call.ts";
import { isDue, readLocalCrons, startCronTimer } from "./cron-timer.ts";

beforeEach(() => {
  vi.useFakeTimers({
    now: Date.UTC(2026, 10, 22, 12, 3, 20),
    toFake: ["Date", "setTimeout", "clearTimeout"],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Records calls as "HH:MM cron"; `outcome` ends them. */
function startTimer(crons: string[], outcome: (cron: string) => Promise<void> = async () => {}) {
  const calls: string[] = [];
  const reports: string[] = [];
  const timer = startCronTimer({
    crons,
    call: (cron) => {
      calls.push(`${new Date().toISOString().slice(11, 16)} ${cron}`);
      return outcome(cron);
    },
    report: (line) => void reports.push(line),
  });
  return { timer, calls, reports };
}

test("each cron runs at once and then in its own minutes, until the timer is stopped", async () => {
  const { timer, calls } = startTimer(["*/5 * * * *", "*/15 * * * *", "7 * * * *"]);
  await timer.firstRun;
  await vi.advanceTimersByTimeAsync(13 * MINUTE_MS);
  timer.stop();
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(calls).toEqual([
    "12:03 */5 * * * *",
    "12:03 */15 * * * *",
    "12:03 7 * * * *",
    "12:05 */5 * * * *",
    "12:07 7 * * * *",
    "12:10 */5 * * * *",
    "12:15 */5 * * * *",
    "12:15 */15 * * * *",
  ]);
});

test.each([
  ["a little early", -5],
  ["half a minute late, as after a sleep", 35_000],
])("a timer that fires %s runs the crons of its minute once", async (_, shift) => {
  const { timer, calls } = startTimer(["4 * * * *"]);
  await timer.firstRun;
  vi.setSystemTime(Date.now() + shift);
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
  timer.stop();
  expect(calls).toHaveLength(2);
});

test("a failing cron is reported once, and once more when it works again", async () => {
  let fails = true;
  const { timer, calls, reports } = startTimer(["*/5 * * * *"], async () => {
    if (fails) throw new Error("connection refused");
  });
  await timer.firstRun;
  await vi.advanceTimersByTimeAsync(30 * MINUTE_MS);
  expect(calls).toHaveLength(7);
  expect(reports).toEqual([expect.stringContaining("connection refused")]);
  fails = false;
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  expect(reports).toHaveLength(2);
  expect(reports[1]).toContain("works again");
  timer.stop();
});

test("a run that lasts longer than its period is not started a second time", async () => {
  let end: () => void = () => {};
  const { timer, calls } = startTimer(
    ["*/5 * * * *"],
    () => new Promise((resolve) => (end = resolve)),
  );
  await vi.advanceTimersByTimeAsync(20 * MINUTE_MS);
  expect(calls).toHaveLength(1);
  end();
  await timer.firstRun;
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
  expect(calls).toHaveLength(2);
  timer.stop();
});

test("a call that stop() aborts is not reported as a failure", async () => {
  let fail: (error: Error) => void = () => {};
  const { timer, reports } = startTimer(
    ["7 * * * *"],
    () => new Promise((_, reject) => (fail = reject)),
  );
  timer.stop();
  fail(new Error("aborted"));
  await timer.firstRun;
  expect(reports).toEqual([]);
});

test("after stop() no further cron begins its first run", async () => {
  let end: () => void = () => {};
  const { timer, calls } = startTimer(
    ["7 * * * *", "8 * * * *"],
    () => new Promise((resolve) => (end = resolve)),
  );
  timer.stop();
  end();
  await timer.firstRun;
  expect(calls).toEqual(["12:03 7 * * * *"]);
});

test.each([
  ["* * * * *", "03:07", true],
  ["7 * * * *", "04:07", true],
  ["7 * * * *", "04:08", false],
  ["7 3 * * *", "03:07", true],
  ["7 3 * * *", "04:07", false],
  ["0 */6 * * *", "18:00", true],
  ["0 */6 * * *", "19:00", false],
])("%s is due at %s: %s", (cron, time, due) => {
  expect(isDue(cron, new Date(`2026-11-22T${time}:00Z`))).toBe(due);
});

test.each(["5,10 * * * *", "5-10 * * * *", "x5 * * * *", "0 1-3 * * *", "0 0 1 * *", "0 0 * *"])(
  "%s is an error, not a cron that never runs",
  (cron) => expect(() => isDue(cron, new Date())).toThrow(cron),
);

test("the crons are those of local development, and missing ones are an error", () => {
  const staging = '[env.staging.triggers]\ncrons = ["7 * * * *"]\n';
  const local = '[triggers]\ncrons = ["* * * * *"]\n';
  expect(readLocalCrons(staging + local)).toEqual(["* * * * *"]);
  expect(() => readLocalCrons(staging)).toThrow("no [triggers]");
});

test("every cron of wrangler.toml can be read by the local timer", () => {
  const crons = readLocalCrons();
  expect(crons.length).toBeGreaterThan(0);
  for (const cron of crons) expect(isDue(cron, new Date())).toBeTypeOf("boolean");
  expect(() => isDue("0 0 * * MON", new Date())).toThrow("0 0 * * MON");
});

test("a cron is called by its expression, and an outcome other than ok is an error", async () => {
  vi.useRealTimers();
  const asked: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    asked.push(url);
    response.end(JSON.stringify({ outcome: url.includes("7%20") ? "exception" : "ok" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const baseUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  await callCron(baseUrl, "*/5 * * * *");
  await expect(callCron(baseUrl, "7 * * * *")).rejects.toThrow("7 * * * * failed");
  await expect(callCron(baseUrl, "*/5 * * * *", AbortSignal.abort())).rejects.toThrow("aborted");
  expect(asked[0]).toBe("/cdn-cgi/handler/scheduled?cron=*%2F5%20*%20*%20*%20*&format=json");
  server.close();
});
