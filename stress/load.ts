import { rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "#tools/files.ts";
import { openInspector } from "#tools/inspector.ts";
import { median, quantile } from "#tools/numbers.ts";
import { migrate, startWorker, type RunningWorker } from "#tools/runtime.ts";
import { findTargets, signUpAccounts, type Account } from "./accounts.ts";
import { ApiClient } from "./api-client.ts";
import { auditHearts } from "./audit-hearts.ts";
import { measureHeapMiB } from "./measure-heap.ts";
import { isMemoryStable } from "./memory-growth.ts";
import type { Report, Step } from "./report.ts";
import { residentMiB } from "./runtime-processes.ts";
import { seededRandom } from "./seeded-random.ts";
import { CREATOR, bareRequests, sendTraffic, workerRequests } from "./traffic.ts";
import type { RequestOf, Traffic, TrafficResult } from "./traffic.ts";

const CONNECTIONS = 64;
const STATE = ".cache/stress-load";
const IDLE = { seconds: 5 };
/** Visitors read a page before the next request. */
const PACED = { seconds: 20, requestsPerSecond: 2 };
/** 64 requests are queued at every moment. */
const UNPACED = { seconds: 10 };
const UNPACED_RUNS = 5;
/** Ratio of p99 to that of a Worker that does nothing, under the same traffic. */
const MAX_OVER_FLOOR = 4;
/** workerd closes connections idle for 5 s, even if the idle time is due to a stalled client. */
const MAX_DISCONNECTS = 0.001;
const MAX_RESIDENT_GROWTH = 1.25;

interface Target {
  url: string;
  requestOf: RequestOf;
}

interface Setting {
  accounts: Account[];
  random: () => number;
  worker: Target;
  bare: Target;
}

const send = (
  { accounts, random }: Setting,
  target: Target,
  shape: Pick<Traffic, "seconds" | "requestsPerSecond">,
) => sendTraffic({ ...target, accounts, random, ...shape });

const inMs = (value: number) => `${value.toFixed(1)} ms`;
const p99 = ({ milliseconds }: TrafficResult) => quantile(milliseconds, 0.99);
const p50 = ({ milliseconds }: TrafficResult) => median(milliseconds);

function describe(report: Report, name: string, result: TrafficResult): void {
  const perSecond = Math.round(result.milliseconds.length / result.seconds);
  report.note(
    `${name}: ${perSecond} a second, median ${inMs(p50(result))}, p99 ${inMs(p99(result))}`,
  );
}

function checkResponses(report: Report, name: string, results: TrafficResult[]): void {
  const failures = results.flatMap((one) => [...one.failures].map(([what, n]) => `${n} × ${what}`));
  const responses = results.reduce((sum, { milliseconds }) => sum + milliseconds.length, 0);
  const isGood = failures.length === 0 && responses > CONNECTIONS;
  report.check(`every ${name} response is a 200`, isGood, failures.join("; ") || `${responses}`);
  const disconnects = results.reduce((sum, one) => sum + one.disconnects, 0);
  report.check(
    "fewer than one request in a thousand loses its connection",
    disconnects <= responses * MAX_DISCONNECTS,
    `${disconnects}`,
  );
}

/** Reports the speed without a limit: at this pace other work on the machine decides p99. */
async function checkPaced(report: Report, setting: Setting): Promise<void> {
  const alone = { ...setting, accounts: setting.accounts.slice(0, 1) };
  const idle = await send(alone, setting.worker, IDLE);
  const idleBare = await send(alone, setting.bare, IDLE);
  describe(report, "one visitor without a pause", idle);
  describe(report, "the same to a Worker that does nothing", idleBare);
  const paced = await send(setting, setting.worker, PACED);
  const pacedBare = await send(setting, setting.bare, PACED);
  describe(report, `${CONNECTIONS} visitors, ${PACED.requestsPerSecond} requests a second`, paced);
  describe(report, "the same to a Worker that does nothing", pacedBare);
  checkResponses(report, "paced", [idle, paced]);
}

interface Memory {
  heap: number[];
  resident: number[];
}

function checkMemory(report: Report, { heap, resident }: Memory): void {
  const line = (values: number[]) => values.map((one) => one.toFixed(1)).join(", ");
  report.check(
    `the heap is stable over ${UNPACED_RUNS} runs`,
    isMemoryStable(heap),
    `${line(heap)} MiB`,
  );
  const [first = 0] = resident;
  const rule = "the runtime's processes with buffers and databases grow by less than a quarter";
  if (first === 0) report.skip(rule, "this system does not report it");
  else
    report.check(
      rule,
      (resident.at(-1) ?? 0) < first * MAX_RESIDENT_GROWTH,
      `${line(resident)} MiB`,
    );
}

async function checkUnpaced(
  report: Report,
  setting: Setting,
  worker: RunningWorker,
): Promise<void> {
  const bare = await send(setting, setting.bare, UNPACED);
  const inspector = await openInspector(await worker.inspector());
  const memory: Memory = { heap: [], resident: [] };
  const runs: TrafficResult[] = [];
  for (let index = 0; index < UNPACED_RUNS; index += 1) {
    runs.push(await send(setting, setting.worker, UNPACED));
    memory.heap.push(await measureHeapMiB(inspector));
    memory.resident.push(residentMiB(process.pid));
  }
  inspector.close();
  describe(report, `a Worker that does nothing, ${CONNECTIONS} without a pause`, bare);
  for (const run of runs) describe(report, "ours", run);
  const typical = median(runs.map(p99));
  const ratio = typical / p99(bare);
  report.check(
    `without a pause, p99 stays within ${MAX_OVER_FLOOR} times a Worker that does nothing`,
    ratio <= MAX_OVER_FLOOR,
    `${inMs(typical)} is ${ratio.toFixed(1)} times ${inMs(p99(bare))}`,
  );
  checkResponses(report, "unpaced", runs);
  checkMemory(report, memory);
}

async function prepareBare({ database }: RunningWorker): Promise<void> {
  const tables = [
    "create table bare (id integer primary key, name text, hearts int)",
    "create table bare_heart (user int, target int, primary key (user, target))",
    "insert into bare values (1, 'first', 1), (500, 'second', 2)",
  ];
  for (const sql of tables) await database.prepare(sql).run();
}

async function prepare(seed: number, worker: RunningWorker, bare: RunningWorker): Promise<Setting> {
  await migrate(worker.database);
  await prepareBare(bare);
  const urlOf = ({ port }: RunningWorker) => `http://127.0.0.1:${port}`;
  const client = new ApiClient(urlOf(worker), CONNECTIONS);
  try {
    const accounts = await signUpAccounts(client, CONNECTIONS, "load");
    const targets = await findTargets(client, CREATOR, 24);
    const body = { username: CREATOR, limit: 12 };
    const search = await client.send({ method: "POST", path: "/api/reddit/search", body });
    const board = await client.send({ path: "/api/leaderboard/users?limit=50" });
    const sizes = { search: search.text.length, leaderboard: board.text.length };
    return {
      accounts,
      random: seededRandom(seed),
      worker: { url: urlOf(worker), requestOf: workerRequests(targets) },
      bare: { url: urlOf(bare), requestOf: bareRequests(sizes) },
    };
  } finally {
    client.close();
  }
}

/**
 * In workerd itself, because wrangler's development proxy would dominate every figure. One thread runs both the Worker
 * and its database here, so the figures are compared with a Worker that does nothing.
 */
export const load: Step = {
  name: "load",
  about: `${CONNECTIONS} connections: 70 % search, 15 % leaderboard, 10 % status, 5 % hearts`,
  run: async (report, seed) => {
    rmSync(join(root, STATE), { recursive: true, force: true });
    const worker = await startWorker("sample/entry.ts", "load", { state: STATE, inspects: true });
    const bare = await startWorker("bench/inside/bare-routes.ts", "load-bare");
    let accounts: Account[] = [];
    try {
      const setting = await prepare(seed, worker, bare);
      ({ accounts } = setting);
      await checkPaced(report, setting);
      await checkUnpaced(report, setting, worker);
    } finally {
      await Promise.all([worker.stop(), bare.stop()]);
    }
    const { hearts, wrongCounts, wrongHearts } = auditHearts(STATE, accounts);
    report.check("every count equals its rows", wrongCounts.length === 0, `${hearts} hearts`);
    report.check("no heart is lost or doubled", wrongHearts.length === 0, wrongHearts.join(", "));
  },
};
