import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { BACKUP_FORMAT } from "#schema/backups.ts";
import { Refused } from "#tools/refused.ts";
import { openBackup } from "./read-backup.ts";
import { bucketName } from "./download.ts";
import { describeRestoreFailure, readOptions } from "./restore.ts";
import { createStaging, loadBackup, type Staging } from "./staging.ts";
import { statementsOf } from "./statements.ts";
import { account, DATA, heart, writeBackup, writeManifest } from "./testing/backup.ts";

let folder = "";
const open: DatabaseSync[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "restore-"));
});
afterEach(() => {
  for (const database of open.splice(0)) database.close();
  rmSync(folder, { recursive: true, force: true });
});

function staging(): Staging {
  const made = createStaging(join(folder, "staging.sqlite"));
  open.push(made.database);
  return made;
}

const load = () => loadBackup(staging(), openBackup(folder));

test("the statements restore every value, even of a row longer than a statement may be", () => {
  writeBackup(folder);
  const { database, initial } = staging();
  loadBackup({ database, initial }, openBackup(folder));
  // Migrated like the target, with the rows that migrations insert.
  const copy = createStaging(":memory:").database;
  open.push(copy);
  for (const statement of statementsOf(database, initial)) {
    expect(Buffer.byteLength(statement)).toBeLessThanOrEqual(100_000);
    copy.exec(statement);
  }
  for (const table of Object.keys(DATA)) {
    const sql = `select * from ${table} order by 1, 2`;
    expect(copy.prepare(sql).all(), table).toEqual(database.prepare(sql).all());
  }
});

test.each([
  ["an option that there is not", ["--form-r2", "latest"]],
  ["no day", ["--from-r2"]],
  ["an option in place of the day", ["--from-r2", "--env", "production"]],
  ["a value where none is taken", ["--check=yes", "manifest.json"]],
  ["no backup", ["--check"]],
  ["an environment that there is not", ["--from-r2", "latest", "--env", "prod"]],
])("%s is refused with the usage", (_, args) => {
  expect(() => readOptions(args)).toThrow(Refused);
  expect(() => readOptions(args)).toThrow("npm run restore -- FILE");
});

test("without a bucket the refusal names its lines in wrangler.toml and the other ways to restore", async () => {
  const path = join(folder, "wrangler.toml");
  writeFileSync(path, 'name = "x"\n[env.production]\n');
  const refusal = bucketName("production", path);
  await expect(refusal).rejects.toThrow(/docs\/operations\.md, Backups.+manifest\.json/);
});

test("each environment has its own bucket", async () => {
  const path = join(folder, "wrangler.toml");
  const bound = (table: string, name: string) =>
    `[[${table}]]\nbinding = "OTHER"\nbucket_name = "other"\n[[${table}]]\nbinding = "BACKUPS"\nbucket_name = "${name}"\n`;
  const staging = "[env.staging]\nworkers_dev = false\n";
  writeFileSync(
    path,
    `name = "x"\n${bound("r2_buckets", "local")}${bound("env.production.r2_buckets", "ours")}${staging}`,
  );
  expect(await bucketName(null, path)).toBe("local");
  expect(await bucketName("production", path)).toBe("ours");
  await expect(bucketName("staging", path)).rejects.toThrow("no bucket as BACKUPS for staging");
});

test("a folder without a manifest is no backup", () => {
  expect(() => openBackup(folder)).toThrow("not whole");
  expect(() => openBackup(join(folder, "nothing"))).toThrow("There is no");
});

test("a changed, missing or short part is refused before anything is written", () => {
  writeBackup(folder);
  const path = join(folder, "app_user-1.ndjson.gz");
  writeFileSync(path, gzipSync('["u2"]\n'));
  expect(load).toThrow("checksum");
  rmSync(path);
  rmSync(join(folder, "staging.sqlite"));
  expect(load).toThrow("app_user-1.ndjson.gz is missing");
});

