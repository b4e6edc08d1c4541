const MAX_GROWTH = 1.1;
const MAX_NOISE_MIB = 2;

/** Compares the last of several equal runs with the first, which has filled every cache. */
export function isMemoryStable(mibAfterEachRun: readonly number[]): boolean {
  const [first, last] = [mibAfterEachRun[0], mibAfterEachRun.at(-1)];
  if (first === undefined || last === undefined || mibAfterEachRun.length < 3) return false;
  return last <= first * MAX_GROWTH + MAX_NOISE_MIB;
}
