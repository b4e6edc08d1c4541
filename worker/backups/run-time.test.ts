import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { manifestKey } from "#schema/backups.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";
import { RUN_LIMITS } from "./backups.rules.ts";
import { backUp } from "./backups.service.ts";

test("a run that has used up its time stops, and the next one goes on", async () => {
  const clock = testClock();
  const slow = {
    prepare: (sql: string) => {
      if (sql.startsWith("select")) clock.advance(RUN_LIMITS.ms / 2);
      return env.DB.prepare(sql);
    },
    batch: env.DB.batch.bind(env.DB),
  } as unknown as D1Database;
  const app = testApp({ clock, env: { DB: slow } });
  expect(await backUp(app.deps())).toMatch(/^unfinished 2026-11-01: \d+ rows so far$/);
  expect(await env.BACKUPS?.head(manifestKey("2026-11-01"))).toBeNull();
  expect(await backUp(testApp({ clock }).deps())).toMatch(/^whole 2026-11-01/);
});
