const SLACK_MIB = 2;
const MOST_GROWTH = 1.1;

/**
 * Whether memory stands still: what is held at the end of the last of several equal windows, against
 * the first. The first is warm-up: caches fill.
 */
export function isFlat(windows: readonly number[]): boolean {
  const [first, last] = [windows[0], windows.at(-1)];
  if (first === undefined || last === undefined || windows.length < 3) return false;
  return last <= first * MOST_GROWTH + SLACK_MIB;
}
