import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { FollowingResponse } from "#schema/api/following.ts";
import { MAX_FOLLOWED } from "#schema/max-followed.ts";
import { signUp } from "#worker/testing/accounts.ts";
import { loggedLines } from "#worker/testing/logged-lines.ts";
import { appOver, search } from "#worker/testing/search.ts";
import { picturePosts, standIn } from "#worker/testing/stand-in.ts";
import { storedUser } from "#worker/testing/targets.ts";
import { testApp, type TestApp } from "#worker/testing/test-app.ts";

async function feed(app: TestApp, body: object, cookie = ""): Promise<FollowingResponse> {
  const answer = await app.send("POST", "/api/following/feed", body, { cookie });
  expect(answer.status).toBe(200);
  return answer.json();
}

test("a member follows the 24 creators hearted last, with their stored pictures, and sees how many there are", async () => {
  const app = appOver(standIn({}));
  const { cookie, user } = await signUp(app, "many_hearts");
  const names = Array.from({ length: MAX_FOLLOWED + 2 }, (_, at) => `maker_${at}`);
  for (const [at, name] of names.entries()) await storedUser(`t2_m${at}`, name);
  const heart = env.DB.prepare(
    "insert into user_heart (unearth_user_id, reddit_user_id, created_at, saved_total) values (?, ?, ?, ?)",
  );
  await env.DB.batch([
    env.DB.prepare("update reddit_user set avatar_url = 'https://styles.redditmedia.com/a.png'"),
    ...names.map((_, at) => heart.bind(user.id, `t2_m${at}`, 1_000 + at, at + 1)),
  ]);
  const { creators, followed } = await feed(app, {}, cookie);
  expect(creators.map(({ username }) => username)).toEqual(names.slice(2).toReversed());
  expect(creators[0]).toMatchObject({
    avatarUrl: "https://styles.redditmedia.com/a.png",
    state: "waiting",
  });
  expect(followed).toBe(MAX_FOLLOWED + 2);
});

test("a creator has the name that Reddit writes, and posts of adult communities are marked", async () => {
  await env.DB.prepare("insert into nsfw_subreddit (id, name) values ('x', 'pics')").run();
  await env.KV.delete("nsfw-subreddits:v1");
  const app = appOver(standIn({ Ann: { posts: picturePosts(1) } }));
  await search(app, { username: "ann" });
  const { creators, posts } = await feed(app, { users: ["ANN"] });
  expect(creators).toMatchObject([{ username: "Ann" }]);
  expect(posts).toMatchObject([{ isNsfw: false, subredditIsNsfw: true }]);
});

test("a refresh that the archive's limit refuses is refused, another failure is logged", async () => {
  const lines = loggedLines();
  let status = 429;
  const app = testApp({
    fetch: async () => new Response("", { status }),
    env: { POST_SOURCE: "archive" },
  });
  const refresh = async (name: string) =>
    (await feed(app, { users: [name], refresh: true })).refreshed?.outcome;
  expect(await refresh("Too_many")).toBe("refused");
  expect(lines("following_refresh")).toEqual([]);
  status = 500;
  expect(await refresh("Broken")).toBe("failed");
  expect(lines("following_refresh")).toHaveLength(1);
});
