import { readFileSync } from "node:fs";
import { join } from "node:path";
import { filesBelow, root } from "./files.ts";

/** The rules of docs/architecture.md that a pattern of import names cannot say to the linter. */

export interface Source {
  path: string;
  text: string;
}

interface Import {
  from: string;
  specifier: string;
}

/** Features that any other may use; they may use only each other. */
const LEAF_FEATURES = new Set([
  "auth",
  "badges",
  "hearts",
  "media",
  "posts",
  "preferences",
  "toasts",
]);
const FOLDERS = ["schema", "worker", "web", "sample", "scripts", "torture", "bench"];
const SPECIFIER = /^\s*(?:import|export)\b[^"';]*?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']/gm;

export function repositorySources(): Source[] {
  return filesBelow(...FOLDERS)
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

const importsOf = ({ path, text }: Source): Import[] =>
  [...text.matchAll(SPECIFIER)].map((match) => ({
    from: path,
    specifier: match[1] ?? match[2] ?? "",
  }));

const isOurs = (specifier: string) => /^(#|\.\.?\/)/.test(specifier);
const hasExtension = (specifier: string) => /\.[a-z0-9]+(\?\w+)?$/.test(specifier);
const isTest = (path: string) => /\.(test|e2e)\.tsx?$/.test(path) || path.includes("/testing/");

/** Node runs the scripts as they are and resolves no missing extension. */
function withoutExtension(imports: Import[]): string[] {
  return imports
    .filter(({ specifier }) => isOurs(specifier) && !hasExtension(specifier))
    .map(({ from, specifier }) => `${from}: ${specifier} has no file extension`);
}

/** worker/<a> sees of worker/<b> its service and its pure rules, where <b> has routes. */
function pastAService(imports: Import[], paths: string[]): string[] {
  const nouns = new Set(
    paths.flatMap((path) => /^worker\/([^/]+)\/[^/]+\.routes\.ts$/.exec(path)?.[1] ?? []),
  );
  return imports.flatMap(({ from, specifier }) => {
    const own = /^worker\/([^/]+)\//.exec(from)?.[1];
    const [, noun = "", file = ""] = /^#worker\/([^/]+)\/(.+)$/.exec(specifier) ?? [];
    if (own === undefined || isTest(from) || own === noun || !nouns.has(noun)) return [];
    if (/\.(service|rules)\.ts$/.test(file)) return [];
    return `${from}: ${specifier} goes past the service of ${noun}`;
  });
}

function acrossFeatures(imports: Import[]): string[] {
  return imports.flatMap(({ from, specifier }) => {
    const own = /^web\/features\/([^/]+)\//.exec(from)?.[1];
    const other = /^#web\/features\/([^/]+)\//.exec(specifier)?.[1];
    if (own === undefined || other === undefined || isTest(from)) return [];
    if (own === other || LEAF_FEATURES.has(other)) return [];
    return `${from}: ${specifier} reaches into the feature ${other}`;
  });
}

/** What breaks the house, one sentence each; empty when all is well. */
export function brokenRules(sources: Source[]): string[] {
  const imports = sources.flatMap(importsOf);
  return [
    ...withoutExtension(imports),
    ...pastAService(
      imports,
      sources.map(({ path }) => path),
    ),
    ...acrossFeatures(imports),
  ];
}

if (import.meta.main) {
  const broken = brokenRules(repositorySources());
  for (const sentence of broken) console.error(sentence);
  process.exitCode = broken.length > 0 ? 1 : 0;
}
