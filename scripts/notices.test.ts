import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesBelow, root } from "./files.ts";
import { bundledPackages, notices, NOTICES } from "./notices.ts";

const IMPORT = /(?:from|import\(?)\s*["']((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^"']*)?["']/g;
const PLATFORM = /^(cloudflare:|node:)/;

const isShipped = (path: string) =>
  /\.(tsx?|css)$/.test(path) && !/\.(test|e2e)\.|\/testing\/|^web\/(e2e|vite\.config)/.test(path);

function importedPackages(): Map<string, string> {
  const found = new Map<string, string>();
  for (const path of filesBelow("schema", "worker", "web").filter(isShipped))
    for (const [, name = ""] of readFileSync(join(root, path), "utf8").matchAll(IMPORT))
      if (!PLATFORM.test(name) && !name.startsWith(".")) found.set(name, path);
  return found;
}

test("the notices are those of the installed packages; npm run notices writes them", () => {
  expect(readFileSync(join(root, NOTICES), "utf8")).toBe(notices());
});

test("every package that the Worker or the web imports has its notice", () => {
  const imported = importedPackages();
  expect([...imported.keys()]).toContain("hono");
  expect([...imported].filter(([name]) => !bundledPackages().includes(name))).toEqual([]);
});

test("every runtime dependency is imported by what ships", () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  const imported = importedPackages();
  expect(Object.keys(dependencies).filter((name) => !imported.has(name))).toEqual([]);
});

test("each notice has the text of its licence", () => {
  const sections = notices().split(/^## /m).slice(1);
  expect(sections).toHaveLength(bundledPackages().length);
  for (const section of sections) {
    expect(section, section.slice(0, 40)).toMatch(/^\S+\n\n[\w.-]+, <https:\/\//);
    expect(section.length, section.slice(0, 40)).toBeGreaterThan(400);
  }
});
