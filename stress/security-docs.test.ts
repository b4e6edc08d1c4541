import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesBelow, root } from "#tools/files.ts";
import { brand } from "#schema/brand.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");

test("SECURITY.md names the contact of schema/brand.ts", () => {
  expect(read("SECURITY.md")).toContain(brand.securityEmail);
});

test("every test that docs/security.md names exists", () => {
  const named = [...read("docs/security.md").matchAll(/`([\w./-]+\.(?:test|e2e)\.tsx?)`/g)];
  const files = new Set(
    filesBelow(
      "schema",
      "normalise",
      "extension",
      "view",
      "worker",
      "web",
      "sample",
      "tools",
      "stress",
    ),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.map(([, path]) => path ?? "").filter((path) => !files.has(path))).toEqual([]);
});
