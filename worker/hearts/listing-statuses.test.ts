import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { quickHash } from "#normalise/quick-hash.ts";
import type { VoteStatusBatchResponse } from "#schema/api/hearts.ts";
import { expireRemovals } from "#worker/removals/removal-list.service.ts";
import { signUp } from "#worker/testing/accounts.ts";
import { removeByKey } from "#worker/testing/removals.ts";
import { storedPost, storedUser } from "#worker/testing/targets.ts";
import { REDDIT_ENV } from "#worker/testing/stand-in.ts";
import { testApp, type TestApp } from "#worker/testing/test-app.ts";

const items = ["t3_mark1", "t3_mark2", "t3_unknown"].map((id) => ({ type: "post", id }));
const request = { creator: "marked_maker", items };

beforeAll(async () => {
  await storedUser("t2_marked", "Marked_Maker", 4);
  await storedPost("t3_mark1", "t2_marked", 3);
  await storedPost("t3_mark2", "t2_marked", 0);
  await env.DB.prepare(
    "insert or replace into leaderboard_current (kind, version, total, ranks, generated_at) values (?, 1, 1, ?, 0)",
  )
    .bind("posts", '{"t3_mark1":1}')
    .run();
});

const ask = (app: TestApp, body: unknown, cookie = "") =>
  app.send("POST", "/api/leaderboard/vote-status", body, { Cookie: cookie });

test("a listing gets counts, ranks and adult communities in one call, for a name and ids", async () => {
  const answer = await ask(testApp(), request);
  const { listing, items: found } = await answer.json<VoteStatusBatchResponse>();
  expect(found).toEqual([
    { ...items[0], voted: false, heartCount: 3, rank: 1 },
    { ...items[1], voted: false, heartCount: 0, rank: null },
    { ...items[2], voted: false, heartCount: 0, rank: null },
  ]);
  expect(listing).toMatchObject({ creator: { voted: false, heartCount: 4 } });
  expect(listing?.adultSubreddits).toContain("nsfw");
});

test("a signed-in caller's own votes are in the same answer", async () => {
  const app = testApp();
  const { cookie } = await signUp(app, "listing_voter");
  for (const path of ["posts/t3_mark2", "users/Marked_Maker"]) {
    await app.request(`/api/leaderboard/${path}/vote`, {
      method: "POST",
      headers: { Cookie: cookie },
    });
  }
  const { items: found, listing } = await (
    await ask(testApp(), request, cookie)
  ).json<VoteStatusBatchResponse>();
  expect(found.map(({ voted }) => voted)).toEqual([false, true, false]);
  expect(listing?.creator).toMatchObject({ voted: true, heartCount: 5 });
});

test("a listing's creator is looked up by name, even if the name looks like an account's id", async () => {
  await storedUser("t2_other", "Someone_Else");
  await storedUser("t2_named", "t2_other");
  const app = testApp();
  const { cookie } = await signUp(app, "voter_of_an_id");
  const path = "/api/leaderboard/users/T2_other/vote";
  await app.request(path, { method: "POST", headers: { Cookie: cookie } });
  const answer = await ask(app, { creator: "t2_other", items: [] }, cookie);
  const { listing } = await answer.json<VoteStatusBatchResponse>();
  expect(listing?.creator).toMatchObject({ voted: true, heartCount: 1 });
});

test("for a signed-out caller a listing of 100 is one statement, without a post too", async () => {
  const app = testApp();
  await ask(app, request);
  const hundred = Array.from({ length: 100 }, (_, index) => ({ type: "post", id: `many${index}` }));
  for (const some of [hundred, []]) {
    app.meter.reset();
    expect((await ask(app, { creator: "someone-else", items: some })).status).toBe(200);
    expect(app.meter).toMatchObject({ statements: 1, rowsWritten: 0 });
  }
});

test("a listing has at most 100 posts, no users, and a name that can exist", async () => {
  const post = { type: "post", id: "one" };
  for (const body of [
    { creator: "x", items: [post] },
    { creator: 7, items: [post] },
    { creator: "Marked_Maker", items: [{ type: "user", id: "Marked_Maker" }] },
    { creator: "Marked_Maker", items: Array.from({ length: 101 }, () => post) },
    { creator: "", items: [] },
  ]) {
    const answer = await ask(testApp(), body);
    expect(answer.status, JSON.stringify(body).slice(0, 60)).toBe(400);
  }
});

test("the answer names removals: the creator, the requested posts, and communities by their hash", async () => {
  const app = testApp();
  const remove = (kind: string, key: string) =>
    env.DB.prepare(
      "insert into removal (id, kind, key, reason, created_by, created_at) values (?1, ?2, ?3, 'person', 'admin', 0)",
    )
      .bind(crypto.randomUUID(), kind, key)
      .run();
  await remove("post", "t3_mark1");
  await remove("post", "t3_not_asked");
  await remove("subreddit", "barred");
  expireRemovals(app.deps());
  const read = async () => {
    const answer = await ask(app, request);
    return (await answer.json<VoteStatusBatchResponse>()).listing?.removed;
  };
  expect(await read()).toEqual({
    creator: false,
    posts: ["t3_mark1"],
    subreddits: [quickHash("barred")],
  });
  await remove("user", "marked_maker");
  expireRemovals(app.deps());
  expect((await read())?.creator).toBe(true);
});

test("an origin of a crosspost is removed with its author too, and at most 500 origins are accepted", async () => {
  const app = testApp();
  await env.DB.prepare("delete from removal").run();
  await removeByKey("user", "origin_maker");
  await removeByKey("post", "t3_first");
  expireRemovals(app.deps());
  const origins = [
    { id: "t3_first", author: "" },
    { id: "t3_second", author: "Origin_Maker" },
    { id: "t3_third", author: "Other_Maker" },
  ];
  const answer = await ask(app, { ...request, origins });
  const { items: found, listing } = await answer.json<VoteStatusBatchResponse>();
  expect(listing?.removed.posts).toEqual(["t3_first", "t3_second"]);
  expect(found).toHaveLength(request.items.length);
  app.meter.reset();
  const most = Array.from({ length: 500 }, () => origins[1]);
  expect((await ask(app, { ...request, origins: most })).status).toBe(200);
  expect(app.meter.statements).toBeLessThanOrEqual(1);
  for (const bad of [
    [...most, origins[1]],
    "t3_first",
    [{ id: "first", author: "" }],
    [{ id: "t3_a" }],
  ])
    expect((await ask(app, { ...request, origins: bad })).status).toBe(400);
});

test("the answer tells whether the archive can be searched for older posts", async () => {
  for (const [settings, hasArchive] of [
    [{ POST_SOURCE: "archive" }, true],
    [{ ...REDDIT_ENV, ARCHIVE_FALLBACK: "on" }, true],
    [REDDIT_ENV, false],
  ] as const) {
    const answer = await ask(testApp({ env: settings }), request);
    const { listing } = await answer.json<VoteStatusBatchResponse>();
    expect(listing?.hasArchive, JSON.stringify(settings)).toBe(hasArchive);
  }
});
