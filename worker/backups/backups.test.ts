import { env } from "cloudflare:workers";
import { getTableName } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/sqlite-core";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { type BackupManifest, LATEST_KEY, manifestKey } from "#schema/backups.ts";
import { BACKUP_SOURCES, NOT_BACKED_UP } from "#schema/db/backups.ts";
import { DAY_MS } from "#schema/time.ts";
import { runScheduled } from "#worker/jobs/runner.ts";
import { signUp } from "#worker/testing/accounts.ts";
import { tables } from "#worker/testing/tables.ts";
import { storedPost, storedUser } from "#worker/testing/targets.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";
import { type Progress, PROGRESS_KEY, RUN_LIMITS } from "./backups.rules.ts";
import { backUp } from "./backups.service.ts";

const bucket = () => env.BACKUPS as R2Bucket;
const TODAY = "2026-11-01";

const keys = async (prefix = "") =>
  (await bucket().list({ prefix })).objects.map(({ key }) => key).toSorted();

async function manifestOf(date = TODAY): Promise<BackupManifest> {
  const found = await bucket().get(manifestKey(date));
  if (!found) throw new Error(`no manifest of ${date}`);
  return found.json();
}

async function linesOf(key: string): Promise<unknown[][]> {
  const found = await bucket().get(key);
  if (!found) throw new Error(`no ${key}`);
  const text = await new Response(found.body.pipeThrough(new DecompressionStream("gzip"))).text();
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown[]);
}

const runOf = (job: string) =>
  env.DB.prepare("select * from cron_run where job = ?").bind(job).first();

beforeAll(async () => {
  const app = testApp();
  const { user } = await signUp(app, "keeper", { email: "keeper@example.com" });
  await storedUser("t2_kept", "kept");
  for (let index = 0; index < 5; index += 1) await storedPost(`t3_kept${index}`, "t2_kept");
  for (let index = 0; index < 5; index += 1)
    await env.DB.prepare(
      "insert into post_heart (unearth_user_id, reddit_post_id, created_at, saved_total) values (?, ?, ?, ?)",
    )
      .bind(user.id, `t3_kept${index}`, 1000 + index, index + 1)
      .run();
  await env.DB.prepare(
    `insert into feedback (id, title, description) values ('f1', 'Line one\nline two, ünïcode 💎', '"quoted"; --')`,
  ).run();
});

beforeEach(async () => {
  const all = await bucket().list();
  await bucket().delete(all.objects.map(({ key }) => key));
});

