import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { grownD1 } from "#worker/testing/faulty-d1.ts";
import { emptyTables } from "#worker/testing/empty-tables.ts";
import { operatedApp } from "#worker/testing/operated-app.ts";
import { testApp } from "#worker/testing/test-app.ts";

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

test("one failed read of KV is repeated before health calls it down", async () => {
  let failures = 1;
  const get = () =>
    (failures -= 1) < 0 ? Promise.resolve(null) : Promise.reject(new Error("slow"));
  const app = testApp({ env: { KV: { ...env.KV, get } as unknown as KVNamespace } });
  const answer = await app.request("/api/health");
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ kv: "ok", reasons: [] });
});

test("a read that loses its connection to the database is repeated before health calls it down", async () => {
  let losses = 1;
  const prepare = (sql: string) => {
    if ((losses -= 1) >= 0) throw new Error("D1_ERROR: Network connection lost.");
    return env.DB.prepare(sql);
  };
  const batch = env.DB.batch.bind(env.DB);
  const { health } = operatedApp({ DB: { prepare, batch } as unknown as D1Database });
  expect(await health()).toMatchObject({ status: 200, body: { d1: "ok", reasons: [] } });
});

test("a database that is filling is 503 before D1 refuses writes", async () => {
  const { health } = operatedApp({ DB: grownD1(8_000_000_000) });
  const body = { d1: "ok", down: [], reasons: ["d1_filling"] };
  expect(await health()).toMatchObject({ status: 503, body });
});
