import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { type BackupManifest, LATEST_KEY, manifestKey } from "#schema/backups.ts";
import { DAY_MS, HOUR_MS } from "#schema/time.ts";
import { storedPost, storedUser } from "#worker/testing/targets.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";
import { FIRST_PAGE_ROWS, type Progress, PROGRESS_KEY, RUN_LIMITS } from "./backups.rules.ts";
import { backUp } from "./backups.service.ts";

const TODAY = "2026-11-01";
const ACCOUNTS = ["a1", "a2", "a3"];
const POSTS = 150;
const ONE_PAGE = { ...RUN_LIMITS, pages: 1 };
const bucket = () => env.BACKUPS as R2Bucket;

/** More hearts than a page holds: its end lies between two hearts of one account. */
beforeAll(async () => {
  await storedUser("t2_maker", "maker");
  await Promise.all(Array.from({ length: POSTS }, (_, at) => storedPost(`t3_p${at}`, "t2_maker")));
  for (const id of ACCOUNTS) {
    await env.DB.prepare("insert into app_user (id, username, password) values (?, ?, 'x')")
      .bind(id, `user_${id}`)
      .run();
    await env.DB.prepare(
      `insert into post_heart (unearth_user_id, reddit_post_id, created_at, saved_total)
       select ?, id, row_number() over (order by id), row_number() over (order by id) from reddit_post`,
    )
      .bind(id)
      .run();
  }
});
beforeEach(async () => {
  const all = await bucket().list();
  await bucket().delete(all.objects.map(({ key }) => key));
});

const manifestOf = async (date = TODAY) =>
  (await (await bucket().get(manifestKey(date)))?.json<BackupManifest>()) ?? null;

/** The stored values of two columns, joined, in the order of reading. */
async function storedHearts(manifest: BackupManifest | null): Promise<string[]> {
  const table = manifest?.tables.find(({ name }) => name === "post_heart");
  const texts = (table?.parts ?? []).map(async ({ key }) => {
    const body = (await bucket().get(key))?.body.pipeThrough(new DecompressionStream("gzip"));
    return (await new Response(body).text()).trim().split("\n");
  });
  const lines = (await Promise.all(texts)).flat();
  const at = ["unearth_user_id", "reddit_post_id"].map(
    (name) => table?.columns.indexOf(name) ?? -1,
  );
  return lines.map((line) => {
    const row = JSON.parse(line) as unknown[];
    return at.map((index) => String(row[index])).join();
  });
}

async function heartsInDatabase(): Promise<string[]> {
  const { results } = await env.DB.prepare(
    "select unearth_user_id || ',' || reddit_post_id as heart from post_heart order by unearth_user_id, reddit_post_id",
  ).all<{ heart: string }>();
  return results.map(({ heart }) => heart);
}

/** The bucket, of which the first call that `isFailing` names fails. */
function failingOnce(isFailing: (call: "put" | "delete", key: unknown) => boolean): R2Bucket {
  let hasFailed = false;
  return new Proxy(bucket(), {
    get(target, name: keyof R2Bucket) {
      const value: unknown = target[name];
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        const fails = (name === "put" || name === "delete") && isFailing(name, args[0]);
        if (!fails || hasFailed) return (value as (...a: unknown[]) => unknown).apply(target, args);
        hasFailed = true;
        throw new Error("R2 is down");
      };
    },
  });
}

test("a page that ends between two hearts of an account is followed by the second of them", async () => {
  expect(ACCOUNTS.length * POSTS).toBeGreaterThan(2 * FIRST_PAGE_ROWS);
  const app = testApp();
  for (;;) if ((await backUp(app.deps(), ONE_PAGE)).startsWith("whole")) break;
  expect(await storedHearts(await manifestOf())).toEqual(await heartsInDatabase());
});

