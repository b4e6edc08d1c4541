import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { manifestKey } from "#schema/backups.ts";
import { waited } from "#worker/testing/measure-waits.ts";
import { hurried } from "#worker/testing/sliced-timers.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";
import { RUN_LIMITS } from "./backups.rules.ts";
import { backUp } from "./backups.service.ts";

/** The real database; `onSelect` is called before each select. */
const databaseWith = (onSelect: () => void) =>
  ({
    prepare: (sql: string) => {
      if (sql.startsWith("select")) onSelect();
      return env.DB.prepare(sql);
    },
    batch: env.DB.batch.bind(env.DB),
  }) as unknown as D1Database;

test("a page whose connection is lost is read again", async () => {
  let reads = 0;
  const shaky = databaseWith(() => {
    if ((reads += 1) % 2 === 0) throw new Error("D1_ERROR: Network connection lost.");
  });
  const app = testApp({ clock: testClock(), env: { DB: shaky } });
  expect(await backUp(app.deps())).toMatch(/^whole 2026-11-01/);
  await env.BACKUPS?.delete(manifestKey("2026-11-01"));
});

test("a run reads no page after three minutes", async () => {
  const clock = testClock();
  let reads = 0;
  const slow = databaseWith(() => {
    reads += 1;
    clock.advance(30_000);
  });
  const app = testApp({ clock, env: { DB: slow } });
  expect(await backUp(app.deps())).toMatch(/^unfinished 2026-11-01/);
  expect(reads, "the schema and five pages").toBe(6);
});

test("a bucket that does not answer ends a run after thirty seconds", async () => {
  const never = () => new Promise(() => undefined);
  const silent = { get: never, head: never, put: never, list: never, delete: never };
  const app = testApp({ clock: testClock(), env: { BACKUPS: silent as unknown as R2Bucket } });
  const run = () => backUp(app.deps()).catch((error: Error) => error.message);
  const { result, waitedMs } = await waited(() => hurried(run));
  expect(result).toBe("too slow");
  expect(waitedMs).toBe(30_000);
});

test("a run that has used up its time stops, and the next one continues", async () => {
  const clock = testClock();
  const slow = databaseWith(() => clock.advance(RUN_LIMITS.ms / 2));
  const app = testApp({ clock, env: { DB: slow } });
  expect(await backUp(app.deps())).toMatch(/^unfinished 2026-11-01: \d+ rows so far$/);
  expect(await env.BACKUPS?.head(manifestKey("2026-11-01"))).toBeNull();
  expect(await backUp(testApp({ clock }).deps())).toMatch(/^whole 2026-11-01/);
});
