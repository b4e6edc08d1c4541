import { expect, test } from "vitest";
import type { PostResponse } from "#schema/api/posts.ts";
import { brokenD1 } from "#worker/testing/faulty-d1.ts";
import { loggedLines } from "#worker/testing/logged-lines.ts";
import { appOver, search } from "#worker/testing/search.ts";
import { picturePost, standIn, textPost } from "#worker/testing/stand-in.ts";

test("one post has the shape that search gives it, by id with or without prefix, from one upstream call", async () => {
  const posts = [picturePost(1, { author: "Poster" })];
  const about = { snoovatar_img: "https://i.redd.it/snoovatar/a.png" };
  const reddit = standIn({ Poster: { posts, about } });
  const app = appOver(reddit);
  const listed = (await search(app, { username: "Poster" })).posts[0];
  for (const id of ["p1", "t3_p1"]) {
    const answer = await app.request(`/api/reddit/post/${id}`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ success: true, post: listed });
  }
  expect(reddit.count(/^\/api\/info/)).toBe(1);
});

test("a post has its heart count from the database, and 0 when the database fails", async () => {
  const reddit = standIn({ Nodb: { posts: [picturePost(7)] } });
  const lines = loggedLines();
  const app = appOver(reddit, { env: { DB: brokenD1() } });
  const { post } = await (await app.request("/api/reddit/post/p7")).json<PostResponse>();
  expect(post).toMatchObject({ heartCount: 0, rank: null, subredditIsNsfw: false });
  expect(lines("hearts_left_out")).toHaveLength(1);
});

test("an unknown, removed or text post is 404, whose sentence is true of each", async () => {
  const posts = [textPost(8), picturePost(9, { removed_by_category: "moderator" })];
  const app = appOver(standIn({ Gone: { posts } }));
  for (const id of ["p8", "p9", "zzz"]) {
    const answer = await app.request(`/api/reddit/post/${id}`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({
      error: "posts.not_found",
      message: "That post could not be found, or it has no media.",
    });
  }
});

test("a malformed id is a 400 that names it, without an upstream call", async () => {
  const reddit = standIn({});
  const app = appOver(reddit);
  for (const id of ["t1_abc", "ABC", "a-b", "a%2Fb", "a%2F..", "x".repeat(14), "%00"]) {
    const answer = await app.request(`/api/reddit/post/${id}`);
    expect(answer.status, id).toBe(400);
    expect(await answer.json()).toMatchObject({ fields: { id: "That is not a Reddit post id" } });
  }
  expect(reddit.calls).toEqual([]);
});
