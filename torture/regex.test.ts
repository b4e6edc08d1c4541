import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesBelow, root } from "#scripts/files.ts";

/** Where visitors' and other hosts' text is read. */
const FOLDERS = ["schema", "worker"];
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
  .filter((path) => !path.startsWith("worker/testing/"))
  .flatMap(patternsOf);

const LENGTH = 8_000;
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
/** What leads into a pattern's middle, so that its loops are reached. */
const HEADS = ["", "https://", "https://v.redd.it/", "t3_", "a@", "/r/", "Bearer ", "?a=1", "sid="];
const TAILS = ["", "!", "\u0000"];
const MOST_MS = 250;

const attacks = UNITS.flatMap((unit) => {
  const body = unit.repeat(Math.ceil(LENGTH / unit.length));
  return HEADS.flatMap((head) => TAILS.map((tail) => head + body + tail));
});

/** The best of three: another process's turn is not this pattern's fault. */
function slowest(pattern: RegExp): number {
  const time = (text: string): number => {
    const started = performance.now();
    pattern.lastIndex = 0;
    text.replace(pattern, "");
    return performance.now() - started;
  };
  return Math.max(
    ...attacks.map((text) => {
      const first = time(text);
      return first < MOST_MS ? first : Math.min(first, time(text), time(text));
    }),
  );
}

test("the search for patterns finds those there are", () => {
  expect(found.length).toBeGreaterThan(60);
  expect(found.map(({ pattern }) => pattern.source)).toContain("^[A-Za-z0-9_]+$");
});

test(
  "no pattern of schema/ or worker/ takes long over a long hostile text",
  { timeout: 120_000 },
  () => {
    const slow = found.flatMap(({ path, pattern }) => {
      const ms = slowest(pattern);
      return ms < MOST_MS ? [] : [`${path}: ${String(pattern)} took ${Math.round(ms)} ms`];
    });
    expect(slow).toEqual([]);
  },
);

test("the clock above would notice a pattern that backtracks", () => {
  const evil = new RegExp("^(?:a|a?)+$");
  const started = performance.now();
  evil.test(`${"a".repeat(18)}!`);
  expect(performance.now() - started).toBeGreaterThan(1);
});
