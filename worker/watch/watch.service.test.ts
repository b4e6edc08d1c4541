import { beforeEach, expect, test } from "vitest";
import { grownD1 } from "#worker/testing/faulty-d1.ts";
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

test("a database that is filling is 503 before D1 refuses writes", async () => {
  const { health } = operatedApp({ DB: grownD1(8_000_000_000) });
  const body = { d1: "ok", down: [], reasons: ["d1_filling"] };
  expect(await health()).toMatchObject({ status: 503, body });
});
