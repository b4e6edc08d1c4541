import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { askGit, filesBelow, root, trackedFiles } from "#tools/files.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");

const tracked = trackedFiles();

interface Locked {
  version: string;
  resolved?: string;
  integrity?: string;
  optionalDependencies?: Record<string, string>;
}
const lock = JSON.parse(read("package-lock.json")) as { packages: Record<string, Locked> };

const PLATFORMS = {
  "Linux x64": /linux-(x64|64)(-gnu)?$/,
  "Linux arm64": /linux-(arm64|aarch64)(-gnu)?$/,
  "macOS x64": /darwin-(x64|64)$/,
  "macOS arm64": /darwin-arm64$/,
  "Windows x64": /(win32|windows)-(x64|64)(-msvc)?$/,
};
const BINARIES = ["workerd", "oxlint", "oxfmt", "rolldown", "@tailwindcss/oxide", "esbuild"];

test.each(BINARIES)("the lock file has the %s binary of every platform", (name) => {
  const wanted = lock.packages[`node_modules/${name}`]?.optionalDependencies ?? {};
  for (const [platform, pattern] of Object.entries(PLATFORMS)) {
    const [binary, version] = Object.entries(wanted).find(([key]) => pattern.test(key)) ?? [];
    expect(binary, `${name} names a binary for ${platform}`).toBeDefined();
    expect(lock.packages[`node_modules/${binary}`]?.version, platform).toBe(version);
  }
});

test("every dependency has an exact version", () => {
  const { dependencies, devDependencies } = JSON.parse(read("package.json")) as Record<
    "dependencies" | "devDependencies",
    Record<string, string>
  >;
  const versions = Object.entries({ ...dependencies, ...devDependencies });
  expect(versions.length).toBeGreaterThan(20);
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual(
    [],
  );
});

test("a deploy takes the built web app, the production entry and no hidden file", () => {
  const toml = read("wrangler.toml");
  for (const env of ["staging", "production"]) {
    expect(toml).toContain(`[env.${env}]\nmain = "worker/index.ts"`);
    expect(toml).toContain(`[env.${env}.assets]\ndirectory = "dist/web"`);
  }
  const files = tracked ?? filesBelow("web/public");
  const copied = files.filter((path) => path.startsWith("web/public/"));
  expect(copied.length).toBeGreaterThan(3);
  expect(copied.filter((path) => path.includes("/."))).toEqual([]);
});

test("every locked package has a checksum", () => {
  const { "": own, ...others } = lock.packages;
  expect(own).toBeDefined();
  for (const [path, { integrity }] of Object.entries(others))
    expect(integrity, path).toMatch(/^sha512-/);
});

test("every locked package comes from npm's registry", () => {
  const urls = Object.values(lock.packages).flatMap(({ resolved }) => resolved ?? []);
  expect(urls.filter((url) => !url.startsWith("https://registry.npmjs.org/"))).toEqual([]);
});

test.skipIf(!tracked)("git ignores every file in which wrangler looks for secrets", () => {
  const names = [".dev.vars", ".env"].flatMap((name) => [name, `${name}.local`, `${name}.staging`]);
  const files = [...names, ".env.staging.local"];
  expect(
    askGit(root, "check-ignore", ...files)
      ?.trim()
      .split("\n"),
  ).toEqual(files);
});

const trackedText = (): [path: string, text: string][] =>
  (tracked ?? [])
    .map((path): [string, string] => [path, read(path)])
    .filter(([, text]) => !text.includes("\0"));

// Joined from parts, so that this file does not match itself.
const MACHINE_PATH = new RegExp(
  String.raw`(^|[\s"'\`(=:])/(${["work", "home", "root", "tmp", "Users"].join("|")})/\w`,
  "m",
);
const REGISTRY = new RegExp(
  String.raw`//(?!registry\.npmjs\.org)[\w.-]*(${["registry", "artifactory", "verdaccio", "nexus"].join("|")})\.`,
);

test.skipIf(!tracked).each([
  ["an absolute path of a machine", MACHINE_PATH],
  ["the host of a private package registry", REGISTRY],
])("no tracked file holds %s", (_, pattern) => {
  const files = trackedText();
  expect(files.length).toBeGreaterThan(50);
  const found = files.filter(([, text]) => pattern.test(text));
  expect(found.map(([path]) => path)).toEqual([]);
});

test("the patterns match examples", () => {
  expect(`cd ${["", "home", "me"].join("/")}`).toMatch(MACHINE_PATH);
  expect(`https://${"npm"}.registry.corp.example`).toMatch(REGISTRY);
  expect("https://registry.npmjs.org/x").not.toMatch(REGISTRY);
});

test("continuous integration runs every test and nothing else", () => {
  const lines = read(".ci/run").trim().split("\n");
  expect(lines).toEqual([
    "#!/usr/bin/env bash",
    "set -e",
    'cd "$(dirname "$0")/.."',
    "npm test -- --all",
  ]);
});
