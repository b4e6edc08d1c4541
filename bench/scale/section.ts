import { mark, record, table } from "#bench/results.ts";
import { loadPlaces } from "./places.ts";
import { simulate, type Outcome, type Scene } from "./simulate.ts";

const PLACES = 20;
const CREATORS = 100_000;

const scene = (
  name: string,
  perSecond: number,
  seconds: number,
  {
    isWarm = true,
    hasBudget = true,
    attack = null,
  }: { isWarm?: boolean; hasBudget?: boolean; attack?: Scene["attack"] } = {},
): Scene => ({
  name,
  perSecond,
  seconds,
  settle: isWarm ? Math.min(300, seconds) : 0,
  creators: CREATORS,
  isWarm,
  hasBudget,
  attack,
});

const SCENES: Scene[] = [
  scene("10 a second", 10, 1_800),
  scene("100 a second", 100, 600),
  scene("100 a second, beside one prefix asking for 20 unknown names a second", 100, 600, {
    attack: { prefixes: 1, perSecond: 20 },
  }),
  scene("100 a second, beside a thousand prefixes asking for 100", 100, 600, {
    attack: { prefixes: 1_000, perSecond: 100 },
  }),
  scene("1,000 a second", 1_000, 120),
  scene("1,000 a second, nothing cached", 1_000, 60, { isWarm: false }),
  scene("the same without the call budget", 1_000, 60, { isWarm: false, hasBudget: false }),
];

/** Requests per second to the share that may be refused after the warm-up. */
const AIMS = new Map([
  [10, 0],
  [100, 0],
  [1_000, 0.01],
]);

const percent = (share: number) => `${(share * 100).toFixed(share > 0 && share < 0.01 ? 2 : 1)} %`;

const AIM_UNDER_ATTACK = 0.01;

export function verdict({
  scene: { perSecond, isWarm, hasBudget, attack },
  ...found
}: Outcome): string {
  if (!hasBudget) return "for comparison";
  const withinLimit = found.busiestMinute <= 100;
  const refused = found.refused / found.requests;
  const aim = attack ? AIM_UNDER_ATTACK : (AIMS.get(perSecond) ?? 0);
  const isServed = found.failed === 0 && found.refusedCached === 0;
  return mark(withinLimit && isServed && (!isWarm || refused <= aim));
}

const share = (found: Outcome, key: "fresh" | "stale" | "refused" | "failed") =>
  percent(found[key] / found.requests);

const COLUMNS: [title: string, cell: (found: Outcome) => string][] = [
  ["visitors", (found) => found.scene.name],
  ["requests", (found) => String(found.requests)],
  ["fresh", (found) => share(found, "fresh")],
  ["older", (found) => share(found, "stale")],
  ["refused", (found) => share(found, "refused")],
  ["refused though cached", (found) => String(found.refusedCached)],
  ["failed", (found) => share(found, "failed")],
  ["calls /min", (found) => found.callsAMinute.toFixed(0)],
  ["busiest minute", (found) => String(found.busiestMinute)],
  ["KV reads /request", (found) => found.kvReads.toFixed(2)],
  ["KV writes /request", (found) => found.kvWrites.toFixed(3)],
  ["call budget questions /request", (found) => found.budgetQuestions.toFixed(3)],
  ["", verdict],
];

export async function scale(): Promise<void> {
  const rows: string[][] = [];
  for (const one of SCENES) {
    const found = await simulate(await loadPlaces(PLACES), one);
    rows.push(COLUMNS.map(([, cell]) => cell(found)));
    console.log(rows.at(-1)?.join("  "));
  }
  record(
    "Scale, simulated",
    `The real cache and call budget code in ${PLACES} places under a simulated clock: ${CREATORS.toLocaleString("en")} creators asked for by Zipf's law, KV with
its minute of delay, its minute of remembered misses and its one write a second, a Reddit that answers in 0.4 s and allows 100 calls a minute. Warm scenes begin
as a day of the same traffic leaves KV (each creator cached with the probability that follows from how often it is asked for, at a uniform age), settle, and
are then counted. Fresh: fetched within the last five minutes. Under attack all counts but those of calls, KV and call budget are of the ordinary visitors alone. Aims: no refusal at 100 a second,
under 1 % at 1,000 and under attack, none of a cached creator, no failure, never over 100 calls in any minute.

${table(
  COLUMNS.map(([title]) => title),
  rows,
)}`,
  );
}
