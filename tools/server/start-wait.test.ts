import { ChildProcess } from "node:child_process";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import type { HealthResponse } from "#schema/api/health.ts";
import {
  reportHealthFailure,
  waitForProcess,
  waitForServer,
  type ServerState,
  type HealthFailure,
} from "./start-wait.ts";

// Fake timers do not replace this module's.
vi.mock("node:timers/promises", () => ({
  setTimeout: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
}));

/** Returns `states` one after the other, then the last one again and again. */
function waitOn(states: ServerState[], { endsAfter = Infinity } = {}) {
  let probes = 0;
  const reports: HealthFailure[] = [];
  const result = waitForServer({
    probe: async () => states[Math.min(probes++, states.length - 1)] ?? "silent",
    isRunning: () => probes < endsAfter,
    onHealthFailure: (failure) => void reports.push(failure),
    pause: async () => {},
  });
  return result.then((isReady) => ({ isReady, probes, reports }));
}

test("the wait for a silent server lasts as long as its process lives", async () => {
  const silent = Array.from({ length: 5_000 }, () => "silent" as const);
  expect(await waitOn([...silent, "ready"])).toEqual({ isReady: true, probes: 5_001, reports: [] });
});

test("the wait ends with the server's process", async () => {
  expect(await waitOn(["silent"], { endsAfter: 12 })).toMatchObject({ isReady: false, probes: 12 });
});

test("a server that stays unhealthy is reported once, and the wait continues", async () => {
  const states = Array.from({ length: 90 }, () => "unhealthy" as const);
  expect(await waitOn([...states, "ready"])).toEqual({
    isReady: true,
    probes: 91,
    reports: ["unhealthy"],
  });
  const often = states.slice(0, 15);
  const interrupted = [...often, "silent" as const, ...often, "ready" as const];
  expect(await waitOn(interrupted)).toMatchObject({ isReady: true, reports: [] });
});

test("a wrong setting is reported at its first answer, once", async () => {
  const states = Array.from({ length: 30 }, () => "misconfigured" as const);
  expect(await waitOn([...states, "ready"])).toEqual({
    isReady: true,
    probes: 31,
    reports: ["misconfigured"],
  });
});

/** Starts a wait on a server with the answer `health`; resolves with its report. */
async function reportOn(health: Pick<HealthResponse, "reasons"> | null) {
  let probes = 0;
  vi.stubGlobal("fetch", async () => {
    probes += 1;
    return new Response(health ? JSON.stringify(health) : "<html>", { status: 503 });
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const child = Object.assign(new ChildProcess(), { exitCode: null as number | null });
  const { promise, resolve } = Promise.withResolvers<HealthFailure>();
  const wait = waitForProcess(child, "http://127.0.0.1:1", resolve);
  await vi.advanceTimersByTimeAsync(5_000);
  return { failure: await promise, probes: () => probes, end: () => (child.exitCode = 1), wait };
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("health says whether a setting is wrong, which is then asked for every ten seconds, as each probe logs it", async () => {
  const { failure, probes } = await reportOn({ reasons: ["configuration"] });
  expect(failure).toBe("misconfigured");
  await vi.advanceTimersByTimeAsync(4_999);
  expect(probes()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(probes()).toBe(2);
});

test("the wait for a corrected setting ends with the server, not after its pause", async () => {
  const { end, wait } = await reportOn({ reasons: ["configuration"] });
  const ready: boolean[] = [];
  void wait.then((isReady) => ready.push(isReady));
  end();
  await vi.advanceTimersByTimeAsync(250);
  expect(ready).toEqual([false]);
});

test("a probe without an answer is given up after five seconds, and the next one follows", async () => {
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(limit.signal);
  onTestFinished(() => timeout.mockRestore());
  const probes: string[] = [];
  vi.stubGlobal("fetch", async (address: string, { signal }: { signal: AbortSignal }) => {
    probes.push(address);
    if (!signal.aborted) await new Promise((_, reject) => signal.addEventListener("abort", reject));
    return Response.json({});
  });
  const child = Object.assign(new ChildProcess(), { exitCode: null });
  const wait = waitForProcess(child, "http://127.0.0.1:1", () => {});
  await expect.poll(() => probes).toEqual(["http://127.0.0.1:1/api/health"]);
  expect(timeout).toHaveBeenCalledExactlyOnceWith(5_000);
  limit.abort();
  expect(await wait).toBe(true);
  expect(probes).toHaveLength(2);
});

test("a server whose source refused in the session before is ready", async () => {
  vi.stubGlobal("fetch", async () =>
    Response.json({ reasons: ["source_blocked"] }, { status: 503 }),
  );
  const child = Object.assign(new ChildProcess(), { exitCode: null });
  const reports: HealthFailure[] = [];
  const report = (failure: HealthFailure) => void reports.push(failure);
  expect(await waitForProcess(child, "http://127.0.0.1:1", report)).toBe(true);
  expect(reports).toEqual([]);
});

test.each([
  [{ reasons: ["d1_down"] }],
  [{ reasons: ["source_blocked", "kv_down"] }],
  [{ reasons: [] }],
  [null],
] as const)("a server that answers 503 with %o is unhealthy", async (health) => {
  expect((await reportOn(health && { reasons: [...health.reasons] })).failure).toBe("unhealthy");
});

function printedReport(failure: HealthFailure): string {
  const print = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => print.mockRestore());
  reportHealthFailure(failure, "http://localhost:8787", ".wrangler/state");
  return String(print.mock.calls[0]?.[0]);
}

test("the report about an unhealthy server names the address and the data to delete", () => {
  expect(printedReport("unhealthy")).toMatch(
    /localhost:8787\/api\/health.+\s.+delete \.wrangler\/state/,
  );
});

test("the report about a wrong setting names where to correct it, and deletes nothing", () => {
  const report = printedReport("misconfigured");
  expect(report).toMatch(/setting is wrong.+\s.+\.dev\.vars or in --var/);
  expect(report).not.toContain("delete");
});
