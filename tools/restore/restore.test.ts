import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { BACKUP_FORMAT, type BackupManifest } from "#schema/backups.ts";
import { root } from "#tools/files.ts";
import { Refused } from "#tools/refused.ts";
import { openLocalDatabase } from "#tools/seed-database.ts";
import { openBackup } from "./read-backup.ts";
import { describeFailure, readOptions, restore } from "./restore.ts";
import { createStaging, loadBackup, type Staging } from "./staging.ts";
import { statementsOf } from "./statements.ts";

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

type Row = Record<string, string | number | null>;

const HOSTILE = `It's "quoted"; -- BEGIN TRANSACTION; commit;\r\nünïcode 💎 \\ /* ?1 \u0000 end`;
const ORIGINS = '[{"id":"t3_o","author":"Ann","subreddit":"pics"}]';
const LONG = `${"long 💎 'text'; ".repeat(12_000)}end`;
const account = (id: string, more: Row = {}): Row => ({
  id,
  username: `name_${id}`,
  email: `${id}@example.com`,
  password: "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA",
  created_at: 1000,
  updated_at: 1000,
  ...more,
});
const post = (id: string, more: Row = {}): Row => ({
  id,
  reddit_user_id: "t2_a",
  title: HOSTILE,
  subreddit: "gems",
  created: 5,
  url: "https://example.com/x",
  media_type: "image",
  permalink: "/r/gems/x",
  gallery_images: "[]",
  thumbnails: "[]",
  ...more,
});
const heart = (owner: string, target: string, at: number, total: number): Row => ({
  unearth_user_id: owner,
  reddit_post_id: target,
  created_at: at,
  saved_total: total,
  young_until: null,
});

const DATA: Record<string, Row[]> = {
  post_heart: [heart("u1", "t3_a", 10, 1), heart("u1", "t3_b", 20, 2), heart("u2", "t3_a", 30, 1)],
  reddit_post: [post("t3_a"), post("t3_b", { media: LONG, origins: ORIGINS })],
  reddit_user: [{ id: "t2_a", reddit_username: "Anna", description: HOSTILE }],
  feedback: [
    { id: "f1", title: HOSTILE, description: "d", unearth_user_id: "u1" },
    { id: "f2", title: "t", description: "d", unearth_user_id: "gone" },
  ],
  app_user: [account("u1"), account("u2", { display_name: HOSTILE })],
  nsfw_subreddit: [{ id: "default-nsfw", name: "nsfw", is_default: 1, created_at: 77 }],
};

/** Writes a backup as the Worker does, one row to a part. */
function writeBackup(data: Record<string, Row[]> = DATA): BackupManifest {
  const tables = Object.entries(data).map(([name, rows]) => {
    const columns = Object.keys(Object.assign({}, ...rows) as Row);
    const parts = rows.map((row, index) => {
      const body = gzipSync(`${JSON.stringify(columns.map((column) => row[column] ?? null))}\n`);
      const key = `backups/2026-11-01/${name}-${index}.ndjson.gz`;
      writeFileSync(join(folder, basename(key)), body);
      const sha256 = createHash("sha256").update(body).digest("hex");
      return { key, rows: 1, bytes: body.length, sha256 };
    });
    return { name, columns, rows: rows.length, parts };
  });
  return writeManifest({
    format: BACKUP_FORMAT,
    date: "2026-11-01",
    startedAt: "2026-11-01T00:37:00.000Z",
    finishedAt: "2026-11-01T00:38:00.000Z",
    schema: "0000_initial.sql",
    tables,
  });
}

function writeManifest(manifest: BackupManifest): BackupManifest {
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
  return manifest;
}

const load = () => loadBackup(staging(), openBackup(folder));

const STATE = ".cache/restore-test";

