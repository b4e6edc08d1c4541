import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "#scripts/files.ts";
import { startServer } from "#scripts/server.ts";
import { audit } from "./books.ts";
import { Caller, quantile, type Reply } from "./caller.ts";
import { rssMiB } from "./processes.ts";
import { random, type Report, type Step } from "./report.ts";
import { findTargets, press, signUpAll, type Target, type Voter } from "./voters.ts";

const CONNECTIONS = 64;
const SECONDS = 60;
const CREATOR = "gemhunter";
const LOG = ".cache/torture-load.log";
/** A first page, a next one, other sorts and other people, as visitors do. */
const SEARCHES = [
  { username: CREATOR, limit: 12 },
  { username: CREATOR, limit: 12, sortBy: "top" },
  { username: "northlight", limit: 12 },
  { username: "northlight", limit: 24, sortBy: "hot" },
];
const MAX_SLOWDOWN = 20;
const MAX_GROWTH = 1.5;
/** A visitor looks at what came: without a pause, 64 connections only measure how long a queue is. */
const LONGEST_PAUSE_MS = 800;
const FLOOR_SECONDS = 15;
const MOST_OF_AN_ERROR = 80;

interface Scene {
  caller: Caller;
  voters: Voter[];
  targets: Target[];
  pick: () => number;
}

const KINDS = ["search", "leaderboard", "status", "vote"] as const;
type Kind = (typeof KINDS)[number];

function kindOf(share: number): Kind {
  if (share < 0.7) return "search";
  if (share < 0.85) return "leaderboard";
  return share < 0.95 ? "status" : "vote";
}

const oneOf = <T>(list: readonly T[], share: number): T => {
  const found = list[Math.floor(share * list.length)];
  if (found === undefined) throw new Error("nothing to choose from");
  return found;
};

function act(kind: Kind, { caller, targets, pick }: Scene, voter: Voter): Promise<Reply> {
  const { cookie } = voter;
  switch (kind) {
    case "search": {
      const body = oneOf(SEARCHES, pick());
      return caller.call({ method: "POST", path: "/api/reddit/search", body, cookie });
    }
    case "leaderboard": {
      const type = oneOf(["users", "posts"], pick());
      return caller.call({ path: `/api/leaderboard/${type}?limit=50`, cookie });
    }
    case "status":
      return caller.call({ path: "/api/auth/status", cookie });
    case "vote":
      return press(caller, voter, oneOf(targets, pick()));
  }
}

/** wrangler's own proxy, where it reuses a connection that the runtime is just closing for idleness. */
const LOST_BY_PROXY = "Error: Network connection lost.";

interface Tally {
  lostByProxy: number;
  times: Record<Kind, number[]>;
  bad: Map<string, number>;
}

const newTally = (): Tally => ({
  lostByProxy: 0,
  times: { search: [], leaderboard: [], status: [], vote: [] },
  bad: new Map(),
});

async function actAndCount(kind: Kind, scene: Scene, voter: Voter, tally: Tally): Promise<void> {
  try {
    const { status, ms, text } = await act(kind, scene, voter);
    tally.times[kind].push(ms);
    if (status === 500 && text.startsWith(LOST_BY_PROXY)) tally.lostByProxy += 1;
    else if (status !== 200) note(tally, `${kind} ${status} ${text.slice(0, MOST_OF_AN_ERROR)}`);
  } catch (error) {
    note(tally, `${kind} ${String(error)}`);
  }
}

function note({ bad }: Tally, what: string): void {
  bad.set(what, (bad.get(what) ?? 0) + 1);
}

async function idle(scene: Scene, voter: Voter): Promise<Tally> {
  const tally = newTally();
  for (let index = 0; index < 400; index += 1)
    await actAndCount(kindOf(scene.pick()), scene, voter, tally);
  return tally;
}

/**
 * What the local runtime itself takes for an answer that does nothing: its processes grow with every
 * request, whatever the Worker does, until they collect what they hold.
 */
