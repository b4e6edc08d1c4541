import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { root } from "#tools/files.ts";
import { runTool } from "#tools/tools.ts";
import { scratchFolder } from "#tools/testing/scratch-folder.ts";

const MIGRATIONS = join(root, "migrations");
const sqlFiles = (folder: string) => readdirSync(folder).filter((name) => name.endsWith(".sql"));

/**
 * D1 cannot disable foreign keys: dropping a table, even to rebuild it, silently empties every table that cascades from
 * it.
 */
const DESTRUCTIVE = /\bdrop\s+table\b|\b__new_|\brename\s+to\b|\bpragma\s+(defer_)?foreign_keys\b/i;

test("the migrations match schema/db: generating adds nothing", () => {
  const copy = scratchFolder();
  cpSync(MIGRATIONS, copy, { recursive: true });
  const args = ["--dialect", "sqlite", "--schema", "./schema/db/*.ts"];
  const out = ["--out", relative(root, copy)];
  const { ok, output } = runTool("drizzle-kit", ["generate", ...args, ...out]);
  expect(ok, output).toBe(true);
  expect(sqlFiles(copy), "run npx drizzle-kit generate").toEqual(sqlFiles(MIGRATIONS));
});

test.each(sqlFiles(MIGRATIONS))("%s neither drops nor rebuilds a table", (name) => {
  expect(readFileSync(join(MIGRATIONS, name), "utf8")).not.toMatch(DESTRUCTIVE);
});

test.each([
  "DROP TABLE `reddit_user`;",
  "CREATE TABLE `__new_reddit_user` (`id` text);",
  "ALTER TABLE `a` RENAME TO `b`;",
  "PRAGMA foreign_keys=OFF;",
])("%s is recognised as destructive", (statement) => {
  expect(statement).toMatch(DESTRUCTIVE);
});

test("migrations are numbered consecutively, and the journal lists each", () => {
  const journal = JSON.parse(readFileSync(join(MIGRATIONS, "meta/_journal.json"), "utf8")) as {
    entries: { idx: number; tag: string }[];
  };
  expect(sqlFiles(MIGRATIONS)).toEqual(journal.entries.map(({ tag }) => `${tag}.sql`));
  for (const { idx, tag } of journal.entries)
    expect(tag.startsWith(String(idx).padStart(4, "0"))).toBe(true);
});
