import { expect, test } from "vitest";
import { HOUR_MS } from "#schema/time.ts";
import { systemClock } from "#worker/lib/clock.ts";
import { cookieOf, PASSWORD } from "#worker/testing/accounts.ts";
import { laggingReplica } from "#worker/testing/lagging-replica.ts";
import { hurried } from "#worker/testing/sliced-timers.ts";
import { testApp } from "#worker/testing/test-app.ts";
import { waited } from "#worker/testing/measure-waits.ts";

let isSilent = false;
let primaryDelayMs = 0;
const lagging = await laggingReplica(HOUR_MS, async (to) => {
  if (isSilent && to === "replica") await new Promise(() => undefined);
  if (to === "primary" && primaryDelayMs > 0) await systemClock.sleep(primaryDelayMs);
});
const app = testApp({ clock: lagging.clock, env: { DB: lagging.db } });
const person = { username: "slow_replica", password: PASSWORD };
const headers = { Cookie: cookieOf(await app.send("POST", "/api/auth/signup", person)) };

test("a request waits one second for a silent replica, then asks the primary for all that it reads", async () => {
  isSilent = true;
  const { result, waitedMs } = await waited(() =>
    hurried(() => app.request("/api/leaderboard/saved/users", { headers })),
  );
  isSilent = false;
  expect(result.status).toBe(200);
  expect(waitedMs).toBe(1_000);
});

test("overlapping reads of an isolate renew its known state once", async () => {
  lagging.clock.advance(3_000);
  lagging.answered.length = 0;
  const status = () => app.request("/api/auth/status", { headers });
  await Promise.all([status(), status(), status()]);
  expect(lagging.answered.toSorted()).toEqual(["primary", "replica", "replica", "replica"]);
});

test("a write of a request that reads from a replica may take longer than a replica may, and is sent once", async () => {
  lagging.clock.advance(48 * HOUR_MS);
  await app.request("/api/health");
  lagging.answered.length = 0;
  primaryDelayMs = 2_000;
  const answer = await hurried(() => app.request("/api/auth/status", { headers }));
  primaryDelayMs = 0;
  expect(answer.headers.get("Set-Cookie"), "the session was renewed").toContain("__Host-sid=");
  expect(lagging.answered).toEqual(["replica", "primary"]);
});
