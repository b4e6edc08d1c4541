import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesBelow, root } from "#tools/files.ts";

/** Folders with code that reads text from visitors and other hosts. */
const FOLDERS = ["schema", "normalise", "extension", "worker"];
const LITERAL =
  /(?<=[=(,:[!&|?;{}\s])\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[dgimsuvy]*(?=[\s.,;)\]}:?])/g;

interface Found {
  path: string;
  pattern: RegExp;
}

function patternsOf(path: string): Found[] {
  const text = readFileSync(join(root, path), "utf8").replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, "");
  return [...text.matchAll(LITERAL)].flatMap(([literal]) => {
    const end = literal.lastIndexOf("/");
    try {
      return [{ path, pattern: new RegExp(literal.slice(1, end), literal.slice(end + 1)) }];
    } catch {
      return [];
    }
  });
}

const found = filesBelow(...FOLDERS)
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
  .filter((path) => !path.includes("/testing/"))
  .flatMap(patternsOf);

const UNITS = [
  "a",
  "A",
  "0",
  "_",
  "-",
  ".",
  "/",
  " ",
  "\t",
  "\n",
  ":",
  "&",
  "&amp;",
  "a.",
  "a@",
  "aa-",
  "a/",
  "0,",
  "?a=",
  "%2C",
  "<",
  "[",
  "\\",
  '"',
  "a b",
  "t3_",
  "r/",
  "💎",
];
/** Texts before the repeated unit, to reach loops in the middle of a pattern. */
const HEADS = ["", "https://", "https://v.redd.it/", "t3_", "a@", "/r/", "Bearer ", "?a=1", "sid="];
const TAILS = ["", "!", "\u0000"];

type Attack = (length: number) => string;

/** Caches the texts, which all patterns share. */
function attackOf(head: string, unit: string, tail: string): Attack {
  const texts = new Map<number, string>();
  return (length) => {
    const text = texts.get(length) ?? head + unit.repeat(Math.ceil(length / unit.length)) + tail;
    texts.set(length, text);
    return text;
  };
}

const attacks = UNITS.flatMap((unit) =>
  HEADS.flatMap((head) => TAILS.map((tail) => attackOf(head, unit, tail))),
);

/** Shortest first, to find an exponential pattern before it runs for ever. */
const LENGTHS = [24, 400];
const LONGEST = 4_000;
const NOTICEABLE_US = 50_000;
/** Four times the text: linear work grows by 4, quadratic by 16, cubic by 64. */
const MOST_GROWTH = 32;
/** A pattern that grows by over 32 at full length grows by more than this at a quarter of the length. */
const SUSPECT_GROWTH = 20;
/** Two ticks of the clock that counts a thread's CPU time: Linux has ticks of up to 4 ms. */
const MEASURABLE_US = 8_000;
const MOST_RUNS = 1_024;

/**
 * An upper bound of the CPU time. It saves the slower measurement where the work is too little, and on a busy machine
 * it only leads to more measurements.
 */
function elapsedMicros(pattern: RegExp, text: string): number {
  pattern.lastIndex = 0;
  const before = performance.now();
  text.replace(pattern, "");
  return (performance.now() - before) * 1_000;
}

/** CPU time of this thread, which excludes other processes. */
function cpuOfRuns(pattern: RegExp, text: string, runs: number): number {
  const before = process.threadCpuUsage();
  for (let run = 0; run < runs; run += 1) {
    pattern.lastIndex = 0;
    text.replace(pattern, "");
  }
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}

/** CPU time of one run, of as many as are measurable together. */
function cpuMicros(pattern: RegExp, text: string): number {
  let runs = Math.ceil(MEASURABLE_US / Math.max(elapsedMicros(pattern, text), 1));
  for (; ; runs *= 2) {
    const count = Math.min(runs, MOST_RUNS);
    const spent = cpuOfRuns(pattern, text, count);
    if (spent >= MEASURABLE_US / 2 || count === MOST_RUNS) return spent / count;
  }
}

/** Ratio of the work for a text to the work for a quarter of it; 0 if the work is below `leastMicros`. */
function growth(
  pattern: RegExp,
  attack: Attack,
  length: number,
  leastMicros = NOTICEABLE_US,
): number {
  const text = attack(length);
  if (elapsedMicros(pattern, text) < leastMicros) return 0;
  // V8 compiles a pattern at its second use, so the first run does not count.
  const whole = cpuMicros(pattern, text);
  if (whole < leastMicros) return 0;
  return whole / Math.max(cpuMicros(pattern, attack(length / 4)), 1);
}

/** A busy machine can slow single runs, but a bad pattern grows in all of them. */
const TRIES = [1, 2, 3];

const growsTooFastAt = (pattern: RegExp, attack: Attack, length: number): boolean =>
  TRIES.every(() => growth(pattern, attack, length) > MOST_GROWTH);

/** The largest of several, because a busy machine can slow the shorter text; 0 if the first is. */
function largestGrowth(measure: () => number): number {
  const first = measure();
  return first === 0 ? 0 : Math.max(first, ...TRIES.map(measure));
}

/** Whether the work for the longest text might be noticeable and grow too fast, judged by a quarter of it. */
const isSuspect = (pattern: RegExp, attack: Attack): boolean =>
  largestGrowth(() => growth(pattern, attack, LONGEST / 4, NOTICEABLE_US / 64)) > SUSPECT_GROWTH;

/** Only suspects run on the longest texts, which would take most of the time. */
const growsTooFast = (pattern: RegExp): boolean =>
  LENGTHS.some((length) => attacks.some((attack) => growsTooFastAt(pattern, attack, length))) ||
  attacks.some((attack) => isSuspect(pattern, attack) && growsTooFastAt(pattern, attack, LONGEST));

test("the search finds the patterns in the code", () => {
  expect(found.length).toBeGreaterThan(60);
  expect(found.map(({ pattern }) => pattern.source)).toContain("^[A-Za-z0-9_]+$");
});

// One test per pattern, because on a busy machine a single test for all exceeded its timeout.
test.each(found)(
  "the work of $pattern in $path grows no faster than the square of a hostile text",
  ({ pattern }) => expect(growsTooFast(pattern)).toBe(false),
);

const manyLetters: Attack = (size) => `${"a".repeat(size)}!`;

/** Lengthens the text until the work is noticeable: a length that suits one machine is too short on a faster one. */
function growthWhereNoticeable(pattern: RegExp, startLength: number): number {
  for (let length = startLength; ; length = Math.ceil(length * 1.05)) {
    const found = largestGrowth(() => growth(pattern, manyLetters, length));
    if (found > 0) return found;
  }
}

test.each([
  ["exponential", /^(?:a|a?)+$/, 16],
  ["cubic", /^a*a*a*$/, 400],
])("%s work is noticed", (_, pattern, startLength) => {
  expect(growthWhereNoticeable(pattern, startLength)).toBeGreaterThan(MOST_GROWTH);
});

test("a cubic pattern is a suspect before it runs on the longest text", () => {
  expect(isSuspect(/^a*a*a*$/, manyLetters)).toBe(true);
});
