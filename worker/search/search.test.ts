import { expect, test } from "vitest";
import type { SearchResponse } from "#schema/api/search.ts";
import { systemClock } from "#worker/lib/clock.ts";
import { forgetCacheEntries } from "#worker/cache/read-through.ts";
import { recomputeBoards } from "#worker/leaderboard/leaderboard.service.ts";
import { picturePost, picturePosts, standIn, textPost } from "#worker/testing/stand-in.ts";
import { recordingKv } from "#worker/testing/recording-kv.ts";
import { appOver, idsOf, search, walk } from "#worker/testing/search.ts";
import { storedUser } from "#worker/testing/targets.ts";
import { testClock } from "#worker/testing/test-app.ts";
import { withUnusedBits } from "#worker/testing/unused-bits.ts";

const listings = /^\/user\/[^/]+\/submitted/;

test("1,000 posts at 12 per page cost 10 upstream calls and come once each, in order; a second walk costs none", async () => {
  const reddit = standIn({ Walker: { posts: picturePosts(1000) } });
  const app = appOver(reddit);
  const pages = await walk(app, { username: "walker", limit: 12 });
  expect(idsOf(pages)).toEqual(picturePosts(1000).map(({ name }) => name));
  expect(pages.slice(0, -1).every(({ posts }) => posts.length === 12)).toBe(true);
  expect(pages.at(-1)).toMatchObject({ nextPage: null, total: 1000 });
  expect(reddit.count(listings)).toBe(10);
  await walk(app, { username: "Walker", limit: 12 });
  expect(reddit.count(listings)).toBe(10);
});

test("a first page fetches no batch that it does not need, and no empty last page follows", async () => {
  const reddit = standIn({ Exact: { posts: picturePosts(200) } });
  const app = appOver(reddit);
  const first = await search(app, { username: "Exact", limit: 100 });
  expect(reddit.count(listings)).toBe(1);
  expect(first.posts).toHaveLength(100);
  const second = await search(app, { username: "Exact", limit: 100, after: first.nextPage });
  expect(second).toMatchObject({ nextPage: null, total: 200 });
  expect(second.posts).toHaveLength(100);
});

test("a page is filled from as many batches as it takes, but a request makes at most three calls", async () => {
  const posts = Array.from({ length: 700 }, (_, index) =>
    index % 70 === 69 ? picturePost(index) : textPost(index),
  );
  const app = appOver(standIn({ Sparse: { posts } }));
  const cold = await walk(app, { username: "Sparse", limit: 4 });
  expect(cold.map((page) => page.posts.length)).toEqual([2, 4, 4]);
  const warm = await walk(app, { username: "Sparse", limit: 4 });
  expect(warm.map((page) => page.posts.length)).toEqual([4, 4, 2]);
  expect(idsOf(warm)).toEqual(idsOf(cold));
});

test("a listing that points back to a batch already read ends there", async () => {
  const reddit = standIn({ Circular: { posts: picturePosts(5) } });
  const children = picturePosts(5).map((data) => ({ kind: "t3", data }));
  reddit.instead = ({ pathname, searchParams }) => {
    const after = searchParams.get("after") === "t3_p4" ? "t3_p3" : "t3_p4";
    return listings.test(pathname) ? Response.json({ data: { children, after } }) : null;
  };
  const app = appOver(reddit);
  const first = await search(app, { username: "Circular" });
  expect(first.posts).toHaveLength(5);
  const rest = await search(app, { username: "Circular", after: first.nextPage });
  expect(rest).toMatchObject({ posts: [], nextPage: null });
});

test("a warm page costs a new isolate one KV read and one D1 statement of at most 40 rows, and writes nothing", async () => {
  const { KV, reads, writes } = recordingKv();
  const app = appOver(standIn({ Warm: { posts: picturePosts(250) } }), { env: { KV } });
  const cold = await walk(app, { username: "Warm", limit: 12 });
  for (const [index, page] of cold.entries()) {
    const after = index === 0 ? null : cold[index - 1]?.nextPage;
    forgetCacheEntries();
    await app.request("/api/admin/nsfw-subreddits");
    app.meter.reset();
    reads.length = writes.length = 0;
    const warm = await search(app, { username: "Warm", limit: 12, after });
    expect(warm.posts).toEqual(page.posts);
    expect([reads.length, writes.length], `page ${index}`).toEqual([1, 0]);
    expect(app.meter.statements).toBeLessThanOrEqual(1);
    expect(app.meter.rowsRead).toBeLessThanOrEqual(40);
    expect(app.meter.rowsWritten).toBe(0);
    await search(app, { username: "Warm", limit: 12, after });
    expect([reads.length, writes.length], `page ${index} again`).toEqual([1, 0]);
  }
});

