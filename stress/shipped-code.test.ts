import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesBelow, root } from "#tools/files.ts";

const isShipped = (path: string) =>
  /\.tsx?$/.test(path) &&
  !/\.(?:test|e2e)\.tsx?$/.test(path) &&
  !/^(?:(?:worker|normalise|extension)\/testing|web\/e2e)\//.test(path);

const shipped = filesBelow("schema", "normalise", "extension", "view", "worker", "web")
  .filter(isShipped)
  .map((path): [path: string, text: string] => [path, readFileSync(join(root, path), "utf8")]);

const filesWith = (pattern: RegExp) =>
  shipped.filter(([, text]) => pattern.test(text)).map(([path]) => path);

type Forbidden = [construct: string, pattern: RegExp, examples: string[], exceptions?: string[]];

/** Constructs that turn text into markup or code, or that are broken, each with examples. */
const FORBIDDEN: Forbidden[] = [
  [
    "markup made from text",
    /dangerouslySetInnerHTML|srcDoc|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write/,
    ["<p dangerouslySetInnerHTML", "<iframe srcDoc", "p.innerHTML = x", "document.write(x)"],
  ],
  [
    "code made from text",
    /\beval\(|new Function\b|set(?:Timeout|Interval)\(\s*["'`]/,
    ["eval(x)", "new Function(x)", 'setTimeout("x()", 1)'],
  ],
  // Constant texts, built from union types of table names and boards.
  [
    "SQL made from text",
    /\bsql\.raw\(/,
    ["sql.raw(x)"],
    ["worker/targets/ranks.sql.ts", "worker/targets/shown.sql.ts"],
  ],
  ["a prepared statement with text in it", /\bprepare\(\s*`[^`]*\$\{/, ["prepare(\n`select ${x}"]],
  [
    "prepared SQL outside its stores",
    /\.prepare\(/,
    ["d1.prepare(x)"],
    [
      "worker/auth/sessions.store.ts",
      "worker/database/database.ts",
      "worker/hearts/hearts.store.ts",
      "worker/hearts/status.store.ts",
      "worker/hearts/unverified.store.ts",
    ],
  ],
  ["a regular expression made from text", /new RegExp\(/, ["new RegExp(x)"]],
  [
    "a broken hash or a cipher of our own",
    /\b(?:md5|sha-?1|rc4|des|ecb)\b|subtle\.(?:en|de)crypt/i,
    ['"MD5"', '"SHA-1"', "sha1(x)", "crypto.subtle.encrypt(x)"],
  ],
];

test.each(FORBIDDEN)("no shipped file has %s", (_, pattern, examples, exceptions = []) => {
  expect(examples.filter((example) => !pattern.test(example))).toEqual([]);
  expect(shipped.length).toBeGreaterThan(200);
  expect(filesWith(pattern)).toEqual(exceptions);
});

test("guessable random numbers decide only waits, versions and keys of history entries, never a secret", () => {
  expect(filesWith(/Math\.random/)).toEqual([
    "web/api/client.ts",
    "web/app/entry-key.ts",
    "web/lib/preload-image.ts",
    "worker/lib/clock.ts",
  ]);
  expect(filesWith(/[cC]lock\.random\(/)).toEqual([
    "worker/call-budget/wait-for-call.ts",
    "worker/database/retry.ts",
    "worker/leaderboard/leaderboard.service.ts",
    "worker/upstream/call.ts",
  ]);
});
