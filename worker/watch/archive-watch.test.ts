import { beforeEach, expect, test } from "vitest";
import type { Env } from "#worker/env.ts";
import { blocked, forgetAlerts } from "#worker/testing/alerted-app.ts";
import type { CallPurpose } from "#worker/call-budget/port.ts";
import { failingBudget, GRANTED } from "#worker/testing/call-budgets.ts";
import { operatedApp } from "#worker/testing/operated-app.ts";
import { recordRun } from "./runs.store.ts";
import { watchSource } from "./source-watch.service.ts";

beforeEach(forgetAlerts);

const found = () => Response.json({ data: [{ author: "gemhunter", id: "gemhunter", _meta: {} }] });
const down = () => new Response("", { status: 500 });

/** A deployment with Reddit, which blocks, and the archive behind it. */
function fallbackApp(change: Partial<Env> = {}) {
  const app = operatedApp({ ARCHIVE_FALLBACK: "on", ...change });
  const reddit = { answer: blocked as () => Response | null };
  const archive = { answer: found, calls: 0 };
  app.reddit.failure = ({ host }) => {
    if (!host.startsWith("arctic-shift")) return reddit.answer();
    archive.calls += 1;
    return archive.answer();
  };
  return { ...app, reddit, archive };
}

test("a source that blocks stays degraded while the archive answers, as a deployment without a bucket does", async () => {
  const { health, pass, archive } = fallbackApp({ BACKUPS: undefined });
  await pass(31);
  const body = { reasons: [], degraded: ["backup_off", "source_blocked"] };
  expect(await health()).toMatchObject({ status: 200, body });
  expect(archive.calls, "one call in five minutes").toBe(7);
});

test.each([
  ["blocks", blocked, 12, "source_blocked"],
  ["is down", down, 65, "source_unavailable"],
])(
  "a Reddit that %s is 503 as without the archive, if that does not answer either",
  async (_, answer, minutes, reason) => {
    const { health, passInFives, reddit, archive } = fallbackApp();
    [reddit.answer, archive.answer] = [answer, down];
    await passInFives(minutes);
    expect(await health()).toMatchObject({ status: 503, body: { reasons: [reason] } });
    archive.answer = found;
    await passInFives(5);
    expect(await health()).toMatchObject({ status: 200, body: { degraded: [reason] } });
  },
);

test("a call budget that does not answer limits the archive's calls too, so the archive does not stand in", async () => {
  const { health, pass, reddit, archive } = fallbackApp({ CALL_BUDGET: failingBudget });
  reddit.answer = () => null;
  await pass(12);
  expect(await health()).toMatchObject({ status: 503, body: { reasons: ["source_saturated"] } });
  expect(archive.calls).toBe(0);
});

test("newcomers without calls to Reddit are refused once the archive has none for them either", async () => {
  let isArchiveFree = true;
  const budgetOf = (scope: string) => ({
    take: async () => GRANTED,
    peek: async (purpose: CallPurpose) => {
      const isFree = purpose !== "newcomer" || (isArchiveFree && scope.startsWith("archive"));
      return { ...GRANTED, isGranted: isFree };
    },
  });
  const objects = { idFromName: String, get: budgetOf } as unknown as Env["CALL_BUDGET"];
  const { health, pass, reddit } = fallbackApp({ CALL_BUDGET: objects, BACKUPS: undefined });
  reddit.answer = () => null;
  const degradedAfter = async (minutes: number) => (
    await pass(minutes),
    (await health()).body.degraded
  );
  expect(await degradedAfter(12)).toEqual(["backup_off"]);
  isArchiveFree = false;
  expect(await degradedAfter(12)).toEqual(["backup_off", "newcomers_refused"]);
});

test("one failure of the archive calls no operator, a second five minutes later does", async () => {
  const { health, pass, archive } = fallbackApp();
  await pass(16);
  const statusAfter = async (minutes: number) => (await pass(minutes), (await health()).status);
  archive.answer = down;
  expect(await statusAfter(5)).toBe(200);
  archive.answer = found;
  expect(await statusAfter(5)).toBe(200);
  archive.answer = down;
  expect(await statusAfter(11)).toBe(200);
  expect(await statusAfter(1)).toBe(503);
});

test("the archive's setting changes nothing where the archive is the source", async () => {
  const settings = { POST_SOURCE: "archive", ARCHIVE_FALLBACK: "on" };
  const { health, pass } = operatedApp(settings, { isFlooded: true });
  await pass(12);
  expect(await health()).toMatchObject({ status: 503, body: { reasons: ["source_saturated"] } });
});

test.each(["probedAt", "answeredAt"])(
  "an archive's %s that is still to come, as a wrong clock leaves, counts as none",
  async (name) => {
    const { app, archive, clock } = fallbackApp();
    const deps = app.deps();
    const past = clock.now() - 600_000;
    const times = { probedAt: past, answeredAt: 0, [name]: 99_999_999_999_999 };
    const left = { state: "blocked", since: past, seenAt: past, probedAt: past, archive: times };
    const at = new Date(clock.now());
    const run = { job: "source", startedAt: at, succeededAt: at, outcome: JSON.stringify(left) };
    await recordRun(deps.db, run);
    const now = clock.now();
    const expected = { since: now, archive: { probedAt: now, answeredAt: now } };
    expect(await watchSource(deps)).toMatchObject(expected);
    expect(archive.calls).toBe(1);
  },
);
