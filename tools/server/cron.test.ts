import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { freePort } from "./free-port.ts";
import { nodePath } from "#tools/install.mjs";
import { makeLocalState } from "#tools/testing/local-state.ts";

/** Stands in for wrangler: the job `leaderboard` fails, and the log says why. */
const FAILING_SERVER = `
  require("node:http").createServer(({ url }, response) => {
    if (url === "/api/health") return response.end('{"cron":{"badges":null,"leaderboard":null}}');
    const fails = url.includes("leaderboard");
    if (fails) console.log("the reason in the log");
    response.end(JSON.stringify({ outcome: fails ? "exception" : "ok" }));
  }).listen(process.argv[1], "127.0.0.1");`;

vi.mock("#tools/tools.ts", () => ({
  startTool: (_: string, args: string[]) =>
    spawn(nodePath, ["-e", FAILING_SERVER, args[args.indexOf("--port") + 1] ?? ""], {
      detached: true,
    }),
}));

beforeEach(() => vi.resetModules());
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** tools/server/cron.ts as a process with these variables imports it. */
function importCron(variables: { PORT?: number; UNEARTH_STATE?: string }) {
  vi.stubEnv("PORT", String(variables.PORT ?? ""));
  vi.stubEnv("UNEARTH_STATE", variables.UNEARTH_STATE ?? "");
  return import("./cron.ts");
}

function localState() {
  const local = makeLocalState();
  onTestFinished(local.remove);
  return local;
}

async function serve(answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** A server of npm start over this data, which notes the jobs that it runs. */
const serveOver = ({ withDatabase }: ReturnType<typeof localState>): Promise<number> =>
  serve(({ url = "" }, response) => {
    if (url === "/api/health") return response.end('{"cron":{"leaderboard":null}}');
    withDatabase((database) =>
      database
        .prepare("insert or replace into cron_run (job, started_at, succeeded_at) values (?, ?, ?)")
        .run("leaderboard", Date.now(), Date.now()),
    );
    return response.end('{"outcome":"ok"}');
  });

test("an unknown name among several is refused before any job runs", async () => {
  const ran: string[] = [];
  const port = await serve(({ url = "" }, response) => {
    if (url === "/api/health") return response.end('{"cron":{"badges":null}}');
    ran.push(url);
    return response.end('{"outcome":"ok"}');
  });
  const { runJobs } = await importCron({ PORT: port });
  await expect(runJobs(`http://127.0.0.1:${port}`, ["badges", "nosuch"])).rejects.toThrow(
    'There is no job "nosuch": badges',
  );
  expect(ran).toEqual([]);
});

test("the server on a named port is used, with the data of a named folder too", async () => {
  const local = localState();
  const port = await serveOver(local);
  const baseUrl = `http://127.0.0.1:${port}`;
  const usual = await importCron({ PORT: port });
  expect(await usual.withServer(async (url) => url)).toBe(baseUrl);
  vi.resetModules();
  const named = await importCron({ PORT: port, UNEARTH_STATE: local.state });
  expect(await named.withServer(async (url) => url)).toBe(baseUrl);
});

test("the server on a named port is refused where it has other data than the named folder", async () => {
  const [local, other] = [localState(), localState()];
  const port = await serveOver(other);
  const { withServer } = await importCron({ PORT: port, UNEARTH_STATE: local.state });
  const work = vi.fn<() => Promise<void>>();
  await expect(withServer(work)).rejects.toThrow(
    `has another database than ${local.state}: stop it, or run this again with PORT=${port} and`,
  );
  expect(work).not.toHaveBeenCalled();
});

test("work on the database is refused beside a server with other data, a job is not", async () => {
  const [local, other] = [localState(), localState()];
  const port = await serveOver(other);
  const { withServer } = await importCron({ PORT: port, UNEARTH_STATE: local.state });
  // The usual folder, for the module imported above.
  vi.stubEnv("UNEARTH_STATE", "");
  const work = vi.fn<(url: string) => Promise<string>>(async (url) => url);
  await expect(withServer(work, { usesDatabase: true })).rejects.toThrow("has another database");
  expect(work).not.toHaveBeenCalled();
  expect(await withServer(work)).toBe(`http://127.0.0.1:${port}`);
});

test("without PORT the server on the usual port is used, and none where UNEARTH_STATE names other data", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    return Response.json({ cron: {} });
  });
  const usual = await importCron({});
  expect(await usual.withServer(async (url) => url)).toBe("http://127.0.0.1:8787");
  expect(asked.splice(0)).toEqual(["http://127.0.0.1:8787/api/health"]);
  vi.resetModules();
  const { state } = localState();
  const named = await importCron({ UNEARTH_STATE: state });
  const { holdState } = await import("./state-lock.ts");
  expect(holdState(state)).toBe(true);
  await expect(named.withServer(async (url) => url)).rejects.toThrow(
    `Another server uses the data in ${state}. Set PORT to its port, or stop it.`,
  );
  expect(asked).toEqual([]);
});

test("without a running server, a failed job is reported with the log, after the lines of those before it", async () => {
  const variables = { PORT: await freePort(), UNEARTH_STATE: localState().state };
  const { runJobs, withServer } = await importCron(variables);
  const printed = vi.spyOn(console, "error").mockReturnValue();
  const lines: string[] = [];
  const work = (baseUrl: string) => runJobs(baseUrl, [], (line) => lines.push(line));
  await expect(withServer(work)).rejects.toThrow("leaderboard failed: the server's log says why");
  expect(lines).toEqual([expect.stringContaining("badges: done")]);
  expect(printed.mock.calls).toEqual([["the reason in the log\n"]]);
});

test("a refusal has no log, and the server that was started for it ends", async () => {
  const variables = { PORT: await freePort(), UNEARTH_STATE: localState().state };
  const { runJobs, withServer } = await importCron(variables);
  const printed = vi.spyOn(console, "error");
  let started = "";
  const work = (baseUrl: string) => {
    started = baseUrl;
    return runJobs(baseUrl, ["nosuch"]);
  };
  await expect(withServer(work)).rejects.toThrow(/^There is no job "nosuch": badges, leaderboard$/);
  expect(printed).not.toHaveBeenCalled();
  await expect(fetch(`${started}/api/health`)).rejects.toThrow("fetch failed");
});
