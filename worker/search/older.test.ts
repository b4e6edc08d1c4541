import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { HOUR_MS } from "#schema/time.ts";
import { forgetCacheEntries } from "#worker/cache/read-through.ts";
import { archivedCreator, archiveStandIn, besideReddit } from "#worker/testing/archive-stand-in.ts";
import { search } from "#worker/testing/search.ts";
import {
  NEWEST,
  picturePost,
  picturePosts,
  REDDIT_ENV,
  standIn,
  type RawPost,
} from "#worker/testing/stand-in.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";

const DAY = 86_400;
/** One post per day. */
const postsOf = (author: string) =>
  picturePosts(150).map((post, index): RawPost => ({
    ...post,
    author,
    created_utc: NEWEST - index * DAY,
  }));
const posts = postsOf("Ann");
const dayOf = (index: number) => new Date((NEWEST - index * DAY) * 1000).toISOString().slice(0, 10);
const FALLBACK = { ...REDDIT_ENV, ARCHIVE_FALLBACK: "on" };

test("posts before a day come from the archive, up to the last one, even if Reddit is the source", async () => {
  const archive = archiveStandIn(posts);
  const app = testApp({ fetch: archive.fetch, env: FALLBACK });
  const first = await search(app, { username: "ann", limit: 100, before: dayOf(20) });
  expect(first).toMatchObject({ source: "archive", userExists: true });
  expect(first.posts[0]?.id).toBe(posts[21]?.name);
  const rest = await search(app, { username: "ann", limit: 100, after: first.nextPage });
  expect([...first.posts, ...rest.posts].map(({ id }) => id)).toEqual(
    posts.slice(21).map(({ name }) => name),
  );
  expect(rest.nextPage).toBeNull();
  expect(archive.calls.every(({ pathname }) => pathname.startsWith("/api/"))).toBe(true);
});

test("a day's older posts are fetched once, for all visitors", async () => {
  const archive = archiveStandIn(postsOf("Bea"));
  const app = testApp({ fetch: archive.fetch, env: FALLBACK });
  const ask = { username: "Bea", limit: 10, before: dayOf(90) };
  await search(app, ask);
  const calls = () =>
    archive.calls.filter(({ pathname }) => !pathname.startsWith("/api/v1/")).length;
  expect(calls()).toBe(2);
  await search(app, ask);
  expect(calls()).toBe(2);
});

test("a cursor goes on from its own place, whatever day is sent with it", async () => {
  const app = testApp({ fetch: archiveStandIn(postsOf("Cleo")).fetch, env: FALLBACK });
  const ask = { username: "Cleo", limit: 10 };
  const { nextPage } = await search(app, { ...ask, before: dayOf(20) });
  const idsWith = async (before?: string) =>
    (await search(app, { ...ask, after: nextPage, before })).posts.map(({ id }) => id);
  const next = await idsWith();
  expect(next).toHaveLength(10);
  expect(await idsWith(dayOf(20))).toEqual(next);
  expect(await idsWith(dayOf(90))).toEqual(next);
});

test("a post of a day's first second belongs to that day", async () => {
  const midnight = Date.parse(`${dayOf(20)}T00:00:00Z`) / 1000;
  const archive = archiveStandIn(
    [1, 0, -1].map((later, index) =>
      picturePost(index, { author: "Midnight", created_utc: midnight + later }),
    ),
  );
  const app = testApp({ fetch: archive.fetch, env: FALLBACK });
  const { posts: found, total } = await search(app, { username: "Midnight", before: dayOf(20) });
  expect(found.map(({ id }) => id)).toEqual(["t3_p2"]);
  expect(total).toBe(1);
});