/** A page of 100 ends with its batch, so new posts push its last posts into the next batch. */
test.each([
  [40, 100],
  [100, 100],
  // A walk with pages of 40 stores the first posts of the second batch as a tail of the first batch.
  [100, 40],
])(
  "a walk with pages of %i continues correctly after new posts on top and a walk with pages of %i",
  async (limit, otherLimit) => {
    const clock = testClock();
    const name = `Moving${limit}and${otherLimit}`;
    const reddit = standIn({ [name]: { posts: picturePosts(150) } });
    const app = appOver(reddit, { clock });
    const first = await search(app, { username: name, limit });
    clock.advance(6 * 60_000);
    const fresh = Array.from({ length: 5 }, (_, index) =>
      picturePost(1000 + index, { created_utc: 1_790_000_600 - index }),
    );
    const posts = [...fresh, ...picturePosts(150)];
    reddit.creators[name] = { posts };
    const whole = async (pageSize: number) =>
      idsOf(await walk(app, { username: name, limit: pageSize }));
    const rest: SearchResponse[] = [];
    await search(app, { username: name, limit: 1 });
    expect(await whole(otherLimit)).toEqual(posts.map((post) => post.name));
    for (let after = first.nextPage; after; after = rest.at(-1)?.nextPage ?? null) {
      rest.push(await search(app, { username: name, limit, after }));
    }
    expect([...idsOf([first]), ...idsOf(rest)]).toEqual(picturePosts(150).map((post) => post.name));
    expect(await whole(30)).toEqual(posts.map((post) => post.name));
  },
);

test("a walk loses no post when the last one shown is deleted", async () => {
  const clock = testClock();
  const reddit = standIn({ Shrinking: { posts: picturePosts(60) } });
  const app = appOver(reddit, { clock });
  const first = await search(app, { username: "Shrinking", limit: 20 });
  clock.advance(6 * 60_000);
  reddit.creators.Shrinking = { posts: picturePosts(60).filter((_, index) => index !== 19) };
  await search(app, { username: "Shrinking", limit: 1 });
  const second = await search(app, { username: "Shrinking", limit: 20, after: first.nextPage });
  expect(second.posts[0]?.id).toBe(picturePost(20).name);
});

test("a forged, cut or foreign cursor is a 400 for the field `after` with a remedy, without an upstream call", async () => {
  const reddit = standIn({ Ann: { posts: picturePosts(50) }, Bob: { posts: picturePosts(50) } });
  const app = appOver(reddit);
  const cursor = String((await search(app, { username: "Ann", limit: 12 })).nextPage);
  const before = reddit.calls.length;
  const attempts = [
    { username: "Bob", after: cursor },
    { username: "Ann", sortBy: "top", after: cursor },
    { username: "Ann", after: cursor.slice(0, -1) },
    { username: "Ann", after: `${cursor}x` },
    { username: "Ann", after: `${cursor} ` },
    { username: "Ann", after: withUnusedBits(cursor) },
    { username: "Ann", after: `A${cursor.slice(1)}` },
    { username: "Ann", after: "t3_abc" },
    { username: "Ann", after: ".." },
    { username: "Ann", after: "é".repeat(3000) },
  ];
  for (const attempt of attempts) {
    const answer = await app.send("POST", "/api/reddit/search", attempt);
    expect(answer.status, JSON.stringify(attempt)).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: "http.validation",
      fields: { after: expect.stringContaining("Please reload the page.") },
    });
  }
  expect(reddit.calls.length).toBe(before);
  expect((await search(app, { username: "ann", limit: 12, after: cursor })).posts).toHaveLength(12);
});

