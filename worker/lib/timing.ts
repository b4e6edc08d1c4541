const WAITED = ["source", "cache", "d1"] as const;
type Waited = (typeof WAITED)[number];

/** Milliseconds and calls; concurrent calls both count in full. */
export type Timing = Record<Waited, number> & Record<`${Waited}Calls`, number>;

export const newTiming = (): Timing => ({
  source: 0,
  sourceCalls: 0,
  cache: 0,
  cacheCalls: 0,
  d1: 0,
  d1Calls: 0,
});

interface TimingDeps {
  clock: { now(): number };
  timing?: Timing;
}

export async function timed<T>(
  { clock, timing }: TimingDeps,
  what: Waited,
  work: () => Promise<T>,
): Promise<T> {
  const startedAt = clock.now();
  try {
    return await work();
  } finally {
    if (timing) {
      timing[what] += clock.now() - startedAt;
      timing[`${what}Calls`] += 1;
    }
  }
}

/** Returns null for an answer without waits: a Worker's clock advances only with I/O, so all times would be 0. */
export function serverTiming(timing: Timing, totalMs: number): string | null {
  const asked = WAITED.filter((name) => timing[`${name}Calls`] > 0);
  if (asked.length === 0) return null;
  const parts = asked.map((name) => `${name};dur=${timing[name]};desc="${timing[`${name}Calls`]}"`);
  return [...parts, `total;dur=${totalMs}`].join(", ");
}