async function floorGrowth({ caller, voters }: Scene, rss: () => number): Promise<number> {
  const before = rss();
  const until = performance.now() + FLOOR_SECONDS * 1000;
  let answers = 0;
  await Promise.all(
    voters.map(async () => {
      while (performance.now() < until) {
        await caller.call({ path: "/api/nothing-here" });
        answers += 1;
      }
    }),
  );
  return ((rss() - before) * 1024) / answers;
}

async function underLoad(scene: Scene): Promise<Tally> {
  const tally = newTally();
  const until = performance.now() + SECONDS * 1000;
  await Promise.all(
    scene.voters.map(async (voter) => {
      while (performance.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, scene.pick() * LONGEST_PAUSE_MS));
        await actAndCount(kindOf(scene.pick()), scene, voter, tally);
      }
    }),
  );
  return tally;
}

const sortedTimes = ({ times }: Tally): number[] =>
  KINDS.flatMap((kind) => times[kind]).toSorted((a, b) => a - b);

const ms = (value: number) => `${value.toFixed(1)} ms`;

function judgeTimes(report: Report, calm: Tally, busy: Tally): void {
  const median = quantile(sortedTimes(calm), 0.5);
  const all = sortedTimes(busy);
  const p99 = quantile(all, 0.99);
  const perSecond = Math.round(all.length / SECONDS);
  report.note(`${all.length} answers, ${perSecond} a second; idle median ${ms(median)}`);
  for (const kind of KINDS) {
    const times = busy.times[kind].toSorted((a, b) => a - b);
    const [half, late] = [quantile(times, 0.5), quantile(times, 0.99)];
    report.note(`${kind}: ${times.length} answers, median ${ms(half)}, p99 ${ms(late)}`);
  }
  const figures = `${ms(p99)} is ${(p99 / median).toFixed(1)} times ${ms(median)}`;
  report.check(
    `p99 stays within ${MAX_SLOWDOWN} idle medians`,
    p99 <= MAX_SLOWDOWN * median,
    figures,
  );
  if (busy.lostByProxy > 0)
    report.note(
      `${busy.lostByProxy} requests were lost by wrangler's proxy before the Worker saw them`,
    );
  const bad = [...calm.bad, ...busy.bad].map(([what, count]) => `${count} × ${what}`);
  report.check("every answer of the Worker is a 200", bad.length === 0, bad.join("; "));
}

/** Per answer, against the floor: what the Worker itself would leave behind. */
function judgeMemory(report: Report, floor: number, grown: number): void {
  if (!Number.isFinite(floor) || floor === 0) {
    report.note("memory cannot be read on this system: not checked");
    return;
  }
  const figures = `${grown.toFixed(0)} KiB an answer, ${floor.toFixed(0)} for one that does nothing`;
  report.check("the Worker keeps no memory of its answers", grown <= floor * MAX_GROWTH, figures);
}

export const load: Step = {
  name: "load",
  about: `${CONNECTIONS} connections for ${SECONDS} s: 70 % search, 15 % leaderboard, 10 % status, 5 % votes`,
  run: async (report, { seed }) => {
    const server = await startServer("torture-load", { RATE_LIMITS: "off", POST_SOURCE: "sample" });
    const caller = new Caller(server.baseUrl, CONNECTIONS);
    let voters: Voter[] = [];
    try {
      voters = await signUpAll(caller, CONNECTIONS, "load");
      const targets = await findTargets(caller, CREATOR, 24);
      const scene = { caller, voters, targets, pick: random(seed) };
      const calm = await idle(scene, oneOf(voters, 0));
      const rss = () => rssMiB(server.pid);
      const floor = await floorGrowth(scene, rss);
      const before = rss();
      const busy = await underLoad(scene);
      judgeTimes(report, calm, busy);
      judgeMemory(report, floor, ((rss() - before) * 1024) / sortedTimes(busy).length);
    } finally {
      caller.close();
      writeFileSync(join(root, LOG), server.output());
      await server.stop();
    }
    const { hearts, wrongCounts, wrongHearts } = audit(server.state, voters);
    report.check("every count equals its rows", wrongCounts.length === 0, `${hearts} hearts`);
    report.check("no heart is lost or doubled", wrongHearts.length === 0, wrongHearts.join(", "));
  },
};
