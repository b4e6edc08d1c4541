import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { MINUTE_MS } from "#schema/time.ts";
import { derive } from "#worker/deps.ts";
import { waited } from "#worker/testing/measure-waits.ts";
import { laggingReplica } from "#worker/testing/lagging-replica.ts";
import { testApp } from "#worker/testing/test-app.ts";
import { answerLeaderboard, recomputeBoards } from "./leaderboard.service.ts";

/** The waits differ, so the sum tells which sequential reads an answer waited for. */
const KV_MS = 30;
let databaseMs = 10;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const far = await laggingReplica(0, () => pause(databaseMs));
const KV = {
  get: async (key: string) => {
    await pause(KV_MS);
    return env.KV.get(key);
  },
  put: (key: string, text: string) => env.KV.put(key, text),
} as unknown as KVNamespace;
const app = testApp({ clock: far.clock, env: { DB: far.db, KV } });

const waitFor = async (kind: "users" | "posts") =>
  (await waited(() => answerLeaderboard(app.deps(), kind, 10))).waitedMs;

beforeAll(async () => {
  await env.KV.put("nsfw-subreddits:v1", "gonewild");
  await recomputeBoards(app.deps());
});

test.each(["users", "posts"] as const)(
  "an idle isolate reads KV and the removals for the board of %s at the same time",
  async (kind) => {
    await waitFor(kind);
    expect(await waitFor(kind), "from memory").toBe(0);
    far.clock.advance(51_000);
    expect(await waitFor(kind)).toBe(KV_MS);
  },
);

test("a reader of an overdue board waits 50 ms for the next one", async () => {
  databaseMs = 100;
  far.clock.advance(7 * MINUTE_MS);
  const work: Promise<unknown>[] = [];
  const deps = derive(app.deps(), { waitUntil: (promise) => void work.push(promise) });
  const { result, waitedMs } = await waited(() => answerLeaderboard(deps, "users", 10));
  expect(waitedMs, "after the list of removals").toBe(databaseMs + 50);
  await Promise.all(work);
  const renewed = await answerLeaderboard(app.deps(), "users", 10);
  expect(renewed.answer.generated > result.answer.generated).toBe(true);
});
