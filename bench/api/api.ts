import { median } from "#tools/numbers.ts";
import { measureRate, type Count } from "./client.ts";
import { comparisons, prepareBare, prepareOurs, type Comparison } from "./comparisons.ts";
import { profiled, type Share } from "./profile.ts";
import { startWorker, type RunningWorker } from "#tools/runtime.ts";

export interface Ratio {
  name: string;
  bare: string;
  /** Our requests per second divided by the bare route's: the median of the rounds. */
  ratio: number;
  /** The ratio to a bare route that sends the headers of every answer too. */
  withHeadersRatio: number | null;
  aim: number;
  ours: number;
  bareRates: number;
  failures: number;
  /** Self time by function, highest first, for calls that miss their aim. */
  profile: Share[];
}

/** Two processes of the same code differ permanently by some percent, so the median is over three pairs. */
const PAIRS = 3;
const ROUNDS = 7;
const WARM_UP_MS = 500;
const SLICE_MS = 400;
const PROFILED_MS = 2_000;

interface Round {
  ours: Count;
  bare: Count;
  withHeaders: Count | null;
}

interface Pair {
  ours: RunningWorker;
  bare: RunningWorker;
  comparisons: Comparison[];
}

const ENTRY = "bench/inside/entry.ts";

async function startPair(): Promise<Pair> {
  const ours = await startWorker(ENTRY, "ours");
  const bare = await startWorker("bench/inside/bare-routes.ts", "bare");
  const facts = await prepareOurs(ours);
  await prepareBare(bare);
  return { ours, bare, comparisons: comparisons(facts) };
}

/** Ours and the bare route alternate within a round, so that other load on the machine slows both. */
async function runRounds({ ours, bare }: Pair, comparison: Comparison): Promise<Round[]> {
  await measureRate(ours.port, comparison.ours, WARM_UP_MS);
  await measureRate(bare.port, comparison.bare, WARM_UP_MS);
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const first = await measureRate(bare.port, comparison.bare, SLICE_MS);
    const own = await measureRate(ours.port, comparison.ours, SLICE_MS);
    const withHeaders = comparison.withHeaders
      ? await measureRate(bare.port, comparison.withHeaders, SLICE_MS)
      : null;
    rounds.push({ bare: first, ours: own, withHeaders });
  }
  return rounds;
}

function judge(comparison: Comparison, rounds: Round[]): Ratio {
  const toWithHeaders = rounds.flatMap(({ ours, withHeaders }) =>
    withHeaders ? ours.perSecond / withHeaders.perSecond : [],
  );
  return {
    name: comparison.name,
    bare: comparison.bareName,
    aim: comparison.aim,
    ratio: median(rounds.map((round) => round.ours.perSecond / round.bare.perSecond)),
    withHeadersRatio: toWithHeaders.length > 0 ? median(toWithHeaders) : null,
    ours: median(rounds.map((round) => round.ours.perSecond)),
    bareRates: median(rounds.map((round) => round.bare.perSecond)),
    failures: rounds
      .flatMap(({ ours, bare, withHeaders }) => [ours, bare, withHeaders ?? []].flat())
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
    for (const comparison of comparisons(await prepareOurs(worker))) {
      if (!missed.has(comparison.name)) continue;
      await measureRate(worker.port, comparison.ours, SLICE_MS);
      const work = () => measureRate(worker.port, comparison.ours, PROFILED_MS);
      found.set(comparison.name, await profiled(await worker.inspector(), work));
    }
    return found;
  } finally {
    await worker.stop();
  }
}

/** The rounds of every comparison in one pair of processes. */
async function runPair(take: (comparison: Comparison, rounds: Round[]) => void): Promise<void> {
  const pair = await startPair();
  try {
    for (const comparison of pair.comparisons) take(comparison, await runRounds(pair, comparison));
  } finally {
    await Promise.all([pair.ours.stop(), pair.bare.stop()]);
  }
}

export async function measureApi(): Promise<Ratio[]> {
  const found = new Map<string, { comparison: Comparison; rounds: Round[] }>();
  for (let pair = 0; pair < PAIRS; pair += 1) {
    await runPair((comparison, rounds) => {
      const before = found.get(comparison.name)?.rounds ?? [];
      found.set(comparison.name, { comparison, rounds: [...before, ...rounds] });
    });
  }
  const ratios = [...found.values()].map(({ comparison, rounds }) => judge(comparison, rounds));
  const missed = ratios.filter(({ ratio, aim }) => ratio < aim).map(({ name }) => name);
  const shares = await profiles(new Set(missed));
  return ratios.map((one) => ({ ...one, profile: shares.get(one.name) ?? [] }));
}