test("the first and the last possible day are accepted", async () => {
  const archive = archiveStandIn(postsOf("Edge"));
  const app = testApp({ fetch: archive.fetch, env: FALLBACK });
  const before = async (day: string) =>
    (await search(app, { username: "Edge", limit: 100, before: day })).posts.length;
  expect(await before("2005-01-01")).toBe(0);
  expect(await before("9999-12-31")).toBe(100);
  const asked = archive.calls.flatMap(({ searchParams }) => searchParams.get("before") ?? []);
  expect(asked).toEqual(["1104537599", "253402214399"]);
});

test("a search before a day is refused without an archive, in other orders, and for an invalid day", async () => {
  const archive = archiveStandIn(posts);
  const refused = async (body: object, env: Record<string, string> = FALLBACK) => {
    const app = testApp({ fetch: archive.fetch, env });
    return app.send("POST", "/api/reddit/search", { username: "Ann", ...body });
  };
  const answers: [Response, string][] = [
    [await refused({ before: dayOf(1) }, REDDIT_ENV), "Older posts cannot be shown here"],
    [await refused({ before: dayOf(1), sortBy: "top" }), "Sort must be new where before is set"],
  ];
  const noDays = [
    "2026-13-01",
    "2026-02-31",
    "1969-12-31",
    "2004-12-31",
    "yesterday",
    1_700_000_000,
  ];
  const badDay = "Before must be a day from 2005 on, like 2026-11-22";
  for (const before of noDays) answers.push([await refused({ before }), badDay]);
  for (const [answer, before] of answers) {
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ fields: { before } });
  }
  expect(archive.calls).toEqual([]);
});

test.each(["top", "hot", "new"])(
  "a cursor into the archive by %s shows no post of a creator who hides them since",
  async (sortBy) => {
    const username = `Hid_${sortBy}`;
    const archive = archiveStandIn(postsOf(username));
    const reddit = standIn({ [username]: { posts: [] } });
    let isDown = true;
    reddit.instead = () => (isDown ? new Response("blocked", { status: 403 }) : null);
    const clock = testClock();
    const app = testApp({
      env: { ...FALLBACK, REDDIT_CLIENT_ID: username },
      fetch: besideReddit(reddit, archive),
      clock,
    });
    const first = await search(app, { username, sortBy, limit: 50 });
    expect(first).toMatchObject({ source: "archive", profileState: "ok" });
    const rest = { username, sortBy, limit: 50, after: first.nextPage };
    expect((await search(app, rest)).posts).toHaveLength(50);
    isDown = false;
    clock.advance(11_000);
    expect(await search(app, { username })).toMatchObject({ profileState: "hidden" });
    expect(await search(app, rest)).toMatchObject({ profileState: "hidden", posts: [] });
  },
);

test("posts of a suspended creator are not shown by day either", async () => {
  const username = "Banned_creator";
  const reddit = standIn({ [username]: { posts: [], about: { is_suspended: true } } });
  const fetch = besideReddit(reddit, archiveStandIn(postsOf(username)));
  const app = testApp({ fetch, env: { ...FALLBACK, REDDIT_CLIENT_ID: username } });
  expect(await search(app, { username, before: dayOf(20) })).toMatchObject({
    posts: [],
    profileState: "suspended",
    source: "reddit",
  });
});

test("a cursor into the archive counts from the newest listing that showed the creator's posts", async () => {
  const username = "Walked_on";
  const { env: own, fetch } = archivedCreator(username, postsOf(username));
  const clock = testClock();
  const app = testApp({ fetch, env: own, clock });
  const body = { username, limit: 30 };
  const first = await search(app, { ...body, before: dayOf(20) });
  clock.advance(20 * HOUR_MS);
  await search(app, body);
  const second = await search(app, { ...body, after: first.nextPage });
  clock.advance(10 * HOUR_MS);
  const { keys } = await env.KV.list({ prefix: "listing:" });
  await Promise.all(keys.map(({ name }) => env.KV.delete(name)));
  forgetCacheEntries();
  expect((await search(app, { ...body, after: second.nextPage })).posts).toHaveLength(30);
});
