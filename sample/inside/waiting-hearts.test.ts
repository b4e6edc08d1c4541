import { expect, test } from "vitest";
import type { WaitingPostsResponse } from "#schema/api/saved.ts";
import { DAY_MS, MINUTE_MS } from "#schema/time.ts";
import { runScheduled } from "#worker/jobs/runner.ts";
import { signUp } from "#worker/testing/accounts.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";
import { vouchedAt } from "#worker/testing/vouched-post.ts";
import { sampleWorld } from "#sample/world.ts";

const clock = testClock();
const app = testApp({ sample: sampleWorld, clock });

test("a heart of a post that the companion found waits, whatever the post's age, until its three days are over", async () => {
  const { cookie } = await signUp(app, "ann");
  const waiting = async () => {
    const answer = await app.request("/api/leaderboard/saved/waiting", {
      headers: { Cookie: cookie },
    });
    return (await answer.json<WaitingPostsResponse>()).posts.map(({ id }) => id);
  };
  const recheckAfter = async (ms: number) => {
    clock.advance(ms);
    await runScheduled("recheck", app.deps());
  };
  for (const [id, days] of [
    ["fresh1", 0],
    ["aged1", 400],
  ] as const) {
    const created = Math.floor((clock.now() - days * DAY_MS) / 1000);
    const path = `/api/leaderboard/posts/${id}/vouched-vote`;
    const body = vouchedAt(clock.now(), { created });
    const answer = await app.send("POST", path, body, { Cookie: cookie });
    expect(await answer.json(), id).toMatchObject({
      isWaiting: true,
      message: expect.stringMatching(/kept for 3 days/),
    });
  }
  for (let minutes = 0; minutes < 60; minutes += 10) await recheckAfter(10 * MINUTE_MS);
  expect((await waiting()).toSorted()).toEqual(["t3_aged1", "t3_fresh1"]);
  await recheckAfter(3 * DAY_MS);
  expect(await waiting()).toEqual([]);
});
