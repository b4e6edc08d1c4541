import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { linkPackages, plantRepository } from "./planted-repository.ts";
import { runTool } from "#tools/tools.ts";

const importOf = (specifier: string) => `import { x } from "${specifier}";\nexport const y = x;\n`;
const EXPORT = "export const x = 1;\n";
const PACKAGES = ["hono", "drizzle-orm", "react-router", "@tanstack/react-query"];

/** Every file breaks the named rule. */
const PLANTED: [rule: string, path: string, specifier: string][] = [
  ["no-circle", "worker/d/one.ts", "./two.ts"],
  ["no-circle", "worker/d/type-one.ts", "./type-two.ts"],
  ["file-extension", "web/lib/a.ts", "./b"],
  ["file-extension", "worker/d/three.ts", "#worker/d/two"],
  ["no-test-code-in-production", "worker/d/four.ts", "#worker/testing/app.ts"],
  ["only-the-entry-imports-app", "worker/d/five.ts", "#worker/app.ts"],
  ["only-app-imports-routes", "worker/a/six.ts", "./a.routes.ts"],
  ["routes-call-services", "worker/a/a.routes.ts", "./a.store.ts"],
  ["routes-call-services", "worker/b/b.routes.ts", "drizzle-orm"],
  ["no-http-below-routes", "worker/a/a.service.ts", "hono"],
  ["no-http-below-routes", "worker/b/b.store.ts", "#worker/http/body.ts"],
  ["only-stores-query", "worker/b/b.service.ts", "drizzle-orm"],
  ["only-stores-query", "worker/a/a.rules.ts", "#schema/db/hearts.ts"],
  ["only-stores-query", "worker/c/d.service.ts", "./is-c.sql.ts"],
  ["stores-below-services", "worker/a/a.store.ts", "./a.service.ts"],
  ["rules-are-pure", "worker/b/b.rules.ts", "./b.store.ts"],
  ["through-the-service", "worker/c/c.service.ts", "#worker/b/b.store.ts"],
  ["below-nouns", "worker/lookup/a.ts", "#worker/c/c.rules.ts"],
  ["worker-lib-is-lowest", "worker/lib/log.ts", "#worker/deps.ts"],
  ["database-above-lib", "worker/database/a.ts", "#worker/cache/kv.ts"],
  ["http-above-helpers", "worker/http/a.ts", "#worker/c/c.service.ts"],
  ["cache-above-helpers", "worker/cache/a.ts", "#worker/call-budget/port.ts"],
  ["call-budget-above-cache", "worker/call-budget/a.ts", "#worker/source/port.ts"],
  ["upstream-above-cache", "worker/upstream/a.ts", "#worker/source/port.ts"],
  ["source-above-call-budget", "worker/source/a.ts", "#worker/lookup/look-up.ts"],
  ["root-files-below-folders", "worker/errors.ts", "#worker/cache/kv.ts"],
  ["root-files-below-folders", "worker/signatures.ts", "#worker/database-of-more/a.ts"],
  ["no-node-in-the-browser", "web/features/a/a.tsx", "node:fs"],
  ["no-tables-in-the-browser", "web/pages/a.tsx", "#schema/db/hearts.ts"],
  ["no-tables-in-the-browser", "schema/api/a.ts", "#schema/db/hearts.ts"],
  ["no-tables-in-the-browser", "normalise/a.ts", "#schema/db/hearts.ts"],
  ["plain-components", "web/ui/a.tsx", "react-router"],
  ["plain-components", "view/a.tsx", "@tanstack/react-query"],
  ["lib-is-lowest", "web/lib/c.ts", "#web/ui/button.tsx"],
  ["ui-above-lib", "web/ui/b.tsx", "#web/features/hearts/heart.tsx"],
  ["api-above-lib", "web/api/a.ts", "#web/ui/button.tsx"],
  ["features-below-pages", "web/features/a/b.tsx", "#web/pages/home.tsx"],
  ["pages-below-app", "web/pages/b.tsx", "#web/app/app.tsx"],
  ["extension-apart", "extension/a.ts", "#web/ui/button.tsx"],
  ["features-apart", "web/features/a/c.tsx", "#web/features/b/b.tsx"],
];

const ALLOWED: [path: string, specifier: string][] = [
  ["worker/index.ts", "#worker/app.ts"],
  ["worker/app.ts", "#worker/c/c.routes.ts"],
  ["worker/c/c.routes.ts", "hono"],
  ["worker/c/c.store.ts", "drizzle-orm"],
  ["worker/b/fine.service.ts", "#worker/c/c.rules.ts"],
  ["worker/b/fine.store.ts", "#worker/c/is-c.sql.ts"],
  ["worker/deps.ts", "#worker/c/c.store.ts"],
  ["worker/source/fine.ts", "#worker/cache/kv.ts"],
  ["worker/cache/fine.ts", "#worker/lib/log.ts"],
  ["worker/http/fine.ts", "#worker/database/a.ts"],
  ["worker/database/fine.ts", "#worker/lib/log.ts"],
  ["worker/c/c.test.ts", "#worker/testing/app.ts"],
  ["web/features/a/fine.tsx", "#web/features/hearts/heart.tsx"],
  ["web/features/b/fine.tsx", "#web/ui/button.tsx"],
];

