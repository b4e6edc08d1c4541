import { expect, test } from "vitest";
import { HOUR_MS } from "#schema/time.ts";
import { cookieOf, PASSWORD } from "#worker/testing/accounts.ts";
import { replica } from "#worker/testing/replica.ts";
import { hurried } from "#worker/testing/sliced-timers.ts";
import { testApp } from "#worker/testing/test-app.ts";
import { waited } from "#worker/testing/measure-waits.ts";

let isSilent = false;
const lagging = await replica(HOUR_MS, (to) =>
  isSilent && to === "copy" ? new Promise(() => undefined) : Promise.resolve(),
);
const app = testApp({ clock: lagging.clock, env: { DB: lagging.db } });
const person = { username: "slow_copy", password: PASSWORD };
const headers = { Cookie: cookieOf(await app.send("POST", "/api/auth/signup", person)) };

test("a request waits one second for a silent copy, then asks the primary for all that it reads", async () => {
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
  expect(lagging.answered.toSorted()).toEqual(["copy", "copy", "copy", "primary"]);
});
