import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "#tools/files.ts";
import { composeNotices, NOTICES } from "./notices.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const named = [...read(NOTICES).matchAll(/^## (.+)$/gm)].map(([, name = ""]) => name);

test("the notices are those of the packages in the bundles", async () => {
  expect(read(NOTICES), "run npx node tools/checks/notices.ts").toBe(await composeNotices());
});

test("the notices cover the web app, the Worker, its WebAssembly and the stylesheet", () => {
  const some = ["react-dom", "hono", "@phi-ag/argon2", "tailwindcss"];
  expect(some.filter((name) => !named.includes(name))).toEqual([]);
});

test("every notice has the text of a licence", () => {
  const texts = [...read(NOTICES).matchAll(/^## .+\n\n.+\n\n```text\n([^]+?)\n```$/gm)];
  expect(texts).toHaveLength(named.length);
  expect(texts.filter(([, text = ""]) => !/copyright|permission/i.test(text))).toEqual([]);
});

test("every runtime dependency is in a bundle", () => {
  const { dependencies } = JSON.parse(read("package.json")) as { dependencies: object };
  expect(Object.keys(dependencies).filter((name) => !named.includes(name))).toEqual([]);
});
