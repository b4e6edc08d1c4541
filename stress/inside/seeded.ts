import { env } from "cloudflare:workers";
import * as fc from "fast-check";

const FIXED_SEED = 20_261_121;

/** npm test runs the same cases every time; `npm run stress` sets a seed and a number, of which a slow property runs a share. */
export function seeded(cases: number, stressShare = 1): fc.Parameters<unknown> {
  const seed = Number(env.FUZZ_SEED || FIXED_SEED);
  const numRuns = env.FUZZ_CASES === "" ? cases : Math.ceil(Number(env.FUZZ_CASES) * stressShare);
  // fast-check prints seed and path of a failure; FUZZ_SEED repeats it.
  return { seed, numRuns, verbose: fc.VerbosityLevel.None, endOnFailure: true };
}

/** A property over thousands of cases needs more than the default limit. */
export const PROPERTY_MS = 900_000;
