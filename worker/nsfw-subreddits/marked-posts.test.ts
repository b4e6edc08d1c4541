import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import type { LeaderboardPostsResponse } from "#schema/api/leaderboard.ts";
import type { Post, PostResponse } from "#schema/api/posts.ts";
import type { VouchedPost } from "#schema/api/hearts.ts";
import type { SavedPostsResponse, WaitingPostsResponse } from "#schema/api/saved.ts";
import { recomputeBoards } from "#worker/leaderboard/leaderboard.service.ts";
import { archiveStandIn } from "#worker/testing/archive-stand-in.ts";
import { crosspostOf } from "#worker/testing/crosspost.ts";
import { signUp } from "#worker/testing/accounts.ts";
import { appOver, search } from "#worker/testing/search.ts";
import { picturePost, standIn } from "#worker/testing/stand-in.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";
import { vouchedAt } from "#worker/testing/vouched-post.ts";

const clock = testClock();

beforeAll(async () => {
  const add = env.DB.prepare("insert into nsfw_subreddit (id, name) values (?1, ?1)");
  await env.DB.batch(["aftermath", "studio"].map((name) => add.bind(name)));
});

test("media that was also posted to an adult community is marked, whichever post comes first", async () => {
  const url = "https://i.redd.it/same.jpg";
  const posts = [
    picturePost(1, { url, subreddit: "art" }),
    picturePost(2, { url, subreddit: "AfterMath" }),
    picturePost(3, { subreddit: "art" }),
  ];
  const reddit = appOver(standIn({ Reposter: { posts } }), { clock });
  const answer = await search(reddit, { username: "Reposter" });
  expect(answer.posts.map((post) => [post.id, post.subredditIsNsfw])).toEqual([
    ["t3_p1", true],
    ["t3_p3", false],
  ]);
});

test("a crosspost from an adult community is marked in search, alone, on the board and in the saved list", async () => {
  const posts = [crosspostOf(1), picturePost(2)];
  const reddit = appOver(standIn({ Sharer: { posts } }), { clock });
  const flagsOf = (shown: Post[]) =>
    shown.map((post): [string, boolean] => [post.id, post.subredditIsNsfw]);
  const expected: [string, boolean][] = [
    ["t3_p1", true],
    ["t3_p2", false],
  ];
  expect(flagsOf((await search(reddit, { username: "Sharer" })).posts)).toEqual(expected);
  const read = async <T>(path: string, init?: RequestInit): Promise<T> =>
    (await reddit.request(path, init)).json<T>();
  const alone = await read<PostResponse>("/api/reddit/post/p1");
  expect(alone.post.subredditIsNsfw).toBe(true);
  const { cookie } = await signUp(reddit, "fan");
  for (const id of ["p2", "p1"]) {
    const vote = `/api/leaderboard/posts/${id}/vote`;
    expect((await reddit.send("POST", vote, {}, { Cookie: cookie })).status).toBe(200);
    clock.advance(1000);
  }
  await recomputeBoards(reddit.deps());
  const board = await read<LeaderboardPostsResponse>("/api/leaderboard/posts");
  expect(new Map(flagsOf(board.posts))).toEqual(new Map(expected));
  const saved = await read<SavedPostsResponse>("/api/leaderboard/saved/posts", {
    headers: { Cookie: cookie },
  });
  expect(flagsOf(saved.posts)).toEqual(expected);
});

test("a waiting heart's post is marked too", async () => {
  const archive = archiveStandIn([]);
  const app = testApp({ fetch: archive.fetch, env: { POST_SOURCE: "archive" }, clock });
  const { cookie } = await signUp(app, "waits");
  const press = (id: string, fields: Partial<VouchedPost>) => {
    const path = `/api/leaderboard/posts/${id}/vouched-vote`;
    return app.send("POST", path, vouchedAt(clock.now(), fields), { Cookie: cookie });
  };
  await press("plain", { subreddit: "art" });
  await press("listed", { subreddit: "AfterMath" });
  await press("shared", { origins: [{ id: "t3_orig", author: "Maker", subreddit: "Studio" }] });
  const answer = await app.request("/api/leaderboard/saved/waiting", {
    headers: { Cookie: cookie },
  });
  const { posts } = await answer.json<WaitingPostsResponse>();
  const marked = posts.filter(({ subredditIsNsfw }) => subredditIsNsfw);
  expect([posts.length, marked.map(({ id }) => id).toSorted()]).toEqual([
    3,
    ["t3_listed", "t3_shared"],
  ]);
});

test("a feed marks a post of an adult community", async () => {
  const posts = [picturePost(1, { subreddit: "AfterMath" }), picturePost(2)];
  const app = appOver(standIn({ Feeder: { posts } }), { clock });
  const answer = await app.request("/user/Feeder/feed.json");
  const { items } = await answer.json<{ items: { tags: string[] }[] }>();
  expect(items.map(({ tags }) => tags.includes("NSFW"))).toEqual([true, false]);
});
