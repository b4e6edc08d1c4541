import { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import type { HealthResponse } from "#schema/api/health.ts";
import {
  reportHealthFailure,
  waitForProcess,
  waitForServer,
  type ServerState,
  type HealthFailure,
} from "./start-wait.ts";

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
  expect(await waitOn(["unhealthy", "silent", "ready"])).toMatchObject({ reports: [] });
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
  const server = createServer((_, response) => {
    probes += 1;
    response.writeHead(503).end(health ? JSON.stringify(health) : "<html>");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const child = Object.assign(new ChildProcess(), { exitCode: null as number | null });
  const end = () => (child.exitCode = 1);
  onTestFinished(() => {
    end();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { promise, resolve } = Promise.withResolvers<HealthFailure>();
  const wait = waitForProcess(child, baseUrl, resolve);
  return { failure: await promise, probes: () => probes, end, wait };
}

test("health says whether a setting is wrong, which is then asked for seldom, as each probe logs it", async () => {
  const { failure, probes } = await reportOn({ reasons: ["configuration"] });
  expect(failure).toBe("misconfigured");
  await delay(1_000);
  expect(probes()).toBe(1);
});

test("the wait for a corrected setting ends with the server, not after its pause", async () => {
  const { end, wait } = await reportOn({ reasons: ["configuration"] });
  end();
  const isReady = await Promise.race([wait, delay(5_000, "still waiting")]);
  expect(isReady).toBe(false);
});

test("a server with something down is unhealthy, and so is one that answers with no health", async () => {
  const reports = await Promise.all([reportOn({ reasons: ["d1_down"] }), reportOn(null)]);
  expect(reports.map(({ failure }) => failure)).toEqual(["unhealthy", "unhealthy"]);
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

test("another server's answer at the address does not count before the process listens", async () => {
  const server = createServer((_, response) => response.writeHead(200).end("{}"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const child = Object.assign(new ChildProcess(), { exitCode: null as number | null });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let isListening = false;
  const wait = () =>
    waitForProcess(
      child,
      baseUrl,
      () => {},
      () => isListening,
    );
  const refused = wait();
  await delay(600);
  child.exitCode = 1;
  expect(await refused).toBe(false);
  child.exitCode = null;
  isListening = true;
  expect(await wait()).toBe(true);
});
