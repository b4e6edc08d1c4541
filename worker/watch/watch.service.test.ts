import { beforeEach, expect, test } from "vitest";
import { emptyTables } from "#worker/testing/empty-tables.ts";
import { operatedApp } from "#worker/testing/operated-app.ts";

beforeEach(emptyTables);

test("without version metadata jobs are late from a quarter of an hour after an isolate's first health", async () => {
  const { clock, health } = operatedApp({ CF_VERSION_METADATA: undefined });
  clock.advance(24 * 3_600_000);
  expect((await health()).body.lateJobs).toEqual([]);
  clock.advance(15 * 60_000);
  expect((await health()).body.lateJobs).toEqual([]);
  clock.advance(60_000);
  expect((await health()).body.lateJobs).toContain("recheck");
});
