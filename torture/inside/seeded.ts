import { env } from "cloudflare:workers";
import * as fc from "fast-check";

const FIXED_SEED = 20_261_121;

/** The same cases on every npm test; as many others as `npm run torture` asks for, by its seed. */
export function seeded(cases: number, share = 1): fc.Parameters<unknown> {
  const seed = Number(env.FUZZ_SEED || FIXED_SEED);
  const numRuns = Math.ceil(Number(env.FUZZ_CASES || cases) * share);
  // fast-check says seed and path of a failure; FUZZ_SEED repeats it.
  return { seed, numRuns, verbose: fc.VerbosityLevel.None, endOnFailure: true };
}

/** Nothing long: a property over thousands of cases takes its time. */
export const PROPERTY_MS = 900_000;
