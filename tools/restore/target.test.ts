import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type BackupManifest, LATEST_KEY, manifestKey } from "#schema/backups.ts";
import { root } from "#tools/files.ts";
import { migrationFiles, stateFolder } from "#tools/migrations.ts";
import { runTool } from "#tools/tools.ts";
import { download } from "./download.ts";
import { restore } from "./restore.ts";
import { fillTarget } from "./target.ts";
import { account, heart, post, writeBackup as writeBackupFiles } from "./testing/backup.ts";

vi.mock("#tools/tools.ts", { spy: true });

let folder = "";
let database: DatabaseSync;
/** The arguments of wrangler's calls, in order. */
let calls: string[][] = [];
/** The files of the bucket. */
let bucket = new Map<string, string | Buffer>();
/** Called before a wrangler call has an effect. */
let onCall: (args: string[]) => void = () => {};

function applyMigrations(): void {
  for (const file of migrationFiles()) database.exec(readFileSync(join(root, file), "utf8"));
}

function readObject(key: string): string | Buffer {
  const found = bucket.get(key);
  if (found === undefined) throw new Error("The specified key does not exist.");
  return found;
}

/** Simulates wrangler on `database` and `bucket`; returns its output. */
function wrangler(args: string[]): string {
  onCall(args);
  const after = (option: string) => args[args.indexOf(option) + 1] ?? "";
  const [tool, verb] = args;
  if (tool === "r2") writeFileSync(after("--file"), readObject(args[3] ?? ""));
  else if (verb === "migrations") applyMigrations();
  else if (args.includes("--file")) database.exec(readFileSync(after("--file"), "utf8"));
  else {
    const results = database.prepare(after("--command")).all();
    return `A line before the answer\n${JSON.stringify([{ results }])}`;
  }
  return "";
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "restore-target-"));
  database = new DatabaseSync(":memory:");
  [calls, bucket, onCall] = [[], new Map(), () => {}];
  vi.mocked(runTool).mockImplementation((_tool, args) => {
    calls.push(args);
    try {
      return { ok: true, stdout: wrangler(args), output: "" };
    } catch (error) {
      return { ok: false, stdout: "", output: String(error) };
    }
  });
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** One row per table. */
const ROWS = {
  post_heart: [heart("u1", "t3_a", 10, 1)],
  user_heart: [
    {
      unearth_user_id: "u1",
      reddit_user_id: "t2_a",
      created_at: 10,
      saved_total: 1,
      young_until: null,
    },
  ],
  reddit_post: [post("t3_a")],
  reddit_user: [{ id: "t2_a", reddit_username: "Anna" }],
  app_user: [account("u1")],
};

/** Writes it into `folder` and into the bucket. */
function writeBackup(): BackupManifest {
  const manifest = writeBackupFiles(folder, ROWS);
  for (const { parts } of manifest.tables)
    for (const { key } of parts)
      bucket.set(`unearth-backups/${key}`, readFileSync(join(folder, basename(key))));
  for (const key of [LATEST_KEY, manifestKey(manifest.date)])
    bucket.set(`unearth-backups/${key}`, JSON.stringify(manifest));
  return manifest;
}

const restoreInto = (env: string | null, isCheck = false) =>
  restore({ file: folder, env, target: { env }, isCheck }, () => {});

const steps = () => calls.map(([, verb, , ...rest]) => (rest.includes("--file") ? "import" : verb));

test("a restore reads and writes only the chosen database", async () => {
  writeBackup();
  await restoreInto("staging");
  expect(steps()).toEqual(["execute", "migrations", "import", "execute"]);
  expect(calls[1]?.slice(0, 4)).toEqual(["d1", "migrations", "apply", "DB"]);
  for (const args of calls) expect(args.slice(-3)).toEqual(["--remote", "--env", "staging"]);
  const hearts = database.prepare("select heart_count as n from reddit_post").all();
  expect(hearts.map(({ n }) => n)).toEqual([1]);
  database.close();
  database = new DatabaseSync(":memory:");
  database.exec("create table wranglers_own (id integer)");
  calls = [];
  await restoreInto(null);
  expect(steps()).toEqual(["execute", "migrations", "import", "execute"]);
  for (const args of calls)
    expect(args.slice(-3)).toEqual(["--local", "--persist-to", stateFolder]);
});

test("a check starts no wrangler", async () => {
  writeBackup();
  await restoreInto("production", true);
  expect(calls).toEqual([]);
});

test("a database that is not empty is neither migrated nor filled", async () => {
  writeBackup();
  applyMigrations();
  database.exec(
    `insert into reddit_user (id, reddit_username) values ('t2_own', 'own_one');
     insert into app_user (id, username, password) values ('a', 'ada', 'x')`,
  );
  await expect(restoreInto("production")).rejects.toThrow(
    /^Nothing was written: the database of production is not empty \(rows of (reddit_user: 1, app_user: 1|app_user: 1, reddit_user: 1)\)/,
  );
  await expect(restoreInto(null)).rejects.toThrow(`the local database in ${stateFolder} is not`);
  expect(steps()).toEqual(["execute", "execute", "execute", "execute"]);
});

test.each([
  ["a row that is missing", "delete from post_heart", "post_heart: 0 instead of 1"],
  [
    "a count of a creator's hearts that is not theirs",
    "update reddit_user set heart_count = 7",
    "user_heart counted: 7 instead of 1",
  ],
  [
    "a count of hearts that is not theirs",
    "update reddit_post set heart_count = 7",
    "post_heart counted: 7 instead of 1",
  ],
])("%s after the last import fails the restore", async (_, change, sentence) => {
  writeBackup();
  let imports = 0;
  onCall = (args) => {
    if (args.includes("--file")) imports += 1;
    else if (imports > 0) database.exec(change);
  };
  const restored = restoreInto("production");
  await expect(restored).rejects.toThrow(sentence);
  await expect(restored).rejects.toThrow("Delete this database and begin again at step 2");
});

