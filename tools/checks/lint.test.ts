import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { plantRepository } from "./planted-repository.ts";
import { runTool } from "#tools/tools.ts";

const statements = (count: number) => "  document.title += 'x';\n".repeat(count);

/** Every snippet breaks the named rule. */
const PLANTED: [rule: string, path: string, code: string, why: string][] = [
  [
    "no-restricted-imports",
    "schema/api/full-zod.ts",
    'import * as z from "zod";\nexport const x = z;\n',
    "the full zod is not used",
  ],
  [
    "no-relative-parent-imports",
    "worker/a/parent.ts",
    'import { x } from "../deps.ts";\nexport const y = x;\n',
    "relative imports stay in their folder",
  ],
  ["no-explicit-any", "worker/a/any.ts", "export const x = (y: any) => y;\n", "no any"],
  ["no-default-export", "web/lib/default.ts", "export default 1;\n", "no default export"],
  ["no-barrel-file", "web/lib/barrel.ts", 'export * from "./x.ts";\n', "no barrel"],
  ["no-warning-comments", "worker/a/later.ts", "// TODO: later\nexport {};\n", "no TODO lands"],
  ["no-console", "web/lib/log.ts", "console.log(1);\n", "the web does not log"],
  ["no-console", "extension/log.ts", "console.log(1);\n", "the companion does not log"],
  ["eqeqeq", "worker/a/equal.ts", "export const x = (y: string) => y == '1';\n", "no =="],
  [
    "no-non-null-assertion",
    "worker/a/not-null.ts",
    "export const x = (y: string | null) => y!.length;\n",
    "no !, except in tests",
  ],
  [
    "ban-ts-comment",
    "worker/a/ignored.ts",
    "// @ts-ignore\nexport const x: number = '1';\n",
    "the compiler is not silenced",
  ],
  [
    "no-restricted-properties",
    "web/lib/wait.test.ts",
    'import { vi } from "vitest";\nvoid vi.waitFor(() => {});\n',
    "its timeout is too short for a busy machine",
  ],
  ["filename-case", "web/lib/camelCase.ts", "export const x = 1;\n", "file names are kebab-case"],
  ["max-lines", "schema/long.ts", "export {};\n".repeat(301), "no file over 300 lines"],
  [
    "max-lines-per-function",
    "web/lib/long.ts",
    `export function long() {\n${statements(41)}}\n`,
    "no function over 40 lines",
  ],
  [
    "max-lines-per-function",
    "web/ui/long.tsx",
    `export function Long() {\n${statements(121)}}\n`,
    "no component over 120 lines",
  ],
];

const ALLOWED: [path: string, code: string][] = [
  ["worker/deps.ts", "export const x = 1;\n"],
  ["worker/a/own.ts", 'import { y } from "./own-too.ts";\nexport const z = y;\n'],
  ["worker/a/own-too.ts", 'import { x } from "#worker/deps.ts";\nexport const y = x;\n'],
  ["web/ui/short.tsx", `export function Short() {\n${statements(100)}}\n`],
  ["tools/log.ts", "console.log(1);\n"],
  ["web/e2e/log.ts", "console.log(1);\n"],
  ["extension/wait.test.ts", 'import { vi } from "vitest";\nvoid vi.waitFor(() => {});\n'],
];

describe("oxlint", () => {
  let folder = "";
  let reported: { filename: string; code: string }[] = [];

  beforeAll(() => {
    const planted = PLANTED.map(([, path, code]): [string, string] => [path, code]);
    folder = plantRepository([".oxlintrc.json", "package.json"], [...planted, ...ALLOWED]);
    const { stdout } = runTool("oxlint", ["--format", "json"], { cwd: folder });
    ({ diagnostics: reported } = JSON.parse(stdout) as { diagnostics: typeof reported });
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(PLANTED)("reports %s in %s", (rule, path, _code, why) => {
    const rules = reported.filter(({ filename }) => filename === path).map(({ code }) => code);
    expect(rules.join(" "), why).toContain(rule);
  });

  test.each(ALLOWED)("reports nothing in %s", (path) => {
    expect(reported.filter(({ filename }) => filename === path)).toEqual([]);
  });
});