/** Files that the planted ones import, which have to exist. */
const IMPORTED: [path: string, text: string][] = [
  ["worker/e/one.ts", importOf("#worker/f/two.ts")],
  ["worker/e/four.ts", EXPORT],
  ["worker/f/two.ts", EXPORT],
  ["worker/f/three.ts", importOf("#worker/e/four.ts")],
  ["worker/d/two.ts", importOf("./one.ts")],
  ["worker/d/type-two.ts", 'import type { y } from "./type-one.ts";\nexport const x: y = 1;\n'],
  ["worker/testing/app.ts", EXPORT],
  ["worker/http/body.ts", EXPORT],
  ["worker/c/c.rules.ts", EXPORT],
  ["worker/c/is-c.sql.ts", EXPORT],
  ["worker/cache/kv.ts", EXPORT],
  ["worker/database-of-more/a.ts", EXPORT],
  ["worker/call-budget/port.ts", EXPORT],
  ["worker/lookup/look-up.ts", EXPORT],
  ["worker/source/port.ts", EXPORT],
  ["web/ui/button.tsx", EXPORT],
  ["web/pages/home.tsx", EXPORT],
  ["web/app/app.tsx", EXPORT],
  ["web/features/hearts/heart.tsx", EXPORT],
  ["web/features/b/b.tsx", EXPORT],
  ["schema/db/hearts.ts", EXPORT],
];

const stub = (name: string): [string, string][] => [
  [`node_modules/${name}/package.json`, JSON.stringify({ name, main: "index.js" })],
  [`node_modules/${name}/index.js`, EXPORT],
];

interface Violation {
  from: string;
  rule: { name: string };
}

describe("dependency-cruiser", () => {
  let folder = "";
  let violations: Violation[] = [];

  beforeAll(() => {
    const planted = PLANTED.map(([, path, specifier]): [string, string] => [
      path,
      importOf(specifier),
    ]);
    const allowed = ALLOWED.map(([path, specifier]): [string, string] => [
      path,
      importOf(specifier),
    ]);
    folder = plantRepository(
      [".dependency-cruiser.mjs", "package.json"],
      [...planted, ...allowed, ...IMPORTED, ...PACKAGES.flatMap(stub)],
    );
    const { stdout } = runTool("depcruise", ["-T", "json", "."], { cwd: folder });
    ({ violations } = (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary);
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const rulesBrokenBy = (path: string) =>
    violations.filter(({ from }) => from === path).map(({ rule }) => rule.name);

  test.each(PLANTED)("reports %s for %s importing %s", (rule, path) => {
    expect(rulesBrokenBy(path)).toContain(rule);
  });

  test("reports no-folder-circle without a circle of files", () => {
    expect(rulesBrokenBy("worker/e")).toEqual(["no-folder-circle"]);
    expect(rulesBrokenBy("worker/e/one.ts")).toEqual([]);
  });

  test.each(ALLOWED)("lets %s import %s", (path) => {
    expect(rulesBrokenBy(path)).toEqual([]);
  });
});

/** Refused because the folder's tsconfig.json does not reference the other folder. */
const REFUSED: [path: string, specifier: string][] = [
  ["schema/a.ts", "#worker/errors.ts"],
  ["worker/b.ts", "#web/paths.ts"],
  ["worker/c.ts", "#sample/world.ts"],
  ["web/d.ts", "#worker/errors.ts"],
  ["web/e.ts", "#sample/world.ts"],
  ["normalise/i.ts", "#worker/errors.ts"],
  ["normalise/j.ts", "#web/paths.ts"],
  ["extension/k.ts", "#web/paths.ts"],
  ["view/g.ts", "#web/paths.ts"],
  ["view/h.ts", "#worker/errors.ts"],
  ["sample/f.ts", "#web/paths.ts"],
];

describe("tsc", () => {
  const folders = ["schema", "normalise", "extension", "view", "worker", "web", "sample"];
  let folder = "";
  let output = "";

  beforeAll(() => {
    const references = folders.map((path) => ({ path: `./${path}` }));
    folder = plantRepository(
      ["package.json", "tsconfig.base.json", ...folders.map((path) => `${path}/tsconfig.json`)],
      [
        ["tsconfig.json", JSON.stringify({ files: [], references })],
        ["worker/errors.ts", EXPORT],
        ["web/paths.ts", EXPORT],
        ["sample/world.ts", importOf("#worker/errors.ts")],
        ...REFUSED.map(([path, specifier]): [string, string] => [path, importOf(specifier)]),
      ],
    );
    linkPackages(folder);
    ({ output } = runTool("tsc", ["-b", "--pretty", "false"], { cwd: folder }));
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(REFUSED)("refuses that %s imports %s", (path) => {
    expect(output).toMatch(new RegExp(`^${path}\\(\\d+,\\d+\\): error TS6307`, "m"));
  });

  test("lets sample import the Worker", () => {
    expect(output).not.toContain("sample/world.ts(");
  });
});
