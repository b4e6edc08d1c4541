import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildExtension, MAX_EXTENSION_KB, zipFolder } from "./extension.ts";
import { filesBelow, root } from "./files.ts";

const FOLDER = ".cache/extension-under-test";

beforeAll(() => buildExtension(join(root, FOLDER), { browser: "chrome", isDevelopment: false }));
afterAll(() => rmSync(join(root, FOLDER), { recursive: true, force: true }));

test("a store's zip is within its limit, and the same for the same files", () => {
  const zip = zipFolder(FOLDER);
  expect(zip.length).toBeGreaterThan(10_000);
  expect(zip.length / 1000).toBeLessThanOrEqual(MAX_EXTENSION_KB);
  expect(zipFolder(FOLDER)).toEqual(zip);
});

test("what the manifest names is there", () => {
  const files = new Set(filesBelow(FOLDER).map((path) => path.slice(FOLDER.length + 1)));
  const manifest = readFileSync(join(root, FOLDER, "manifest.json"), "utf8");
  const named = [...manifest.matchAll(/"([\w./-]+\.(?:js|html|png))"/g)].map(
    ([, name = ""]) => name,
  );
  expect(named.length).toBeGreaterThan(6);
  expect(named.filter((name) => !files.has(name))).toEqual([]);
});

test("no script loads or makes code, knows a local address, or imports another", () => {
  for (const path of filesBelow(FOLDER).filter((name) => name.endsWith(".js"))) {
    const code = readFileSync(join(root, path), "utf8");
    expect(code, path).not.toMatch(
      /\beval\(|importScripts|innerHTML|["']http:\/\/[^"']|^import |\bimport\(|<script/m,
    );
  }
});
