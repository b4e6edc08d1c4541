import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { HealthResponse } from "#schema/api/health.ts";
import { testApp } from "#worker/testing/test-app.ts";

test("health is 200, names the source and the version, and tells nothing else of the inside", async () => {
  const answer = await testApp().request("/api/health");
  const body = await answer.json<HealthResponse>();
  expect(answer.status).toBe(200);
  expect(body).toMatchObject({ status: "ok", source: "archive", d1: "ok", kv: "ok", down: [] });
  const told = ["status", "version", "source", "d1", "kv", "down", "cron"];
  expect(Object.keys(body).toSorted()).toEqual(told.toSorted());
  expect(body.version).toMatch(/^\d+\.\d+\.\d+$/);
});

test("a database that does not answer makes health 503 and is named", async () => {
  const broken = {
    prepare: () => ({ bind: () => ({ raw: () => Promise.reject(new Error("D1_ERROR")) }) }),
  };
  const app = testApp({ env: { DB: broken as unknown as D1Database } });
  const answer = await app.request("/api/health");
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ status: "degraded", d1: "down", down: ["d1"] });
});

test("a KV that does not answer makes health 503 and is named", async () => {
  const broken = { ...env.KV, get: () => Promise.reject(new Error("KV down")) };
  const app = testApp({ env: { KV: broken as unknown as KVNamespace } });
  const answer = await app.request("/api/health");
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ kv: "down", down: ["kv"] });
});