test("a part whose place could not be noted is read again, and each row is in the manifest once", async () => {
  let notes = 0;
  const shaky = failingOnce((call, key) => {
    if (call === "put" && key === PROGRESS_KEY) notes += 1;
    return notes === 3;
  });
  const clock = testClock();
  const app = testApp({ clock, env: { BACKUPS: shaky } });
  await expect(backUp(app.deps(), { ...RUN_LIMITS, pages: 5 })).rejects.toThrow("R2 is down");
  expect(await backUp(testApp({ clock }).deps())).toMatch(/^whole/);
  const manifest = await manifestOf();
  expect(await storedHearts(manifest)).toEqual(await heartsInDatabase());
  const names = manifest?.tables.flatMap(({ parts }) => parts.map(({ key }) => key)) ?? [];
  const { objects } = await bucket().list({ prefix: `backups/${TODAY}/` });
  expect(objects.map(({ key }) => key)).toEqual(expect.arrayContaining(names));
});

test.each<[string, (call: string, key: unknown) => boolean]>([
  ["the manifest", (call, key) => call === "put" && key === manifestKey(TODAY)],
  ["its copy", (call, key) => call === "put" && key === LATEST_KEY],
  ["the end of the progress", (call, key) => call === "delete" && key === PROGRESS_KEY],
])(
  "where %s could not be stored, the next run ends the backup without reading it again",
  async (_name, isFailing) => {
    const clock = testClock();
    const app = testApp({ clock, env: { BACKUPS: failingOnce(isFailing) } });
    await expect(backUp(app.deps())).rejects.toThrow("R2 is down");
    const parts = async () =>
      (await bucket().list({ prefix: `backups/${TODAY}/` })).objects
        .map(({ key }) => key)
        .filter((key) => key.endsWith(".gz"));
    const stored = await parts();
    clock.advance(HOUR_MS);
    app.meter.reset();
    expect(await backUp(app.deps())).toMatch(/^whole 2026-11-01: \d+ rows$/);
    expect(app.meter.statements, "the schema's version alone").toBe(1);
    expect(await parts()).toEqual(stored);
    const manifest = await manifestOf();
    expect(await storedHearts(manifest)).toEqual(await heartsInDatabase());
    expect(await (await bucket().get(LATEST_KEY))?.json()).toEqual(manifest);
    expect(await bucket().head(PROGRESS_KEY)).toBeNull();
  },
);

test("a backup that ends after midnight lies whole in the folder of its day, and the new day has its own", async () => {
  const clock = testClock(Date.parse("2026-11-01T23:37:00Z"));
  const app = testApp({ clock });
  await backUp(app.deps(), ONE_PAGE);
  clock.advance(HOUR_MS);
  expect(await backUp(app.deps())).toMatch(/^whole 2026-11-01/);
  for (const { key } of (await manifestOf())?.tables.flatMap(({ parts }) => parts) ?? [])
    expect(key).toMatch(/^backups\/2026-11-01\//);
  clock.advance(HOUR_MS);
  expect(await backUp(app.deps())).toMatch(/^whole 2026-11-02/);
  for (const day of [TODAY, "2026-11-02"])
    expect(await storedHearts(await manifestOf(day)), day).toEqual(await heartsInDatabase());
});

test("a backup that deploys begin again is overdue two days after its first attempt", async () => {
  const clock = testClock();
  const app = testApp({ clock });
  await backUp(app.deps(), ONE_PAGE);
  // Versions that began it before the attempts were counted stored no `attemptedSince`.
  const { attemptedSince: _later, ...begun } =
    (await (await bucket().get(PROGRESS_KEY))?.json<Partial<Progress>>()) ?? {};
  await bucket().put(PROGRESS_KEY, JSON.stringify(begun));
  const backUpAfterDeploy = async (migration: string) => {
    await env.DB.prepare("insert into d1_migrations (name) values (?)").bind(migration).run();
    return backUp(app.deps(), ONE_PAGE);
  };
  clock.advance(DAY_MS);
  expect(await backUpAfterDeploy("9998_test.sql")).toMatch(/^unfinished 2026-11-02/);
  clock.advance(DAY_MS + 1);
  const later = backUpAfterDeploy("9999_test.sql");
  await expect(later).rejects.toThrow("no whole backup for two days");
  await env.DB.prepare("delete from d1_migrations where name like '999%'").run();
});