test("an answer has every field, its posts too", async () => {
  const posts = [picturePost(1), picturePost(2, { subreddit: "Other", url: picturePost(1).url })];
  const about = {
    icon_img: "https://styles.redditmedia.com/a.png?x=1&amp;s=2",
    subreddit: { title: "Ann A." },
  };
  const app = appOver(standIn({ Fields: { posts, about } }));
  const body = await search(app, { username: "fields" });
  expect(body).toEqual({
    success: true,
    posts: [
      {
        id: "t3_p1",
        title: "Picture 1",
        username: "Ann",
        author: "Ann",
        subreddit: "pics",
        mediaType: "image",
        thumbnailUrl: "https://i.redd.it/file1.jpg",
        url: "https://i.redd.it/file1.jpg",
        permalink: "/r/pics/comments/p1/picture/",
        redditUrl: "https://www.reddit.com/r/pics/comments/p1/picture/",
        heartCount: 0,
        rank: null,
        isNsfw: false,
        nsfw: false,
        subredditIsNsfw: false,
        isSpoiler: false,
        createdAt: "2026-09-21T14:12:20.000Z",
        created: 1_789_999_940,
        score: 999,
        numComments: 3,
        awardsCount: 0,
        authorAvatar: "https://styles.redditmedia.com/a.png?x=1&s=2",
        galleryImages: [],
        media: {
          kind: "image",
          image: { url: "https://i.redd.it/file1.jpg", width: 0, height: 0 },
          srcset: [],
          caption: null,
        },
        thumbnails: [{ url: "https://i.redd.it/file1.jpg", width: 0, height: 0 }],
        alsoIn: [
          {
            subreddit: "Other",
            permalink: "/r/pics/comments/p2/picture/",
            redditUrl: "https://www.reddit.com/r/pics/comments/p2/picture/",
          },
        ],
      },
    ],
    nextPage: null,
    total: 1,
    totalExact: true,
    userExists: true,
    message: null,
    userInfo: {
      id: "t2_fields1",
      username: "Fields",
      title: "Ann A.",
      avatarUrl: "https://styles.redditmedia.com/a.png?x=1&s=2",
      heartCount: 0,
      rank: null,
    },
    source: "reddit",
    sortExact: true,
    stale: false,
    fetchedAt: "2026-11-01T12:00:00.000Z",
    profileState: "ok",
    hasArchive: false,
    checked: true,
  });
});

test("each order goes upstream by name, top with all time", async () => {
  const reddit = standIn({ Sorted: { posts: picturePosts(3) } });
  const app = appOver(reddit);
  for (const sortBy of ["new", "hot", "top"]) await search(app, { username: "Sorted", sortBy });
  const asked = reddit.calls.filter((call) => listings.test(call));
  expect(asked.map((call) => new URL(call, "https://x.test").searchParams.toString())).toEqual([
    "sort=new&limit=100&raw_json=1",
    "sort=hot&limit=100&raw_json=1",
    "sort=top&limit=100&raw_json=1&t=all",
  ]);
});

test("media shown in an earlier batch does not come back in a later one", async () => {
  const posts = picturePosts(150);
  posts[120] = picturePost(120, { url: picturePost(3).url, subreddit: "again" });
  const pages = await walk(appOver(standIn({ Again: { posts } })), {
    username: "Again",
    limit: 50,
  });
  expect(idsOf(pages)).toHaveLength(149);
  expect(idsOf(pages)).not.toContain("t3_p3c");
});

test("a creator on the board carries the rank", async () => {
  await storedUser("t2_ranked", "ranked", 7);
  const about = { name: "Ranked", id: "ranked" };
  const app = appOver(standIn({ Ranked: { posts: picturePosts(2), about } }));
  await recomputeBoards(app.deps());
  const { userInfo } = await search(app, { username: "ranked" });
  expect(userInfo).toMatchObject({ id: "t2_ranked", heartCount: 7, rank: 1 });
});

test("a page over two batches does not overwrite a refresh of its first batch that ended meanwhile", async () => {
  const clock = testClock();
  const reddit = standIn({ Renewed: { posts: picturePosts(150) } });
  const app = appOver(reddit, { clock });
  const ask = (after?: string | null) => search(app, { username: "Renewed", limit: 80, after });
  const before = await ask();
  reddit.creators.Renewed = { posts: [picturePost(900), ...picturePosts(150)] };
  clock.advance(6 * 60_000);
  const { promise: isLaterAsked, resolve: laterAsked } = Promise.withResolvers<null>();
  reddit.instead = (url) => {
    if (!listings.test(url.pathname)) return null;
    if (!url.searchParams.has("after")) return isLaterAsked;
    laterAsked(null);
    return refreshed();
  };
  const refreshed = async () => {
    while ((await ask()).fetchedAt === before.fetchedAt) await systemClock.sleep(5);
    return null;
  };
  await ask(before.nextPage);
  for (const memory of ["warm", "new"]) {
    expect((await ask()).posts[0]?.id, memory).toBe(picturePost(900).name);
    forgetCacheEntries();
  }
  expect(reddit.count(listings)).toBe(3);
});
