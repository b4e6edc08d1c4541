import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "./files.ts";
import { brokenRules, repositorySources } from "./house.ts";
import { runTool } from "./tools.ts";

const RESTRICTED = "no-restricted-imports";
const uses = (specifier: string) => `import { x } from "${specifier}";\nexport const y = x;\n`;
const statements = (count: number) => "  document.title += 'x';\n".repeat(count);

/** Each breaks one rule, in a file named so that the rule applies to it. */
const PLANTED: [rule: string, path: string, code: string, why: string][] = [
  [RESTRICTED, "schema/api/a.ts", uses("#worker/app.ts"), "schema imports nothing of ours"],
  [RESTRICTED, "schema/api/b.ts", uses("../db/hearts.ts"), "what browsers import knows no table"],
  [RESTRICTED, "schema/api/c.ts", uses("zod"), "the full zod is not used"],
  [RESTRICTED, "worker/a/a.ts", uses("#web/paths.ts"), "worker does not import web"],
  [RESTRICTED, "worker/a/b.ts", uses("#sample/world.ts"), "worker does not import sample"],
  [RESTRICTED, "worker/a/c.ts", uses("../deps.ts"), "relative imports stay in their folder"],
  [RESTRICTED, "worker/a/a.routes.ts", uses("./a.store.ts"), "routes go through the service"],
  [RESTRICTED, "worker/b/b.routes.ts", uses("drizzle-orm"), "routes know no database"],
  [RESTRICTED, "worker/a/a.service.ts", uses("hono/factory"), "services know no HTTP"],
  [RESTRICTED, "worker/b/b.service.ts", uses("drizzle-orm/d1"), "services know no drizzle"],
  [RESTRICTED, "worker/c/c.service.ts", uses("#schema/db/hearts.ts"), "services know no table"],
  [RESTRICTED, "worker/a/a.store.ts", uses("./a.service.ts"), "stores know no service"],
  [RESTRICTED, "worker/b/b.store.ts", uses("hono"), "stores know no HTTP"],
  [RESTRICTED, "worker/a/a.rules.ts", uses("./a.store.ts"), "rules are pure"],
  [RESTRICTED, "web/pages/a.tsx", uses("#schema/db/hearts.ts"), "the browser imports no table"],
  [RESTRICTED, "web/pages/b.tsx", uses("#worker/app.ts"), "only the API client sees the Worker"],
  [RESTRICTED, "web/api/a.ts", uses("#worker/app.ts"), "the API client takes only types of it"],
  [RESTRICTED, "web/ui/a.tsx", uses("react-router"), "ui is free of the router"],
  [RESTRICTED, "web/ui/b.tsx", uses("@tanstack/react-query"), "ui is free of queries"],
  [RESTRICTED, "web/ui/c.tsx", uses("#web/features/hearts/heart.tsx"), "ui knows no feature"],
  [RESTRICTED, "web/lib/a.ts", uses("#web/ui/button.tsx"), "lib knows no component"],
  [RESTRICTED, "web/features/a/a.tsx", uses("#web/pages/home.tsx"), "features know no page"],
  [RESTRICTED, "web/features/a/b.tsx", uses("node:fs"), "the browser has no Node"],
  [RESTRICTED, "sample/a.ts", uses("#web/paths.ts"), "sample does not import web"],
  ["no-explicit-any", "worker/a/any.ts", "export const x = (y: any) => y;\n", "no any"],
  ["no-default-export", "web/lib/default.ts", "export default 1;\n", "no default export"],
  ["no-barrel-file", "web/lib/barrel.ts", 'export * from "./x.ts";\n', "no barrel"],
  ["no-cycle", "worker/d/one.ts", uses("#worker/d/two.ts"), "no cycle"],
  ["no-warning-comments", "worker/a/later.ts", "// TODO: later\nexport {};\n", "no TODO lands"],
  ["no-console", "web/lib/log.ts", "console.log(1);\n", "the web does not log"],
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
  ["worker/d/two.ts", 'import { y } from "#worker/d/one.ts";\nexport const x = () => y;\n'],
  ["web/api/types.ts", 'import type { x } from "#worker/app.ts";\nexport type Y = x;\n'],
  ["web/ui/short.tsx", `export function Short() {\n${statements(100)}}\n`],
  ["web/features/a/fine.tsx", uses("#web/ui/button.tsx")],
  ["worker/a/fine.service.ts", uses("#worker/b/b.service.ts")],
];

describe("the linter reports", () => {
  let folder = "";
  let reported: { filename: string; code: string }[] = [];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "house-"));
    for (const name of [".oxlintrc.json", "package.json", "tsconfig.base.json"])
      cpSync(join(root, name), join(folder, name));
    for (const [path, code] of [
      ...PLANTED.map(([, path, code]) => [path, code] as const),
      ...ALLOWED,
    ]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), code);
    }
    const { output } = runTool("oxlint", ["--format", "json"], { cwd: folder });
    ({ diagnostics: reported } = JSON.parse(output) as { diagnostics: typeof reported });
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(PLANTED)("%s in %s", (rule, path, _code, why) => {
    const rules = reported.filter(({ filename }) => filename === path).map(({ code }) => code);
    expect(rules.join(" "), why).toContain(rule);
  });

  test.each(ALLOWED.slice(1))("nothing in %s, which keeps the rules", (path) => {
    expect(reported.filter(({ filename }) => filename === path)).toEqual([]);
  });
});

describe("imports a pattern cannot judge", () => {
  const routes = { path: "worker/b/b.routes.ts", text: "" };

  test.each([
    ["worker/a/a.service.ts", "#worker/b/b.store.ts", "past the service"],
    ["worker/cron/jobs.ts", "#worker/b/b.store.ts", "past the service"],
    ["web/features/a/a.tsx", "#web/features/b/b.tsx", "reaches into the feature b"],
    ["web/lib/a.ts", "./b", "no file extension"],
  ])("%s may not import %s", (path, specifier, why) => {
    expect(brokenRules([routes, { path, text: uses(specifier) }]).join()).toContain(why);
  });

  test.each([
    ["worker/a/a.service.ts", "#worker/b/b.service.ts"],
    ["worker/a/a.service.ts", "#worker/b/b.rules.ts"],
    ["worker/deps.ts", "#worker/b/b.store.ts"],
    ["worker/a/a.test.ts", "#worker/b/b.store.ts"],
    ["web/features/a/a.tsx", "#web/features/hearts/heart.tsx"],
    ["web/features/a/a.tsx", "#web/features/a/b.tsx"],
  ])("%s may import %s", (path, specifier) => {
    expect(brokenRules([routes, { path, text: uses(specifier) }])).toEqual([]);
  });

  test("the repository keeps them", () => {
    expect(brokenRules(repositorySources())).toEqual([]);
  });
});
