import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { filesBelow, root } from "./files.ts";

const PAGES = [...filesBelow("README.md", "SECURITY.md"), ...filesBelow("docs")].filter((path) =>
  path.endsWith(".md"),
);
const read = (path: string) => readFileSync(join(root, path), "utf8");
const isThere = (path: string) => existsSync(join(root, path));
const package_ = JSON.parse(read("package.json")) as { scripts: Record<string, string> };

/** npm's own words, and the tools a command of ours may start by name. */
const OF_NPM = new Set(["start", "test", "install", "ci"]);
const FOLDERS = "schema|worker|web|sample|scripts|torture|bench|docs|migrations|dist";
const FILES = String.raw`[\w-]+\.(?:toml|json|md)|\.(?:oxlintrc|oxfmtrc)\.json`;
/** Not in a repository before it is run, or made for one reader. */
const MADE = /^dist\/|^\.wrangler\/|^shots\//;

/** What stands in backticks or in a block of commands: there a name is meant as one. */
function codeOf(text: string): string[] {
  const blocks = [...text.matchAll(/^ *```[^\n]*\n(.*?)^ *```/gms)].map(([, body = ""]) => body);
  const rest = text.replaceAll(/^ *```.*?^ *```/gms, "");
  return [...blocks, ...[...rest.matchAll(/`([^`]+)`/g)].map(([, body = ""]) => body)];
}

const all = (text: string, pattern: RegExp) =>
  codeOf(text).flatMap((code) => [...code.matchAll(pattern)].map(([, name = ""]) => name));

const scriptsIn = (text: string) => [
  ...all(text, /npm run (?:-s )?([\w:-]+)/g),
  ...all(text, /npm (?!run\b)([a-z]+)/g),
];
const toolsIn = (text: string) => all(text, /npx ([\w@/.-]+)/g);

const NAMED = new RegExp(
  String.raw`(?<![\w/.@#-])((?:${FOLDERS})/[\w./-]*|${FILES})(?![\w<*{])`,
  "g",
);
/** Paths from the root. `<noun>` and `*` stand for many, so only what leads to them is looked up. */
const pathsIn = (text: string) => all(text, NAMED).map((path) => path.replace(/[/.]$/, ""));

const LINK = /\[[^\]]*\]\(([^)\s]+)\)/g;
const linksIn = (text: string) =>
  [...text.matchAll(LINK)]
    .map(([, to = ""]) => to)
    .filter((to) => !/^(https?:|mailto:|#)/.test(to));

const missing = (names: string[], exists: (name: string) => boolean) =>
  [...new Set(names)].filter((name) => !exists(name));

test.each(PAGES)("%s names only commands that exist", (page) => {
  const text = read(page);
  const isScript = (name: string) => name in package_.scripts || OF_NPM.has(name);
  expect(missing(scriptsIn(text), isScript)).toEqual([]);
  expect(
    missing(
      toolsIn(text),
      (name) => isThere(join("node_modules/.bin", name)) || isThere(join("node_modules", name)),
    ),
  ).toEqual([]);
});

test.each(PAGES)("%s names only files and folders that exist", (page) => {
  expect(missing(pathsIn(read(page)), (path) => MADE.test(`${path}/`) || isThere(path))).toEqual(
    [],
  );
});

test.each(PAGES)("every relative link of %s leads somewhere", (page) => {
  const target = (to: string) => join(dirname(page), to.replace(/#.*$/, ""));
  expect(missing(linksIn(read(page)), (to) => isThere(target(to)))).toEqual([]);
});

test("the readme explains every command of package.json", () => {
  const named = scriptsIn(read("README.md")).concat(all(read("README.md"), /^([\w:-]+)$/g));
  expect(missing(Object.keys(package_.scripts), (name) => named.includes(name))).toEqual([]);
});

test("the readme's pictures are used, and light enough to load over a phone", () => {
  const pictures = filesBelow("docs/pictures");
  const used = linksIn(read("README.md"));
  expect(pictures.filter((path) => !used.includes(path))).toEqual([]);
  const bytes = pictures.reduce((sum, path) => sum + statSync(join(root, path)).size, 0);
  expect(bytes).toBeLessThan(1_000_000);
});

test("a decision's number is its own", () => {
  const numbers = filesBelow("docs/decisions").map((path) => path.slice(15, 18));
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
});

test("architecture.md stays a page", () => {
  expect(read("docs/architecture.md").split(/\s+/).length).toBeLessThan(1200);
});

test("the checks above would notice", () => {
  const page =
    "Run `npm run nothing-here`, `npx no-tool` or `npm strat`; see `worker/nowhere.ts` in ![x](no.webp).";
  expect(scriptsIn(page)).toEqual(["nothing-here", "strat"]);
  expect(toolsIn(page)).toEqual(["no-tool"]);
  expect(pathsIn(page)).toEqual(["worker/nowhere.ts"]);
  expect(linksIn(page)).toEqual(["no.webp"]);
  expect(pathsIn("`web/features/<noun>/x.ts`, `#web/lib/x.ts`, `migrations/*.sql`")).toEqual([
    "web/features",
  ]);
});
