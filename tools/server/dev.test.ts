import { ChildProcess } from "node:child_process";
import { expect, onTestFinished, test, vi } from "vitest";
import { endWithNpm } from "#tools/end-with-parent.mjs";
import { stopTool } from "#tools/process-group.ts";
import { startTool } from "#tools/tools.ts";
import { startLocalCrons } from "./cron-timer.ts";
import { freePort } from "./free-port.ts";
import { holdLocalServer } from "./local-server.ts";
import { reportHealthFailure, waitForProcess } from "./start-wait.ts";
import { signalEdits } from "./worker-edits.ts";

vi.mock("#tools/end-with-parent.mjs");
vi.mock("#tools/process-group.ts");
vi.mock("#tools/tools.ts");
vi.mock("./cron-timer.ts");
vi.mock("./local-server.ts");
vi.mock("./start-wait.ts");
vi.mock("./worker-edits.ts");

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs npm run dev with stand-ins for its programs; the Worker is waited for until `settle`. */
async function runDev(...args: string[]) {
  vi.resetAllMocks();
  vi.resetModules();
  const [port, webPort] = [await freePort(), await freePort()];
  vi.stubEnv("WEB_PORT", String(webPort));
  const before = process.argv;
  process.argv = ["node", "dev.ts", "--port", String(port), ...args];
  const others = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal)]));
  const print = vi.spyOn(console, "error").mockReturnValue();
  const server = { args: ["dev"], env: { UNEARTH_STATE: "s" }, state: "s", isRemote: false };
  vi.mocked(holdLocalServer).mockReturnValue(server);
  const children = new Map<string, ChildProcess>();
  vi.mocked(startTool).mockImplementation((tool) => {
    const child = new ChildProcess();
    children.set(tool, child);
    return child;
  });
  const stopped = { edits: vi.fn<() => void>(), crons: vi.fn<() => void>() };
  vi.mocked(signalEdits).mockReturnValue(stopped.edits);
  const crons = { stop: stopped.crons, firstRun: Promise.resolve() };
  vi.mocked(startLocalCrons).mockReturnValue(crons);
  const ready = Promise.withResolvers<boolean>();
  vi.mocked(waitForProcess).mockReturnValue(ready.promise);
  const done = import("./dev.ts");
  const listenersOf = (signal: (typeof SIGNALS)[number]) =>
    process.listeners(signal).filter((one) => !others.get(signal)?.includes(one));
  onTestFinished(() => {
    for (const signal of SIGNALS)
      for (const listener of listenersOf(signal)) process.off(signal, listener);
    process.argv = before;
    process.exitCode = undefined;
    vi.unstubAllEnvs();
    print.mockRestore();
  });
  await vi.waitUntil(() => vi.mocked(waitForProcess).mock.calls.length > 0, { timeout: 60_000 });
  const settle = async (isReady: boolean) => {
    ready.resolve(isReady);
    await done;
  };
  const send = (signal: (typeof SIGNALS)[number]) => {
    for (const listener of listenersOf(signal)) listener(signal);
  };
  return { port, webPort, children, stopped, print, settle, send };
}

const startedTools = () => vi.mocked(startTool).mock.calls.map(([tool]) => tool);

test("the Worker starts first; once it is ready, Vite and the timer of the jobs follow", async () => {
  const { port, webPort, children, settle } = await runDev("--var", "POST_SOURCE:sample");
  const api = `http://127.0.0.1:${port}`;
  expect(endWithNpm).toHaveBeenCalledOnce();
  expect(holdLocalServer).toHaveBeenCalledExactlyOnceWith(port, ["--var", "POST_SOURCE:sample"]);
  const worker = { UNEARTH_STATE: "s", UNEARTH_WEB: "vite" };
  expect(vi.mocked(startTool).mock.calls).toEqual([
    ["wrangler", ["dev"], { stdio: "inherit", env: worker }],
  ]);
  expect(startLocalCrons).not.toHaveBeenCalled();
  const [child, address, report] = vi.mocked(waitForProcess).mock.lastCall ?? [];
  expect([child, address]).toEqual([children.get("wrangler"), api]);
  report?.("unhealthy");
  expect(reportHealthFailure).toHaveBeenCalledExactlyOnceWith("unhealthy", api, "s");
  await settle(true);
  const vite = { API_ORIGIN: api, WEB_PORT: String(webPort) };
  expect(startTool).toHaveBeenLastCalledWith("vite", ["web"], { stdio: "inherit", env: vite });
  expect(startLocalCrons).toHaveBeenCalledExactlyOnceWith(api);
});

test("where Vite ends by itself, the Worker, the jobs and the watch end too, with one error", async () => {
  const { children, stopped, print, settle } = await runDev();
  await settle(true);
  children.get("vite")?.emit("exit", 1, null);
  children.get("wrangler")?.emit("exit", 0, null);
  expect(print.mock.calls).toEqual([["vite has ended: see the lines above."]]);
  expect(process.exitCode).toBe(1);
  expect(vi.mocked(stopTool).mock.calls.map(([child]) => child)).toEqual([...children.values()]);
  expect(stopped.crons).toHaveBeenCalledOnce();
  expect(stopped.edits).toHaveBeenCalledOnce();
});

test("a Worker that ends before it is ready gets no Vite and no jobs", async () => {
  const { settle } = await runDev();
  await settle(false);
  expect(startedTools()).toEqual(["wrangler"]);
  expect(startLocalCrons).not.toHaveBeenCalled();
});

test.each(SIGNALS)(
  "%s during the start ends what has started, without an error",
  async (signal) => {
    const { children, stopped, print, settle, send } = await runDev();
    send(signal);
    children.get("wrangler")?.emit("exit", null, signal);
    await settle(true);
    expect(startedTools()).toEqual(["wrangler"]);
    expect(vi.mocked(stopTool).mock.calls).toHaveLength(1);
    expect(stopped.edits).toHaveBeenCalledOnce();
    expect(print).not.toHaveBeenCalled();
    expect(process.exitCode).toBeUndefined();
  },
);