test("a manifest that counts other rows than its parts have is refused", () => {
  const manifest = writeBackup(folder);
  const tables = manifest.tables.map((table) => ({ ...table, rows: table.rows + 1 }));
  writeManifest(folder, { ...manifest, tables });
  expect(load).toThrow("rows, the manifest says");
});

test.each([
  ["more", (columns: string[]) => [...columns, "preferences"]],
  ["fewer", (columns: string[]) => columns.slice(1)],
])("a manifest with %s columns than its rows have values is refused", (_word, change) => {
  const manifest = writeBackup(folder);
  const tables = manifest.tables.map(({ columns, ...table }) => ({
    ...table,
    columns: table.name === "app_user" ? change(columns) : columns,
  }));
  writeManifest(folder, { ...manifest, tables });
  expect(load).toThrow("app_user-0.ndjson.gz has a row of");
});

test("a backup of a newer schema, format or table is refused", () => {
  const manifest = writeBackup(folder);
  writeManifest(folder, { ...manifest, schema: "" });
  expect(load).not.toThrow();
  rmSync(join(folder, "staging.sqlite"));
  writeManifest(folder, { ...manifest, schema: "9999_future.sql" });
  expect(load).toThrow("9999_future.sql");
  writeManifest(folder, { ...manifest, format: 2 as typeof BACKUP_FORMAT });
  expect(() => openBackup(folder)).toThrow("format 2");
  writeManifest(folder, {
    ...manifest,
    tables: [{ name: "future", columns: [], rows: 0, parts: [] }],
  });
  rmSync(join(folder, "staging.sqlite"));
  expect(load).toThrow("no table future. Check out the version that made the backup.");
});

test("rows deleted or renamed while the backup was made are left out, and the totals match", () => {
  writeBackup(folder, {
    ...DATA,
    post_heart: [
      heart("u1", "t3_a", 10, 1),
      heart("u1", "t3_gone", 15, 2),
      heart("u1", "t3_b", 20, 4),
      heart("gone", "t3_a", 30, 1),
    ],
    // Its other heart was taken back while the backup was made.
    user_heart: [
      {
        unearth_user_id: "u1",
        reddit_user_id: "t2_a",
        created_at: 10,
        saved_total: 2,
        young_until: null,
      },
    ],
    app_user: [account("u1"), account("u2"), account("u3", { username: "NAME_U2" })],
  });
  const made = staging();
  const { counts, skipped } = loadBackup(made, openBackup(folder));
  expect(skipped).toEqual({ post_heart: 2, app_user: 1 });
  expect(counts).toMatchObject({ post_heart: 2, app_user: 2, feedback: 2 });
  const read = (sql: string) =>
    made.database
      .prepare(sql)
      .all()
      .map((row) => row["found"]);
  const totals = "select saved_total as found from post_heart order by created_at";
  expect(read(totals)).toEqual([1, 2]);
  expect(read("select saved_total as found from user_heart")).toEqual([1]);
  const authors = "select unearth_user_id as found from feedback order by id";
  expect(read(authors)).toEqual(["u1", null]);
});

test("a full disk and a missing folder are one line, a bug keeps its stack", () => {
  const failureOf = (work: () => unknown) => {
    try {
      return work();
    } catch (error) {
      return describeRestoreFailure(error);
    }
  };
  const { database } = staging();
  expect(
    failureOf(() =>
      database.exec("pragma max_page_count = 1; create table more as select zeroblob(1e6) as a"),
    ),
  ).toBe("The restore stopped: database or disk is full");
  expect(failureOf(() => writeFileSync(join(folder, "none/file"), ""))).toContain(
    "The restore stopped: ENOENT: no such file or directory, open",
  );
  expect(failureOf(() => database.exec("select nothing"))).toBeInstanceOf(Error);
  // SQLite's codes for a read-only file, a failed read, a full disk and a file that does not open.
  for (const errcode of [8, 10, 13, 14])
    expect(describeRestoreFailure(Object.assign(new Error("no"), { errcode }))).toBe(
      "The restore stopped: no",
    );
});
