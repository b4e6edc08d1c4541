import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { askGit, filesBelow, root, trackedFiles } from "#tools/files.ts";
import { LOG_EVENTS } from "#worker/lib/log-events.ts";

const PAGES = [...filesBelow("README.md", "SECURITY.md"), ...filesBelow("docs")].filter((path) =>
  path.endsWith(".md"),
);
const read = (path: string) => readFileSync(join(root, path), "utf8");
const isThere = (path: string) => existsSync(join(root, path));
const package_ = JSON.parse(read("package.json")) as { scripts: Record<string, string> };

/** Commands of npm itself. */
const NPM_COMMANDS = new Set(["start", "test", "install", "ci"]);
const FOLDERS =
  "schema|normalise|extension|view|worker|web|sample|tools|stress|bench|docs|migrations|dist";
const FILES = String.raw`[\w-]+\.(?:toml|json|md)|\.(?:oxlintrc|oxfmtrc)\.json|\.dependency-cruiser\.mjs`;
/** Folders that commands create. */
const GENERATED = /^dist\/|^\.wrangler\/|^shots\//;

/** Returns the text in backticks and in code blocks. */
function extractCode(text: string): string[] {
  const blocks = [...text.matchAll(/^ *```[^\n]*\n(.*?)^ *```/gms)].map(([, body = ""]) => body);
  const rest = text.replaceAll(/^ *```.*?^ *```/gms, "");
  return [...blocks, ...[...rest.matchAll(/`([^`]+)`/g)].map(([, body = ""]) => body)];
}

const all = (text: string, pattern: RegExp) =>
  extractCode(text).flatMap((code) => [...code.matchAll(pattern)].map(([, name = ""]) => name));

const scriptsIn = (text: string) => [
  ...all(text, /npm run (?:-s )?([\w:-]+)/g),
  ...all(text, /npm (?!run\b)([a-z]+)/g),
];
const toolsIn = (text: string) => all(text, /npx ([\w@/.-]+)/g);

const NAMED = new RegExp(
  String.raw`(?<![\w/.@#-])((?:${FOLDERS})/[\w./-]*|${FILES})(?![\w<*{])`,
  "g",
);
/** Paths from the root, cut before `<noun>` or `*`. */
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
  const isScript = (name: string) => name in package_.scripts || NPM_COMMANDS.has(name);
  expect(missing(scriptsIn(text), isScript)).toEqual([]);
  expect(
    missing(
      toolsIn(text),
      (name) => isThere(join("node_modules/.bin", name)) || isThere(join("node_modules", name)),
    ),
  ).toEqual([]);
});

test.each(PAGES)("%s names only files and folders that exist", (page) => {
  expect(
    missing(pathsIn(read(page)), (path) => GENERATED.test(`${path}/`) || isThere(path)),
  ).toEqual([]);
});

test("operations.md names the database by its binding, which a restore does not change", () => {
  const named = all(
    read("docs/operations.md"),
    /wrangler d1 (?:execute|export|(?:migrations|time-travel) \w+) ([\w-]+)/g,
  );
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter((name) => name !== "DB")).toEqual([]);
});

test("operations.md explains every event of the log, and no other", () => {
  const section = /^## Read the logs$(.*?)^## /ms.exec(read("docs/operations.md"))?.[1] ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  const explained = rows.flatMap((row) => all(row.split(" | ")[0] ?? "", /^([a-z_]+)$/g));
  expect(explained.filter((name) => name !== "event").toSorted()).toEqual(LOG_EVENTS);
});

test.skipIf(askGit(root, "status") === null)(
  "git ignores the files that operations.md has an operator write: a deploy refuses other new files",
  () => {
    const written = all(
      read("docs/operations.md"),
      /(?:> |--output |order-export\.ts \S+ )([\w-]+\.\w+)/g,
    );
    const names = [...new Set(written)];
    expect(names).toEqual([
      "removals.sql",
      "requests.txt",
      "accounts.txt",
      "removals.txt",
      "missing.sql",
      "export.sql",
      "ordered.sql",
      "account-data.txt",
    ]);
    expect(
      askGit(root, "check-ignore", ...names)
        ?.trim()
        .split("\n"),
    ).toEqual(names);
  },
);

