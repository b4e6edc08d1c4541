import { beforeEach, expect, test } from "vitest";
import { forgetAlerts } from "#worker/testing/alerted-app.ts";
import { operatedApp } from "#worker/testing/operated-app.ts";
import { recordRun } from "./runs.store.ts";
import { watchSource } from "./source-watch.service.ts";

beforeEach(forgetAlerts);

const SECOND = 1_000;

test("the archive, run by volunteers, is asked once in five minutes where it is the source", async () => {
  const { reddit, pass } = operatedApp({ POST_SOURCE: "archive" });
  const asked: string[] = [];
  reddit.failure = ({ host, pathname }) => {
    asked.push(host);
    return pathname === "/api/users/search"
      ? Response.json({ data: [{ author: "gemhunter", id: "gemhunter", _meta: {} }] })
      : null;
  };
  await pass(20);
  expect(asked).toEqual(Array.from({ length: 4 }, () => "arctic-shift.photon-reddit.com"));
});

test.each([
  ["of this minute's re-check is the source's state, without a call", 40, "blocked", 0],
  ["of an earlier minute's re-check is not: the source is asked", 60, "ok", 1],
])("a block %s", async (_, ageSeconds, state, calls) => {
  const { app, clock, reddit } = operatedApp();
  const deps = app.deps();
  const at = new Date(clock.now() - ageSeconds * SECOND);
  const outcome = JSON.stringify({ asked: 3, failure: "reddit.blocked" });
  await recordRun(deps.db, { job: "recheck", startedAt: at, succeededAt: at, outcome });
  expect(await watchSource(deps)).toMatchObject({ state });
  expect(reddit.asked).toHaveLength(calls);
});

test.each([
  ["rate_limited", "saturated"],
  ["unavailable", "unavailable"],
])("a re-check whose calls ended in %s makes the source %s", async (failure, state) => {
  const { app, clock } = operatedApp();
  const deps = app.deps();
  const at = new Date(clock.now());
  const outcome = JSON.stringify({ asked: 3, failure: `reddit.${failure}` });
  await recordRun(deps.db, { job: "recheck", startedAt: at, succeededAt: at, outcome });
  expect(await watchSource(deps)).toMatchObject({ state });
});
