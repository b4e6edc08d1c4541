import { expect, test, vi } from "vitest";
import { addSubreddit } from "#worker/nsfw-subreddits/nsfw-subreddits.service.ts";
import { signUp } from "#worker/testing/accounts.ts";
import { appOver, search } from "#worker/testing/search.ts";
import { picturePosts, standIn } from "#worker/testing/stand-in.ts";
import { testClock } from "#worker/testing/test-app.ts";
import { readyAnswer } from "#worker/lib/ready-answer.ts";
import { ENTRY_FRESH_MS } from "./entry-lifetimes.ts";
import { isolateMemory } from "./isolate-memory.ts";
import { reuseAnswer } from "./reuse-answer.ts";

test("an answer is made once for identical parts, and again when any part is another object", async () => {
  let made = 0;
  const make = async () => readyAnswer({ made: (made += 1) });
  const [one, other] = [{}, {}];
  expect((await reuseAnswer("x", [one, false], make)).answer).toEqual({ made: 1 });
  expect((await reuseAnswer("x", [one, false], make)).answer).toEqual({ made: 1 });
  expect((await reuseAnswer("x", [other, false], make)).answer).toEqual({ made: 2 });
  expect((await reuseAnswer("x", [other, true], make)).answer).toEqual({ made: 3 });
  expect((await reuseAnswer("y", [other, true], make)).answer).toEqual({ made: 4 });
});

test("a reused answer shows a later heart, a later adult community, a refreshed listing and its failed refresh", async () => {
  const clock = testClock();
  const reddit = standIn({ Kept: { posts: picturePosts(30) } });
  const app = appOver(reddit, { clock });
  const ask = async () => {
    const { posts, stale } = await search(app, { username: "Kept" });
    return { ...posts[0], stale };
  };
  expect(await ask()).toMatchObject({ id: "t3_p0", heartCount: 0, subredditIsNsfw: false });
  const { cookie } = await signUp(app, "kept_voter");
  const vote = "/api/leaderboard/posts/t3_p0/vote";
  expect((await app.request(vote, { method: "POST", headers: { cookie } })).status).toBe(200);
  expect(await ask()).toMatchObject({ id: "t3_p0", heartCount: 1, subredditIsNsfw: false });
  await addSubreddit(app.deps(), "pics");
  expect(await ask()).toMatchObject({ id: "t3_p0", heartCount: 1, subredditIsNsfw: true });
  /** The counts are cached when the listing becomes stale, so that it alone is another part. */
  const askAfter = async (change: () => void) => {
    clock.advance(ENTRY_FRESH_MS - 1);
    await ask();
    change();
    clock.advance(1);
    // The refresh can take longer than this request waits.
    await ask();
    return ask();
  };
  const rescored = picturePosts(30).map((post) => ({ ...post, score: 77 }));
  const shown = await askAfter(() => (reddit.creators["Kept"] = { posts: rescored }));
  expect(shown).toMatchObject({ id: "t3_p0", score: 77, stale: false });
  const down = () => new Response("", { status: 500 });
  expect(await askAfter(() => (reddit.instead = down))).toMatchObject({ score: 77, stale: true });
});

test("the first and the second page of a listing are separate answers", async () => {
  const app = appOver(standIn({ Paced: { posts: picturePosts(60) } }));
  const first = await search(app, { username: "Paced", limit: 12 });
  const second = await search(app, { username: "Paced", limit: 12, after: first.nextPage });
  const again = await search(app, { username: "Paced", limit: 12 });
  expect(again).toEqual(first);
  expect(second.posts[0]?.id).toBe("t3_pc");
  expect(second.total).toBe(60);
});

test("a second search from memory returns the first one's answer", async () => {
  const app = appOver(standIn({ Kept: { posts: picturePosts(3) } }));
  await search(app, { username: "Kept" });
  const first = await search(app, { username: "Kept" });
  const set = vi.spyOn(isolateMemory, "set");
  expect(await search(app, { username: "Kept" })).toEqual(first);
  expect(set).not.toHaveBeenCalled();
});
