import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { brand } from "#schema/brand.ts";
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

test("every file that the manifest names exists", () => {
  const files = new Set(filesBelow(FOLDER).map((path) => path.slice(FOLDER.length + 1)));
  const manifest = readFileSync(join(root, FOLDER, "manifest.json"), "utf8");
  const named = [...manifest.matchAll(/"([\w./-]+\.(?:js|html|png))"/g)].map(
    ([, name = ""]) => name,
  );
  expect(named.length).toBeGreaterThan(6);
  expect(named.filter((name) => !files.has(name))).toEqual([]);
});

test("no script loads or generates code, contains a local address, or imports another script", () => {
  for (const path of filesBelow(FOLDER).filter((name) => name.endsWith(".js"))) {
    const code = readFileSync(join(root, path), "utf8");
    expect(code, path).not.toMatch(
      /\beval\(|importScripts|innerHTML|["']http:\/\/[^"']|^import |\bimport\(|<script/m,
    );
  }
});

test("the name in its texts is that of schema/brand.ts", () => {
  const sources = filesBelow("extension").filter((path) => /(?<!\.test)\.(?:ts|html)$/.test(path));
  expect(sources.length).toBeGreaterThan(10);
  for (const path of sources) {
    const code = readFileSync(join(root, path), "utf8").replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, "");
    expect(code, path).not.toMatch(/\bUnearth\b/);
  }
  const popup = readFileSync(join(root, FOLDER, "popup.html"), "utf8");
  expect(popup).toContain(`<title>${brand.name} companion</title>`);
  expect(popup).not.toContain("%");
});
