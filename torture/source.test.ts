import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesBelow, root } from "#scripts/files.ts";

const isShipped = (path: string) =>
  /\.tsx?$/.test(path) &&
  !/\.(?:test|e2e)\.tsx?$/.test(path) &&
  !/^(?:worker\/testing|web\/e2e)\//.test(path);

const shipped = filesBelow("schema", "worker", "web")
  .filter(isShipped)
  .map((path): [path: string, text: string] => [path, readFileSync(join(root, path), "utf8")]);

const filesWith = (pattern: RegExp) =>
  shipped.filter(([, text]) => pattern.test(text)).map(([path]) => path);

/** What turns text into markup or code, or is broken. */
const NEVER: [string, RegExp][] = [
  [
    "markup out of text",
    /dangerouslySetInnerHTML|srcDoc|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write/,
  ],
  ["code out of text", /\beval\(|new Function\b|set(?:Timeout|Interval)\(\s*["'`]/],
  ["SQL out of text", /\bsql\.raw\(/],
  ["a pattern out of text", /new RegExp\(/],
  [
    "a broken hash or a cipher of its own",
    /\b(?:md5|sha-?1|rc4|des|ecb)\b|subtle\.(?:en|de)crypt/i,
  ],
];

test.each(NEVER)("no shipped file makes %s", (_, pattern) => {
  expect(shipped.length).toBeGreaterThan(200);
  expect(filesWith(pattern)).toEqual([]);
});

test("chance that can be guessed decides waits, lots and versions, and nothing that is a secret", () => {
  expect(filesWith(/Math\.random/)).toEqual([
    "web/api/client.ts",
    "web/lib/preload-image.ts",
    "worker/clock.ts",
  ]);
  expect(filesWith(/[cC]lock\.random\(/)).toEqual([
    "worker/leaderboard/leaderboard.service.ts",
    "worker/retry.ts",
    "worker/source/desk.ts",
    "worker/source/upstream.ts",
  ]);
});