test("a failed import ends the restore with wrangler's output and what to do", async () => {
  writeBackup();
  onCall = (args) => {
    if (args.includes("--file")) throw new Error("D1 is busy");
  };
  await expect(restoreInto("production")).rejects.toThrow(
    /wrangler d1 execute DB failed\. If you are not signed in, .*\n\n.*D1 is busy\nNothing more is written\. Delete this database and begin again/,
  );
  expect(steps().filter((step) => step === "import")).toHaveLength(1);
  database.close();
  database = new DatabaseSync(":memory:");
  await expect(restoreInto(null)).rejects.toThrow(
    `Delete ${stateFolder} (local data only) and run this again.`,
  );
});

test("a failure before the first import asks for no new database", async () => {
  writeBackup();
  onCall = () => {
    throw new Error("D1 is busy");
  };
  await expect(restoreInto("production")).rejects.toThrow(/D1 is busy$/);
});

test("imports have about ten megabytes, and every statement is in one of them", async () => {
  const statement = `select '${"x".repeat(4_000_000)}';`;
  const whole = statement.length + 1;
  for (const [length, batches] of [
    [7, [3, 3, 1]],
    [6, [3, 3]],
  ] as const) {
    const sizes: number[] = [];
    const lines: string[] = [];
    onCall = (args) => sizes.push(readFileSync(args[args.indexOf("--file") + 1] ?? "").length);
    const statements = Array.from({ length }, () => statement);
    await fillTarget({ env: null }, statements, folder, (line) => lines.push(line));
    expect(sizes).toEqual(batches.map((count) => count * whole));
    expect(lines).toEqual(batches.map((count, index) => `Batch ${index + 1}: ${count * 4}.0 MB`));
  }
});

test("between two imports a signal can end the restore", async () => {
  const order: string[] = [];
  onCall = () => {
    order.push("import");
    setImmediate(() => order.push("signal"));
  };
  const statement = `select '${"x".repeat(10_000_000)}';`;
  await fillTarget({ env: null }, [statement, statement], folder, () => {});
  expect(order.slice(0, 3)).toEqual(["import", "signal", "import"]);
});

test.each([
  ["latest", LATEST_KEY],
  ["2026-11-01", "backups/2026-11-01/manifest.json"],
])("the backup of %s is downloaded with all its parts", async (date, manifest) => {
  const { tables } = writeBackup();
  const into = join(folder, "downloaded");
  expect(await download(date, { env: null }, into)).toBe(join(into, "manifest.json"));
  expect(calls.map((args) => args[3])).toEqual([
    `unearth-backups/${manifest}`,
    ...tables.map(({ parts }) => `unearth-backups/${parts[0]?.key}`),
  ]);
  const part = basename(tables[0]?.parts[0]?.key ?? "");
  expect(readFileSync(join(into, part))).toEqual(readFileSync(join(folder, part)));
});

test("a latest backup whose files were deleted after 30 days is named with its day", async () => {
  const { tables } = writeBackup();
  for (const { parts } of tables)
    for (const { key } of parts) bucket.delete(`unearth-backups/${key}`);
  await expect(download("latest", { env: null }, join(folder, "downloaded"))).rejects.toThrow(
    /^The bucket unearth-backups has no backups\/2026-11-01\/post_heart-0\.ndjson\.gz: .*deleted after 30 days/,
  );
});

test("a download that fails for another reason is not taken for a missing backup", async () => {
  writeBackup();
  onCall = () => {
    throw new Error("Authentication error [code: 10000]");
  };
  await expect(download("latest", { env: null }, join(folder, "downloaded"))).rejects.toThrow(
    /Authentication error \[code: 10000\]$/,
  );
});

test("a backup in the bucket is downloaded, restored and reported", async () => {
  writeBackup();
  const lines: string[] = [];
  const options = { fromR2: "latest", env: null, target: { env: null }, isCheck: false };
  const { counts } = await restore(options, (line) => lines.push(line));
  expect(new Set(calls.map(([tool]) => tool))).toEqual(new Set(["r2", "d1"]));
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  expect(lines[0]).toMatch(/^The backup of 2026-11-01 is whole:\n[^]*\n {2}reddit_post +1\n/);
  expect(lines.at(-1)).toMatch(
    new RegExp(`^Restored ${rows} rows into the local database in ${stateFolder}\\.`),
  );
});

test("a check reports the rows that a restore would leave out", async () => {
  const hearts = [...ROWS.post_heart, heart("gone", "t3_a", 20, 1)];
  writeBackupFiles(folder, { ...ROWS, post_heart: hearts });
  const lines: string[] = [];
  const options = { file: folder, env: null, target: { env: null }, isCheck: true };
  const { counts } = await restore(options, (line) => lines.push(line));
  expect(counts).toMatchObject({ post_heart: 1 });
  expect(lines).toEqual([expect.stringContaining("\n  1 rows of post_heart are left out")]);
});

test("a backup in another format is refused before its parts are downloaded", async () => {
  bucket.set(`unearth-backups/${LATEST_KEY}`, JSON.stringify({ format: 2, files: [] }));
  await expect(download("latest", { env: null }, join(folder, "downloaded"))).rejects.toThrow(
    /has the format 2; this version reads 1/,
  );
  expect(calls).toHaveLength(1);
});

test.each(["2026-11-1", "2026-11-01/..", "../2026-11-01", "newest"])(
  "the day %s is refused before wrangler starts",
  async (day) => {
    await expect(download(day, { env: null }, folder)).rejects.toThrow("takes a day");
    expect(calls).toEqual([]);
  },
);
