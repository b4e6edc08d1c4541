import { expect, test } from "vitest";
import type { SearchResponse } from "#schema/api/search.ts";
import { MINUTE_MS } from "#schema/time.ts";
import { liftByKey, removeByKey } from "#worker/testing/removals.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";
import { northlight } from "#sample/creators/northlight.ts";
import { nth } from "#sample/creators/rows.ts";
import { sampleWorld } from "#sample/world.ts";

const TITLE = "Aurora from base camp, via the best eye I know";
const origin = nth(northlight, 2);

test("a crosspost is hidden by a removal of its origin's author, community or post, and restored by lifting it", async () => {
  const clock = testClock(Date.now());
  const app = testApp({ sample: sampleWorld, clock });
  const body = { username: "gemhunter", limit: 50 };
  const listed = async () => {
    const answer = await app.send("POST", "/api/reddit/search", body);
    const { posts } = await answer.json<SearchResponse>();
    return posts.find(({ title }) => title === TITLE);
  };
  const id = (await listed())?.id.slice(3);
  expect(id).toBeDefined();
  const statusOf = async () => (await app.request(`/api/reddit/post/${id}`)).status;
  expect(await statusOf()).toBe(200);
  for (const [kind, key] of [
    ["user", "northlight"],
    ["subreddit", origin.subreddit.toLowerCase()],
    ["post", `t3_${origin.id}`],
  ] as const) {
    await removeByKey(kind, key);
    clock.advance(MINUTE_MS);
    expect(await listed(), key).toBeUndefined();
    expect(await statusOf(), key).toBe(410);
    const page = await app.request(`https://localhost/user/gemhunter?post=${id}`);
    expect(await page.text(), key).not.toContain("Aurora from base camp");
    const feed = await app.request("/user/gemhunter/feed.json");
    expect(await feed.text(), key).not.toContain("Aurora from base camp");
    await liftByKey(kind, key);
    clock.advance(MINUTE_MS);
    expect((await listed())?.id, key).toBe(`t3_${id}`);
  }
});