test("a backup fills an empty database through wrangler, and a database that is not empty is refused", async () => {
  rmSync(join(root, STATE), { recursive: true, force: true });
  mkdirSync(join(root, STATE), { recursive: true });
  writeBackup();
  const lines: string[] = [];
  const options = { file: folder, env: null, target: { env: null, state: STATE }, isCheck: false };
  await restore(options, (line: string) => void lines.push(line));
  const database = openLocalDatabase(STATE);
  open.push(database);
  const all = (sql: string) =>
    database
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  expect(
    all("select id, title, media, origins, heart_count, first_heart_at from reddit_post"),
  ).toEqual([
    { id: "t3_a", title: HOSTILE, media: null, origins: null, heart_count: 2, first_heart_at: 10 },
    {
      id: "t3_b",
      title: HOSTILE,
      media: LONG,
      origins: ORIGINS,
      heart_count: 1,
      first_heart_at: 20,
    },
  ]);
  expect(all("select id, email, display_name from app_user")).toEqual([
    { id: "u1", email: "u1@example.com", display_name: null },
    { id: "u2", email: "u2@example.com", display_name: HOSTILE },
  ]);
  expect(all("select id, unearth_user_id as owner from feedback")).toEqual([
    { id: "f1", owner: "u1" },
    { id: "f2", owner: null },
  ]);
  expect(all("select count from feedback_tally where status = 'open'")).toEqual([{ count: 2 }]);
  expect(all("select created_at as at from nsfw_subreddit where name = 'nsfw'")).toEqual([
    { at: 77 },
  ]);
  expect(all("select count(*) as n from sqlite_schema where type = 'trigger'")).not.toEqual([
    { n: 0 },
  ]);
  expect(lines.at(-1)).toMatch(/^Restored \d+ rows into the local database/);
  await expect(restore(options, () => {})).rejects.toThrow(
    /^Nothing was written: .* is not empty \(.*app_user has 2 rows/,
  );
});

test("the statements restore every value, also of a row longer than a statement may be", () => {
  writeBackup();
  const { database, initial } = staging();
  loadBackup({ database, initial }, openBackup(folder));
  const copy = new DatabaseSync(":memory:");
  open.push(copy);
  const schema = database.prepare("select sql from sqlite_schema where type = 'table'").all();
  for (const { sql } of schema) copy.exec(String(sql));
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

test("a folder without a manifest is no backup", () => {
  expect(() => openBackup(folder)).toThrow("not whole");
  expect(() => openBackup(join(folder, "nothing"))).toThrow("There is no");
});

test("a changed, missing or short part is refused before anything is written", () => {
  writeBackup();
  const path = join(folder, "app_user-1.ndjson.gz");
  writeFileSync(path, gzipSync('["u2"]\n'));
  expect(load).toThrow("checksum");
  rmSync(path);
  rmSync(join(folder, "staging.sqlite"));
  expect(load).toThrow("app_user-1.ndjson.gz is missing");
});

test("a manifest that counts other rows than its parts have is refused", () => {
  const manifest = writeBackup();
  const tables = manifest.tables.map((table) => ({ ...table, rows: table.rows + 1 }));
  writeManifest({ ...manifest, tables });
  expect(load).toThrow("rows, the manifest says");
});

test.each([
  ["more", (columns: string[]) => [...columns, "preferences"]],
  ["fewer", (columns: string[]) => columns.slice(1)],
])("a manifest with %s columns than its rows have values is refused", (_word, change) => {
  const manifest = writeBackup();
  const tables = manifest.tables.map(({ columns, ...table }) => ({
    ...table,
    columns: table.name === "app_user" ? change(columns) : columns,
  }));
  writeManifest({ ...manifest, tables });
  expect(load).toThrow("app_user-0.ndjson.gz has a row of");
});

test("a backup of a newer schema, format or table is refused", () => {
  const manifest = writeBackup();
  writeManifest({ ...manifest, schema: "9999_future.sql" });
  expect(load).toThrow("9999_future.sql");
  writeManifest({ ...manifest, format: 2 as typeof BACKUP_FORMAT });
  expect(() => openBackup(folder)).toThrow("format 2");
  writeManifest({ ...manifest, tables: [{ name: "future", columns: [], rows: 0, parts: [] }] });
  rmSync(join(folder, "staging.sqlite"));
  expect(load).toThrow("no table future");
});

test("what was deleted or renamed while the backup was made is left out, and the totals follow", () => {
  writeBackup({
    ...DATA,
    post_heart: [
      heart("u1", "t3_a", 10, 1),
      heart("u1", "t3_gone", 15, 2),
      heart("u1", "t3_b", 20, 4),
      heart("gone", "t3_a", 30, 1),
    ],
    app_user: [account("u1"), account("u2"), account("u3", { username: "NAME_U2" })],
  });
  const made = staging();
  const { counts, skipped } = loadBackup(made, openBackup(folder));
  expect(skipped).toEqual({ post_heart: 2, app_user: 1 });
  expect(counts).toMatchObject({ post_heart: 2, app_user: 2, feedback: 2 });
  const totals = made.database.prepare(
    "select saved_total as n from post_heart order by created_at",
  );
  expect(totals.all().map((row) => row["n"])).toEqual([1, 2]);
});

test("a full disk and a folder that is missing are one line, a fault of ours keeps its stack", () => {
  const failureOf = (work: () => unknown) => {
    try {
      return work();
    } catch (error) {
      return describeFailure(error);
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
});
