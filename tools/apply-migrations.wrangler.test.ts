import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { applyMigrations } from "./apply-migrations.ts";
import { root } from "./files.ts";
import { nodePath } from "./install.mjs";
import { migrationFiles } from "./migrations.ts";
import { withLocalDatabase } from "./server/local-database.ts";
import { runTool } from "./tools.ts";

const names = migrationFiles().map((path) => basename(path));

function newFolder(): string {
  mkdirSync(join(root, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(root, ".cache/apply-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return relative(root, folder);
}

const readRows = (state: string, sql: string): unknown[] =>
  withLocalDatabase(state, (database) => database.prepare(sql).all());

const appliedIn = (state: string) => readRows(state, "select name from d1_migrations order by id");

test("a migrated database gets only the new ones, keeps its rows, and wrangler finds nothing left to apply", async () => {
  const state = newFolder();
  await applyMigrations(state, migrationFiles().slice(0, -1));
  expect(appliedIn(state)).toEqual(names.slice(0, -1).map((name) => ({ name })));
  const add =
    "insert into nsfw_subreddit (id, name, created_at) values ('1', 'opals', 1) returning name";
  expect(readRows(state, add)).toEqual([{ name: "opals" }]);
  await applyMigrations(state, migrationFiles());
  expect(appliedIn(state)).toEqual(names.map((name) => ({ name })));
  expect(readRows(state, "select name from nsfw_subreddit where name = 'opals'")).toHaveLength(1);
  const args = ["d1", "migrations", "list", "DB", "--local", "--persist-to", state];
  expect(runTool("wrangler", args)).toMatchObject({
    ok: true,
    output: expect.stringContaining("No migrations to apply"),
  });
});

test("a database that cannot be opened ends the program with the reason", () => {
  const state = newFolder();
  mkdirSync(join(root, state, "v3"));
  writeFileSync(join(root, state, "v3/d1"), "a file where the folder should be");
  const { status, stderr } = spawnSync(nodePath, ["tools/apply-migrations.ts", state], {
    cwd: root,
    encoding: "utf8",
    timeout: 100_000,
    killSignal: "SIGKILL",
  });
  expect(stderr).toContain(`EEXIST: file already exists, mkdir '${join(root, state, "v3/d1")}'`);
  expect(status).toBe(1);
});

test("a migration that fails is named and leaves nothing behind, those before it stay", async () => {
  const state = newFolder();
  const broken = join(newFolder(), "9999_broken.sql");
  writeFileSync(join(root, broken), "create table half (id text);\ncreate tabel whole (id text);");
  await expect(applyMigrations(state, [...migrationFiles(), broken])).rejects.toThrow(
    /^\.cache.+9999_broken\.sql: .*near "tabel": syntax error/,
  );
  expect(readRows(state, "select 1 from sqlite_schema where name = 'half'")).toEqual([]);
  expect(appliedIn(state)).toHaveLength(names.length);
  writeFileSync(join(root, broken), "create table half (id text);\ncreate table whole (id text);");
  await applyMigrations(state, [...migrationFiles(), broken]);
  expect(appliedIn(state).at(-1)).toEqual({ name: "9999_broken.sql" });
});