test("every table is backed up or named as one that is not", () => {
  const decided = [...BACKUP_SOURCES.map(({ name }) => name), ...Object.keys(NOT_BACKED_UP)];
  expect(decided.toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
});

test("a table is read before those it refers to", () => {
  const order = BACKUP_SOURCES.map(({ name }) => name);
  for (const { name, table } of BACKUP_SOURCES)
    for (const key of getTableConfig(table).foreignKeys) {
      const parent = getTableName(key.reference().foreignTable);
      expect(order.indexOf(parent), `${name} refers to ${parent}`).toBeGreaterThan(
        order.indexOf(name),
      );
    }
});

test("one run writes every row of every table, with counts and checksums in a manifest", async () => {
  const app = testApp();
  expect(await backUp(app.deps())).toMatch(/^whole 2026-11-01: \d+ rows$/);
  const manifest = await manifestOf();
  expect(manifest).toMatchObject({ format: 1, date: TODAY, startedAt: "2026-11-01T12:00:00.000Z" });
  expect(manifest.schema).toBe(env.TEST_MIGRATIONS.at(-1)?.name);
  expect(manifest.tables.map(({ name }) => name)).toEqual(BACKUP_SOURCES.map(({ name }) => name));
  for (const { name, columns, rows, parts } of manifest.tables) {
    const { results } = await env.DB.prepare(
      `select ${columns.join(", ")} from ${name} order by 1, 2`,
    ).all<Record<string, unknown>>();
    const stored = (await Promise.all(parts.map(({ key }) => linesOf(key)))).flat();
    expect(stored, name).toEqual(results.map((row) => columns.map((column) => row[column])));
    expect(rows, name).toBe(results.length);
    for (const { key, bytes, sha256 } of parts) {
      const body = await (await bucket().get(key))?.arrayBuffer();
      expect(body?.byteLength).toBe(bytes);
      const digest = await crypto.subtle.digest("SHA-256", body ?? new ArrayBuffer());
      expect(new Uint8Array(digest).toHex()).toBe(sha256);
    }
  }
  expect(await (await bucket().get(LATEST_KEY))?.json()).toEqual(manifest);
  expect(await keys(PROGRESS_KEY)).toEqual([]);
});

test("counts that triggers keep are not in a backup", async () => {
  await backUp(testApp().deps());
  const columns = (await manifestOf()).tables.flatMap((table) => table.columns);
  expect(columns).toContain("saved_total");
  for (const derived of ["heart_count", "young_hearts", "first_heart_at"])
    expect(columns).not.toContain(derived);
});

test("a day has one backup, and a second run of the day reads no row of it", async () => {
  const clock = testClock();
  const app = testApp({ clock });
  await backUp(app.deps());
  const written = await keys();
  clock.advance(3_600_000);
  app.meter.reset();
  expect(await backUp(app.deps())).toBe("whole 2026-11-01");
  expect(app.meter.statements).toBe(0);
  expect(await keys()).toEqual(written);
});

test("a run stops at its page limit, and the next runs continue until the backup is whole", async () => {
  const clock = testClock();
  const app = testApp({ clock });
  const limits = { ...RUN_LIMITS, pages: 2 };
  const outcomes: string[] = [];
  const statements: number[] = [];
  while (!outcomes.at(-1)?.startsWith("whole")) {
    expect(await keys(manifestKey(TODAY)), "no manifest before the last part").toEqual([]);
    app.meter.reset();
    outcomes.push(await backUp(app.deps(), limits));
    statements.push(app.meter.statements);
    clock.advance(3_600_000);
  }
  expect(Math.max(...statements), "two pages and the schema").toBe(3);
  expect(outcomes.length).toBeGreaterThan(3);
  expect(outcomes[0]).toMatch(/^unfinished 2026-11-01: \d+ rows so far$/);
  const { tables: found } = await manifestOf();
  expect(found.find(({ name }) => name === "post_heart")).toMatchObject({ rows: 5 });
});

test("a table of several pages is read by its key, each row once", async () => {
  await env.DB.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 1500)
     insert into reddit_user (id, reddit_username) select 't2_many' || i, 'many' || i from n`,
  ).run();
  const app = testApp();
  app.meter.reset();
  for (;;) if ((await backUp(app.deps(), { ...RUN_LIMITS, pages: 1 })).startsWith("whole")) break;
  const table = (await manifestOf()).tables.find(({ name }) => name === "reddit_user");
  const ids = (await Promise.all((table?.parts ?? []).map(({ key }) => linesOf(key))))
    .flat()
    .map(([id]) => id);
  expect(table?.parts.length).toBeGreaterThan(5);
  expect(ids).toHaveLength(1501);
  expect(new Set(ids).size).toBe(1501);
  await env.DB.prepare("delete from reddit_user where id like 't2_many%'").run();
});

const deploys = {
  "a migration": async () => {
    await env.DB.prepare("insert into d1_migrations (name) values ('9999_test.sql')").run();
    return () => env.DB.prepare("delete from d1_migrations where name = '9999_test.sql'").run();
  },
  "another column": async () => {
    const columns = BACKUP_SOURCES[2]?.columns ?? [];
    const removed = columns.splice(-1);
    return () => columns.push(...removed);
  },
  "another table before": async () => {
    const [first] = BACKUP_SOURCES.splice(0, 1);
    return () => first && BACKUP_SOURCES.unshift(first);
  },
};

test.each(Object.entries(deploys))(
  "after a deploy with %s between two runs the backup begins again",
  async (_name, deploy) => {
    const clock = testClock();
    const app = testApp({ clock });
    const isPartRead = async () => {
      const progress = await (await bucket().get(PROGRESS_KEY))?.json<Progress>();
      return progress?.tables.some(({ name, parts }) => name === "reddit_post" && parts.length > 0);
    };
    while (!(await isPartRead())) await backUp(app.deps(), { ...RUN_LIMITS, pages: 1 });
    const rollBack = await deploy();
    clock.advance(3_600_000);
    const outcome = await backUp(app.deps());
    const { startedAt, tables: found } = await manifestOf();
    const deployed = BACKUP_SOURCES.map(({ name, columns }) => [name, ...columns]);
    await rollBack();
    expect(outcome).toMatch(/^whole/);
    expect(startedAt).toBe("2026-11-01T13:00:00.000Z");
    expect(found.map(({ name, columns }) => [name, ...columns])).toEqual(deployed);
    for (const { name, columns, parts } of found)
      for (const row of (await Promise.all(parts.map(({ key }) => linesOf(key)))).flat())
        expect(row, name).toHaveLength(columns.length);
  },
);

test("a failing database is recorded, leaves no manifest, and the next run goes on", async () => {
  const clock = testClock();
  let left = 4;
  const failing = {
    prepare: (sql: string) => {
      if (sql.startsWith("select") && (left -= 1) < 0) throw new Error("D1 is down");
      return env.DB.prepare(sql);
    },
    batch: env.DB.batch.bind(env.DB),
  } as unknown as D1Database;
  const app = testApp({ clock, env: { DB: failing } });
  await expect(runScheduled("backup", app.deps())).rejects.toThrow("Failed jobs: backup");
  expect(await keys(manifestKey(TODAY))).toEqual([]);
  expect(await runOf("backup")).toMatchObject({
    failed_at: clock.now(),
    succeeded_at: null,
    error: "d1: D1 is down",
  });
  const stored = await keys();
  await runScheduled("backup", testApp({ clock }).deps());
  expect(await runOf("backup")).toMatchObject({
    error: null,
    outcome: expect.stringMatching(/^whole 2026-11-01: \d+ rows$/) as string,
  });
  expect(await keys()).toEqual(
    expect.arrayContaining(stored.filter((key) => key !== PROGRESS_KEY)),
  );
});

test.each([0, 3])(
  "of two concurrent runs after %i pages one stops, and their parts do not mix",
  async (pages) => {
    const app = testApp();
    if (pages > 0) await backUp(app.deps(), { ...RUN_LIMITS, pages });
    const both = await Promise.allSettled([backUp(app.deps()), backUp(app.deps())]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const refused = both.find((one) => one.status === "rejected");
    expect(refused).toMatchObject({ reason: { name: "BackupOverlap" } });
    for (const { rows, parts } of (await manifestOf()).tables) {
      const lines = await Promise.all(parts.map(({ key }) => linesOf(key)));
      expect(lines.flat()).toHaveLength(rows);
    }
  },
);

test("a backup is kept for 30 days and deleted within the hour after", async () => {
  const clock = testClock(Date.parse("2026-11-01T00:37:00Z"));
  const app = testApp({ clock });
  for (let day = 0; day < 30; day += 1) {
    await backUp(app.deps());
    clock.advance(DAY_MS);
  }
  const days = async () =>
    (await bucket().list({ prefix: "backups/", delimiter: "/" })).delimitedPrefixes;
  expect(await days()).toHaveLength(30);
  clock.advance(-DAY_MS / 24);
  await backUp(app.deps());
  expect(await days(), "an hour before its time").toContain("backups/2026-11-01/");
  clock.advance(DAY_MS / 24);
  await backUp(app.deps());
  expect(await days()).not.toContain("backups/2026-11-01/");
  expect(await days()).toHaveLength(30);
  expect(await keys("backups/2026-11-02/")).toContain(manifestKey("2026-11-02"));
});

test("without a whole backup for two days the job fails, but continues the backup", async () => {
  const clock = testClock();
  const app = testApp({ clock });
  await backUp(app.deps());
  clock.advance(DAY_MS);
  const slow = { ...RUN_LIMITS, pages: 1 };
  expect(await backUp(app.deps(), slow)).toMatch(/^unfinished 2026-11-02/);
  clock.advance(DAY_MS);
  expect(await backUp(app.deps(), slow)).toMatch(/^unfinished 2026-11-02/);
  clock.advance(1);
  await expect(backUp(app.deps(), slow)).rejects.toThrow("no whole backup for two days");
  expect(await backUp(app.deps())).toMatch(/^whole 2026-11-02/);
});

test("a backup still unfinished after two days begins again, and the job fails also if none was ever whole", async () => {
  const clock = testClock();
  const app = testApp({ clock });
  const slow = { ...RUN_LIMITS, pages: 1 };
  await backUp(app.deps(), slow);
  clock.advance(2 * DAY_MS - 1);
  expect(await backUp(app.deps(), slow)).toMatch(/^unfinished 2026-11-01/);
  clock.advance(2);
  await expect(backUp(app.deps(), slow)).rejects.toThrow("no whole backup for two days");
  expect(await backUp(app.deps())).toMatch(/^whole 2026-11-03/);
  expect(await keys(manifestKey(TODAY))).toEqual([]);
});

test("without a bucket the job succeeds and says so", async () => {
  const app = testApp({ env: { BACKUPS: undefined } });
  await runScheduled("backup", app.deps());
  expect(await runOf("backup")).toMatchObject({ error: null, outcome: "no bucket" });
});
