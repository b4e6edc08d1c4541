import { rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "#scripts/files.ts";
import { openInspector } from "#scripts/inspector.ts";
import { migrate, startWorker, type RunningWorker } from "#scripts/runtime.ts";
import { audit } from "./books.ts";
import { Caller, quantile } from "./caller.ts";
import { isFlat } from "./flat.ts";
import { keptMiB } from "./heap.ts";
import { CREATOR, crowd, KINDS, oneOf, onFloor, onOurs, sorted } from "./mix.ts";
import type { Act, Tally } from "./mix.ts";
import { rssMiB } from "./processes.ts";
import { random, type Report, type Step } from "./report.ts";
import { findTargets, signUpAll, type Voter } from "./voters.ts";

const CONNECTIONS = 64;
const STATE = ".cache/torture-load";
const IDLE = { seconds: 5, longestPauseMs: 0 };
/** A visitor looks at what came before asking again. */
const VISITORS = { seconds: 60, longestPauseMs: 800 };
/** Nobody waits: 64 requests are in the queue at every moment, and 64 are what each waits for. */
const RUSH = { seconds: 10, longestPauseMs: 0 };
const MAX_RSS_GROWTH = 1.25;
const FLOOR_SECONDS = 15;
const WINDOWS = 5;
const MAX_SLOWDOWN = 20;
/** Over a Worker that does nothing, among the same visitors and in the same rush. */
const MAX_OVER_FLOOR = 1.5;
const MAX_RUSH_OVER_FLOOR = 4;

interface Scene {
  voters: Voter[];
  pick: () => number;
  ours: Act;
  floor: Act;
}

const ms = (value: number) => `${value.toFixed(1)} ms`;
const p99 = (tally: Tally) => quantile(sorted(tally), 0.99);
const middle = (tally: Tally) => quantile(sorted(tally), 0.5);

function describe(report: Report, name: string, tally: Tally): void {
  const perSecond = Math.round(sorted(tally).length / tally.seconds);
  report.note(`${name}: ${perSecond} a second, median ${ms(middle(tally))}, p99 ${ms(p99(tally))}`);
}

function describeKinds(report: Report, tally: Tally): void {
  for (const kind of KINDS) {
    const times = tally.times[kind].toSorted((a, b) => a - b);
    const figures = `median ${ms(quantile(times, 0.5))}, p99 ${ms(quantile(times, 0.99))}`;
    report.note(`  ${kind}: ${times.length} answers, ${figures}`);
  }
}

function checkAnswers(report: Report, name: string, tallies: Tally[]): void {
  const bad = tallies.flatMap((tally) => [...tally.bad].map(([what, n]) => `${n} × ${what}`));
  const all = tallies.reduce((sum, tally) => sum + sorted(tally).length, 0);
  report.check(`every answer ${name} is a 200`, bad.length === 0, bad.join("; ") || `${all}`);
}

async function asVisitors(report: Report, scene: Scene): Promise<void> {
  const { voters, pick, ours, floor } = scene;
  const alone = [oneOf(voters, 0)];
  const calm = await crowd(ours, alone, pick, IDLE);
  const calmFloor = await crowd(floor, alone, pick, IDLE);
  describe(report, "one visitor without a pause", calm);
  describe(report, "the same of a Worker that does nothing", calmFloor);
  const busy = await crowd(ours, voters, pick, VISITORS);
  describe(report, `${CONNECTIONS} visitors for ${VISITORS.seconds} s`, busy);
  describeKinds(report, busy);
  const busyFloor = await crowd(floor, voters, pick, { ...VISITORS, seconds: FLOOR_SECONDS });
  describe(report, "the same of a Worker that does nothing", busyFloor);
  const slowdown = p99(busy) / middle(calm);
  const floorSlowdown = p99(busyFloor) / middle(calmFloor);
  // What a Worker that does nothing suffers as well is this machine's doing.
  const allowed = Math.max(MAX_SLOWDOWN, MAX_OVER_FLOOR * floorSlowdown);
  report.check(
    `p99 stays within ${MAX_SLOWDOWN} idle medians, or ${MAX_OVER_FLOOR} times what it is for nothing`,
    slowdown <= allowed,
    `${ms(p99(busy))} is ${slowdown.toFixed(1)} times ${ms(middle(calm))}; ` +
      `of a Worker that does nothing ${floorSlowdown.toFixed(1)} times`,
  );
  checkAnswers(report, "to visitors", [calm, busy]);
}

interface Memory {
  heap: number[];
  rss: number[];
}

function judgeMemory(report: Report, { heap, rss }: Memory): void {
  const line = (values: number[]) => values.map((one) => one.toFixed(1)).join(", ");
  report.check(
    `what the Worker keeps is flat over ${WINDOWS} rushes`,
    isFlat(heap),
    `${line(heap)} MiB`,
  );
  const [first = 0] = rss;
  const rule =
    "the runtime's processes, buffers and databases included, grow by less than a quarter";
  if (first === 0) report.notAnswered(rule, "this system does not say");
  else report.check(rule, (rss.at(-1) ?? 0) < first * MAX_RSS_GROWTH, `${line(rss)} MiB`);
}

async function asRush(report: Report, scene: Scene, worker: RunningWorker): Promise<void> {
  const { voters, pick, ours, floor } = scene;
  const atFloor = await crowd(floor, voters, pick, RUSH);
  const inspector = await openInspector(await worker.inspector());
  const memory: Memory = { heap: [], rss: [] };
  const tallies: Tally[] = [];
  for (let index = 0; index < WINDOWS; index += 1) {
    tallies.push(await crowd(ours, voters, pick, RUSH));
    memory.heap.push(await keptMiB(inspector));
    memory.rss.push(rssMiB(process.pid));
  }
  inspector.close();
  describe(report, `a Worker that does nothing, ${CONNECTIONS} without a pause`, atFloor);
  for (const tally of tallies) describe(report, "ours", tally);
  const typical = tallies.map(p99).toSorted((a, b) => a - b)[Math.floor(WINDOWS / 2)] ?? 0;
  const ratio = typical / p99(atFloor);
  report.check(
    `without a pause, p99 stays within ${MAX_RUSH_OVER_FLOOR} times that Worker's`,
    ratio <= MAX_RUSH_OVER_FLOOR,
    `${ms(typical)} is ${ratio.toFixed(1)} times ${ms(p99(atFloor))}`,
  );
  checkAnswers(report, "without a pause", tallies);
  judgeMemory(report, memory);
}

async function prepareFloor({ database }: RunningWorker): Promise<void> {
  const tables = [
    "create table floor (id integer primary key, name text, hearts int)",
    "create table floor_heart (user int, target int, primary key (user, target))",
    "insert into floor values (1, 'somebody', 1), (500, 'somebody else', 2)",
  ];
  for (const sql of tables) await database.prepare(sql).run();
}

async function perform(
  report: Report,
  seed: number,
  ours: RunningWorker,
  floor: RunningWorker,
): Promise<Voter[]> {
  await migrate(ours.database);
  await prepareFloor(floor);
  const callers = [ours, floor].map(
    ({ port }) => new Caller(`http://127.0.0.1:${port}`, CONNECTIONS),
  );
  const [caller, floorCaller] = callers as [Caller, Caller];
  const pick = random(seed);
  try {
    const voters = await signUpAll(caller, CONNECTIONS, "load");
    const targets = await findTargets(caller, CREATOR, 24);
    const act = onOurs(caller, targets);
    const [somebody] = voters as [Voter];
    const sizes = {
      search: (await act("search", somebody, pick)).text.length,
      leaderboard: (await act("leaderboard", somebody, pick)).text.length,
    };
    const scene = { voters, pick, ours: act, floor: onFloor(floorCaller, sizes) };
    await asVisitors(report, scene);
    await asRush(report, scene, ours);
    return voters;
  } finally {
    for (const one of callers) one.close();
  }
}

/**
 * In workerd itself: wrangler's development proxy would be most of every figure. One thread runs both the
 * Worker and its database here, so a rush is compared with a Worker that does nothing under the same.
 */
export const load: Step = {
  name: "load",
  about: `${CONNECTIONS} connections: 70 % search, 15 % leaderboard, 10 % status, 5 % votes`,
  run: async (report, { seed }) => {
    rmSync(join(root, STATE), { recursive: true, force: true });
    const ours = await startWorker("sample/entry.ts", "load", { state: STATE, inspects: true });
    const floor = await startWorker("bench/inside/floor.ts", "load-floor");
    let voters: Voter[] = [];
    try {
      voters = await perform(report, seed, ours, floor);
    } finally {
      await Promise.all([ours.stop(), floor.stop()]);
    }
    const { hearts, wrongCounts, wrongHearts } = audit(STATE, voters);
    report.check("every count equals its rows", wrongCounts.length === 0, `${hearts} hearts`);
    report.check("no heart is lost or doubled", wrongHearts.length === 0, wrongHearts.join(", "));
  },
};
