import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { HOUR_MS } from "#schema/time.ts";
import { laggingReplica } from "#worker/testing/lagging-replica.ts";
import { testApp } from "#worker/testing/test-app.ts";

test("a reader reads and computes boards at the primary, never from a replica that lags", async () => {
  const { db, clock, answered } = await laggingReplica(HOUR_MS);
  await env.DB.prepare("update reddit_user set heart_count = 1, first_heart_at = 1").run();
  const answer = await testApp({ clock, env: { DB: db } }).request("/api/leaderboard/users");
  expect(await answer.json()).toMatchObject({ users: [{ username: "gemhunter" }], total: 1 });
  expect(new Set(answered)).toEqual(new Set(["primary"]));
});