test.each(PAGES)("every relative link of %s has a target", (page) => {
  const target = (to: string) => join(dirname(page), to.replace(/#.*$/, ""));
  expect(missing(linksIn(read(page)), (to) => isThere(target(to)))).toEqual([]);
});

test("contributing.md explains every command of package.json", () => {
  const named = scriptsIn(read("docs/contributing.md"));
  expect(missing(Object.keys(package_.scripts), (name) => named.includes(name))).toEqual([]);
});

test("package.json has at most 15 scripts", () => {
  expect(Object.keys(package_.scripts).length).toBeLessThanOrEqual(15);
});

test("the readme has at most 120 lines", () => {
  expect(read("README.md").split("\n").length).toBeLessThanOrEqual(121);
});

test("the readme uses every picture, and all of them are under 1 MB", () => {
  const pictures = filesBelow("docs/pictures");
  const used = linksIn(read("README.md"));
  expect(pictures.filter((path) => !used.includes(path))).toEqual([]);
  const bytes = pictures.reduce((sum, path) => sum + statSync(join(root, path)).size, 0);
  expect(bytes).toBeLessThan(1_000_000);
});

const decisionNumbers = filesBelow("docs/decisions").map((path) => path.slice(15, 18));

test("no two decisions have the same number", () => {
  expect(decisionNumbers.filter((number, at) => decisionNumbers.indexOf(number) !== at)).toEqual(
    [],
  );
});

test("the title of a decision begins with the number of its file", () => {
  const titles = filesBelow("docs/decisions").map((path) => read(path).slice(0, 6));
  expect(titles).toEqual(decisionNumbers.map((number) => `# ${number} `));
});

/** In comments too, which begin their lines with other signs. */
const CITED = /decisions?[\s*/#-]+\d{3}(?:(?:,|,? and| to)[\s*/#-]+\d{3})*/g;
/** Decisions cite HTTP statuses and counts that way. */
const CITED_BARE = /\(\d{3}(?:(?:,|,? and| to)\s+\d{3})*\)/g;
const numbersIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].flatMap(([citation]) => citation.match(/\d{3}/g) ?? []);
const citedIn = (path: string, text: string) => [
  ...numbersIn(text, CITED),
  ...(/^docs\/[\w-]+\.md$/.test(path) ? numbersIn(text, CITED_BARE) : []),
];

test("every decision that code and docs name by its number exists", () => {
  const texts = (trackedFiles() ?? PAGES).filter((path) =>
    /\.(?:tsx?|mjs|css|sql|toml|md)$/.test(path),
  );
  const dangling = texts.flatMap((path) =>
    citedIn(path, read(path)).flatMap((number) =>
      decisionNumbers.includes(number) ? [] : `${path}: ${number}`,
    ),
  );
  expect(dangling).toEqual([]);
  const examples = [
    ["a.ts", "decision 001, decisions 002, 003 and 004, docs/decisions/005-x.md", "1 2 3 4 5"],
    ["a.ts", " * decision\n   * 001, decisions 002,\n// 003, (404)", "1 2 3"],
    ["docs/a.md", "decision\n001 (002), (003,\n004)", "1 2 3 4"],
    ["docs/decisions/001-x.md", "(404)", ""],
  ] as const;
  for (const [path, text, numbers] of examples)
    expect(citedIn(path, text).map(Number).join(" ")).toBe(numbers);
});

test("architecture.md has fewer than 1,500 words", () => {
  const words = read("docs/architecture.md").match(/\S*\w\S*/g) ?? [];
  expect(words.length).toBeLessThan(1_500);
});

test("the patterns match examples", () => {
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
