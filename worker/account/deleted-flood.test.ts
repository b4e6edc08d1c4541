import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { runScheduled } from "#worker/jobs/runner.ts";
import { testApp } from "#worker/testing/test-app.ts";

test("a thousand emptied accounts are deleted in slices that cost little each", async () => {
  await env.DB.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000)
     insert into app_user (id, username, password, deleted_at) select 'f' || i, 'deleted f' || i, '', 1 from n`,
  ).run();
  const app = testApp();
  app.meter.reset();
  await runScheduled("deleted_accounts", app.deps());
  const left = await env.DB.prepare("select count(*) as n from app_user").first<number>("n");
  expect(left).toBe(0);
  // Four full slices, and one that finds none.
  const { calls, rowsRead } = app.meter;
  expect(calls).toBeGreaterThanOrEqual(5);
  expect(rowsRead / calls).toBeLessThan(5_000);
});
