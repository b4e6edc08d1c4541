import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { waited } from "#worker/testing/measure-waits.ts";
import { laggingReplica } from "#worker/testing/lagging-replica.ts";
import { testApp } from "#worker/testing/test-app.ts";
import { answerLeaderboard, recomputeBoards } from "./leaderboard.service.ts";

/** The waits differ, so the sum tells which sequential reads an answer waited for. */
const KV_MS = 30;
const DATABASE_MS = 10;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const far = await laggingReplica(0, () => pause(DATABASE_MS));
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
