import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { type BackupManifest, LATEST_KEY } from "#schema/backups.ts";
import { DAY_MS, HOUR_MS } from "#schema/time.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";
import { type Progress, PROGRESS_KEY, RUN_LIMITS } from "./backups.rules.ts";
import { backUp } from "./backups.service.ts";

const bucket = () => env.BACKUPS as R2Bucket;
const ONE_PAGE = { ...RUN_LIMITS, pages: 1 };

beforeEach(async () => {
  const all = await bucket().list();
  await bucket().delete(all.objects.map(({ key }) => key));
});

const DAMAGED = [
  "",
  "{",
  "null",
  "[]",
  "5",
  "{}",
  '{"date":"2026-11-01","tables":null}',
  '{"finishedAt":"soon"}',
];

test.each(DAMAGED)("a stored progress of %j is replaced, and the backup begins", async (text) => {
  const app = testApp({ clock: testClock() });
  await bucket().put(PROGRESS_KEY, text);
  expect(await backUp(app.deps(), ONE_PAGE)).toMatch(/^unfinished 2026-11-01/);
  expect(await backUp(app.deps())).toMatch(/^whole 2026-11-01/);
});

test.each([
  { date: "../2026" },
  { startedAt: "soon" },
  { attemptedSince: "soon" },
  { schema: 5 },
  { tables: [5] },
  { table: { rows: "1" } },
  { table: { columns: null } },
  { table: { parts: null } },
  { after: {} },
  { isTableFinished: "no" },
])("a stored progress with %j is replaced, and the backup begins again", async (damage) => {
  const clock = testClock();
  const app = testApp({ clock });
  await backUp(app.deps(), ONE_PAGE);
  const progress = await (await bucket().get(PROGRESS_KEY))?.json<Progress>();
  const tables = progress?.tables.map((table) => ({ ...table, ...damage.table }));
  await bucket().put(PROGRESS_KEY, JSON.stringify({ ...progress, tables, ...damage }));
  clock.advance(HOUR_MS);
  expect(await backUp(app.deps())).toMatch(/^whole 2026-11-01/);
  const manifest = await (await bucket().get(LATEST_KEY))?.json<BackupManifest>();
  expect(manifest?.startedAt).toBe(new Date(clock.now()).toISOString());
});

test.each(DAMAGED)("after a last manifest of %j the job goes on, and replaces it", async (text) => {
  const clock = testClock();
  const app = testApp({ clock });
  await bucket().put(LATEST_KEY, text);
  expect(await backUp(app.deps(), ONE_PAGE)).toMatch(/^unfinished 2026-11-01/);
  clock.advance(2 * DAY_MS + 1);
  await expect(backUp(app.deps(), ONE_PAGE)).rejects.toThrow("no whole backup for two days");
  expect(await backUp(app.deps())).toMatch(/^whole 2026-11-03/);
  expect(await (await bucket().get(LATEST_KEY))?.json()).toMatchObject({ date: "2026-11-03" });
});

test("a folder that an operator named stays, older than 30 days", async () => {
  const own = "backups/2026-09-01-keep/app_user-0001.ndjson.gz";
  await bucket().put(own, "rows");
  await bucket().put("backups/2026-09-01/app_user-0001.ndjson.gz", "rows");
  await backUp(testApp({ clock: testClock() }).deps());
  const { objects } = await bucket().list({ prefix: "backups/2026-09" });
  expect(objects.map(({ key }) => key)).toEqual([own]);
});
