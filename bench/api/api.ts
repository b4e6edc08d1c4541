import { press, type Count } from "./client.ts";
import { duels, prepareFloor, prepareOurs, type Duel } from "./duels.ts";
import { profiled, type Share } from "./profile.ts";
import { startWorker, type RunningWorker } from "#scripts/runtime.ts";

export interface Ratio {
  name: string;
  floor: string;
  /** Ours over the floor's requests a second: the median of the rounds. */
  ratio: number;
  aim: number;
  ours: number;
  floors: number;
  failures: number;
  /** Where our time goes, the dearest first; of what missed its aim. */
  profile: Share[];
}

const ROUNDS = 15;
const SLICE = { connections: 8, ms: 400 };
const PROFILED = { connections: 8, ms: 2_000 };

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Ours and the floor take turns within a round: what slows the machine down slows both. */
async function fight(ours: RunningWorker, floor: RunningWorker, duel: Duel): Promise<Ratio> {
  await press(ours.port, duel.ours, { ...SLICE, ms: 500 });
  await press(floor.port, duel.floor, { ...SLICE, ms: 500 });
  const rounds: { ours: Count; floor: Count }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const first = await press(floor.port, duel.floor, SLICE);
    rounds.push({ floor: first, ours: await press(ours.port, duel.ours, SLICE) });
  }
  const ratio = median(rounds.map((round) => round.ours.perSecond / round.floor.perSecond));
  const isMissed = ratio < duel.aim;
  return {
    name: duel.name,
    floor: duel.floorName,
    aim: duel.aim,
    ratio,
    ours: median(rounds.map((round) => round.ours.perSecond)),
    floors: median(rounds.map((round) => round.floor.perSecond)),
    failures: rounds.reduce((sum, round) => sum + round.ours.failures + round.floor.failures, 0),
    profile: isMissed
      ? await profiled(await ours.inspector(), () => press(ours.port, duel.ours, PROFILED))
      : [],
  };
}

export async function measureApi(): Promise<Ratio[]> {
  const ours = await startWorker("bench/inside/entry.ts", "ours", { inspects: true });
  const floor = await startWorker("bench/inside/floor.ts", "floor");
  try {
    const facts = await prepareOurs(ours);
    await prepareFloor(floor);
    const ratios: Ratio[] = [];
    for (const duel of duels(facts)) ratios.push(await fight(ours, floor, duel));
    return ratios;
  } finally {
    await Promise.all([ours.stop(), floor.stop()]);
  }
}
