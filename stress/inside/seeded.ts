import { env } from "cloudflare:workers";
import * as fc from "fast-check";

const FIXED_SEED = 20_261_121;

/** `npm run stress`, which sets a number of cases. */
export const isStressRun = env.FUZZ_CASES !== "";

/**
 * npm test runs the same cases every time. `npm run stress` sets the seed and a number of cases; a slow property runs
 * the share `stressShare` of them.
 */
export function seeded(cases: number, stressShare = 1): fc.Parameters<unknown> {
  const seed = Number(env.FUZZ_SEED || FIXED_SEED);
  const numRuns = isStressRun ? Math.ceil(Number(env.FUZZ_CASES) * stressShare) : cases;
  // fast-check prints seed and path of a failure; FUZZ_SEED repeats it.
  return { seed, numRuns, verbose: fc.VerbosityLevel.None, endOnFailure: true };
}

/** A property over thousands of cases needs more than the default limit. */
export const PROPERTY_MS = 900_000;
