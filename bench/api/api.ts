import { median } from "#bench/numbers.ts";
import { measureRate, type Count } from "./client.ts";
import { duels, prepareFloor, prepareOurs, type Duel } from "./duels.ts";
import { profiled, type Share } from "./profile.ts";
import { startWorker, type RunningWorker } from "#tools/runtime.ts";

export interface Ratio {
  name: string;
  floor: string;
  /** Our requests per second divided by the floor's: the median of the rounds. */
  ratio: number;
  /** The ratio to a floor that sends the headers of every answer too. */
  withHeadersRatio: number | null;
  aim: number;
  ours: number;
  floors: number;
  failures: number;
  /** Self time by function, highest first, for calls that miss their aim. */
  profile: Share[];
}

/** Two processes of the same code differ permanently by some percent, so the median is over three pairs. */
const PAIRS = 3;
const ROUNDS = 7;
const SLICE = { connections: 8, ms: 400 };
const PROFILED = { connections: 8, ms: 2_000 };

interface Round {
  ours: Count;
  floor: Count;
  withHeaders: Count | null;
}

interface Pair {
  ours: RunningWorker;
  floor: RunningWorker;
  duels: Duel[];
}

const ENTRY = "bench/inside/entry.ts";

async function startPair(): Promise<Pair> {
  const ours = await startWorker(ENTRY, "ours");
  const floor = await startWorker("bench/inside/floor.ts", "floor");
  const facts = await prepareOurs(ours);
  await prepareFloor(floor);
  return { ours, floor, duels: duels(facts) };
}

/** Ours and the floor alternate within a round, so that other load on the machine slows both. */
async function runRounds({ ours, floor }: Pair, duel: Duel): Promise<Round[]> {
  await measureRate(ours.port, duel.ours, { ...SLICE, ms: 500 });
  await measureRate(floor.port, duel.floor, { ...SLICE, ms: 500 });
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const first = await measureRate(floor.port, duel.floor, SLICE);
    const own = await measureRate(ours.port, duel.ours, SLICE);
    const withHeaders = duel.withHeaders
      ? await measureRate(floor.port, duel.withHeaders, SLICE)
      : null;
    rounds.push({ floor: first, ours: own, withHeaders });
  }
  return rounds;
}

function judge(duel: Duel, rounds: Round[]): Ratio {
  const toWithHeaders = rounds.flatMap(({ ours, withHeaders }) =>
    withHeaders ? ours.perSecond / withHeaders.perSecond : [],
  );
  return {
    name: duel.name,
    floor: duel.floorName,
    aim: duel.aim,
    ratio: median(rounds.map((round) => round.ours.perSecond / round.floor.perSecond)),
    withHeadersRatio: toWithHeaders.length > 0 ? median(toWithHeaders) : null,
    ours: median(rounds.map((round) => round.ours.perSecond)),
    floors: median(rounds.map((round) => round.floor.perSecond)),
    failures: rounds
      .flatMap(({ ours, floor, withHeaders }) => [ours, floor, withHeaders ?? []].flat())
      .reduce((sum, { failures }) => sum + failures, 0),
    profile: [],
  };
}

/** In separate processes, because an inspector slows them. */
async function profiles(missed: Set<string>): Promise<Map<string, Share[]>> {
  const found = new Map<string, Share[]>();
  if (missed.size === 0) return found;
  const worker = await startWorker(ENTRY, "ours", { inspects: true });
  try {
    for (const duel of duels(await prepareOurs(worker))) {
      if (!missed.has(duel.name)) continue;
      await measureRate(worker.port, duel.ours, SLICE);
      const work = () => measureRate(worker.port, duel.ours, PROFILED);
      found.set(duel.name, await profiled(await worker.inspector(), work));
    }
    return found;
  } finally {
    await worker.stop();
  }
}

/** The rounds of every duel in one pair of processes. */
async function runPair(take: (duel: Duel, rounds: Round[]) => void): Promise<void> {
  const pair = await startPair();
  try {
    for (const duel of pair.duels) take(duel, await runRounds(pair, duel));
  } finally {
    await Promise.all([pair.ours.stop(), pair.floor.stop()]);
  }
}

export async function measureApi(): Promise<Ratio[]> {
  const found = new Map<string, { duel: Duel; rounds: Round[] }>();
  for (let pair = 0; pair < PAIRS; pair += 1) {
    await runPair((duel, rounds) => {
      const before = found.get(duel.name)?.rounds ?? [];
      found.set(duel.name, { duel, rounds: [...before, ...rounds] });
    });
  }
  const ratios = [...found.values()].map(({ duel, rounds }) => judge(duel, rounds));
  const missed = ratios.filter(({ ratio, aim }) => ratio < aim).map(({ name }) => name);
  const shares = await profiles(new Set(missed));
  return ratios.map((one) => ({ ...one, profile: shares.get(one.name) ?? [] }));
}
