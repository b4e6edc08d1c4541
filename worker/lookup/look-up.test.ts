import { expect, test } from "vitest";
import type { Caller } from "#worker/call-budget/port.ts";
import { derive, type Fetch } from "#worker/deps.ts";
import { picturePost, REDDIT_ENV, standIn } from "#worker/testing/stand-in.ts";
import { archiveStandIn, besideReddit } from "#worker/testing/archive-stand-in.ts";
import { GRANTED } from "#worker/testing/call-budgets.ts";
import { appOver } from "#worker/testing/search.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";
import { RequestBudget } from "#worker/visitor-budget/visitor-budget.ts";
import { lookUpPost, lookUpUserAt } from "./look-up.ts";
import { recheckPost, recheckUser } from "./check-source.ts";

const SHOWN = () => false;

const picture = {
  kind: "t3",
  data: {
    name: "t3_abc1",
    id: "abc1",
    title: "A &amp; B",
    author: "Ann",
    author_fullname: "t2_ann1",
    subreddit: "pics",
    permalink: "/r/pics/comments/abc1/a/",
    url: "https://i.redd.it/pic1.jpg",
    created_utc: 1_790_000_000,
    over_18: false,
    score: 5,
    num_comments: 2,
  },
};
const removed = { kind: "t3", data: { ...picture.data, name: "t3_abc2", author: "[deleted]" } };

/** Answers the token call, and other calls by the beginning of their path. */
function reddit(table: Record<string, () => Response>): Fetch {
  return async (url) => {
    const { pathname } = new URL(url);
    if (pathname === "/api/v1/access_token") {
      return Response.json({ access_token: "t", token_type: "bearer", expires_in: 3600 });
    }
    const found = Object.entries(table).find(([path]) => pathname.startsWith(path));
    return found
      ? found[1]()
      : Response.json({ message: "Not Found", error: 404 }, { status: 404 });
  };
}

const info = (...children: unknown[]) => Response.json({ kind: "Listing", data: { children } });

test("a post is found by id with or without its prefix, with its author's id", async () => {
  const app = testApp({ env: REDDIT_ENV, fetch: reddit({ "/api/info": () => info(picture) }) });
  for (const id of ["abc1", "t3_abc1"]) {
    const found = await lookUpPost(app.deps(), id, SHOWN);
    expect(found).toMatchObject({
      authorId: "t2_ann1",
      post: { id: "t3_abc1", title: "A & B", mediaType: "image", username: "Ann" },
    });
  }
});

test("a post deleted at Reddit, a text post and an unknown id are not found", async () => {
  const text = { kind: "t3", data: { ...picture.data, name: "t3_abc3", is_self: true, url: "" } };
  const app = testApp({
    env: REDDIT_ENV,
    fetch: reddit({ "/api/info": () => info(removed, text) }),
  });
  for (const id of ["abc2", "abc3", "abc9"])
    expect(await lookUpPost(app.deps(), id, SHOWN)).toBeNull();
});

test("a post is looked up again a minute before an address in it expires", async () => {
  const clock = testClock();
  const end = clock.now() + 3 * 60_000;
  const hls = `https://v.redd.it/one/HLSPlaylist.m3u8?a=${end / 1000}%2Cabc&v=1`;
  const video = { hls_url: hls, fallback_url: "https://v.redd.it/one/CMAF_720.mp4", duration: 5 };
  const signed = picturePost(41, {
    url: "https://v.redd.it/one",
    is_video: true,
    secure_media: { reddit_video: { ...video, width: 720, height: 1280, has_audio: true } },
  });
  const reddit = standIn({ Ann: { posts: [signed] } });
  const app = appOver(reddit, { clock });
  const asked = async () => {
    await lookUpPost(app.deps(), String(signed.id), SHOWN);
    return reddit.count(/api\/info/);
  };
  expect(await asked()).toBe(1);
  clock.advance(2 * 60_000 - 1);
  expect(await asked()).toBe(1);
  clock.advance(1);
  expect(await asked()).toBe(2);
});

test("a stale post is refreshed by a call of the refreshes' share, for its network, and not while calls are short", async () => {
  const clock = testClock();
  const callers: Caller[] = [];
  let pressure = 0;
  const take = async (_: string, caller: Caller) => (callers.push(caller), GRANTED);
  const callBudget = { take, peek: async () => ({ ...GRANTED, pressure }) };
  const app = appOver(standIn({ Ann: { posts: [picturePost(42)] } }), { clock });
  const settings = { clock, counters: () => [], sender: "a network", prefix: "ann" };
  const lookUp = async () => {
    const budget = () => ({ ...settings, isCacheOnly: false });
    const visitorBudget = new RequestBudget(budget, () => undefined);
    const deps = derive(app.deps(), { callBudget, visitorBudget });
    await lookUpPost(deps, String(picturePost(42).id), SHOWN);
    return callers.splice(0);
  };
  const sender = "a network";
  expect(await lookUp()).toContainEqual({ purpose: "newcomer", sender });
  clock.advance(10 * 60_000);
  expect(await lookUp()).toEqual([{ purpose: "refresh", sender }]);
  pressure = 1;
  clock.advance(10 * 60_000);
  expect(await lookUp()).toEqual([]);
});

test("a user is found under Reddit's spelling of the name; an impossible name makes no upstream call", async () => {
  const about = () =>
    Response.json({
      kind: "t2",
      data: { name: "Ann", id: "ann1", link_karma: 12, subreddit: null, has_verified_email: true },
    });
  const fetched: string[] = [];
  const answer = reddit({ "/user/ann/about": about });
  const app = testApp({
    env: REDDIT_ENV,
    fetch: async (url, init) => {
      fetched.push(new URL(url).pathname);
      return answer(url, init);
    },
  });
  expect((await lookUpUserAt(app.deps(), "ann")).user).toMatchObject({
    id: "t2_ann1",
    username: "Ann",
    title: "Ann",
    verifiedEmail: true,
    linkKarma: 12,
    isSuspended: false,
  });
  const asked = fetched.length;
  expect((await lookUpUserAt(app.deps(), "ANN")).user).toMatchObject({ username: "Ann" });
  expect(fetched, "from the cache").toHaveLength(asked);
  expect((await lookUpUserAt(app.deps(), "nobody")).user).toBeNull();
  const before = fetched.length;
  expect(before).toBeGreaterThan(0);
  expect((await lookUpUserAt(app.deps(), "../etc")).user).toBeNull();
  expect(fetched).toHaveLength(before);
});

test("a re-check distinguishes existing, deleted and unknown targets, and a failing source deletes nothing", async () => {
  const app = testApp({
    env: REDDIT_ENV,
    fetch: reddit({ "/api/info": () => info(picture, removed) }),
  });
  const deps = app.deps();
  expect(await recheckPost(deps, "t3_abc1")).toMatchObject({
    state: "there",
    fresh: { post: { score: 5 } },
  });
  expect(await recheckPost(deps, "t3_abc2")).toEqual({ state: "deleted" });
  expect(await recheckPost(deps, "t3_gone")).toEqual({ state: "deleted", isLeftOut: true });
  expect(await recheckUser(deps, "nobody")).toEqual({ state: "deleted" });

  const failing = testApp({
    env: REDDIT_ENV,
    fetch: reddit({ "/": () => new Response("<html>blocked</html>", { status: 403 }) }),
  });
  const blocked = {
    state: "unknown",
    failure: expect.objectContaining({ code: "reddit.blocked" }),
  };
  expect(await recheckPost(failing.deps(), "t3_abc1")).toEqual(blocked);
  expect(await recheckUser(failing.deps(), "Ann")).toEqual(blocked);
});

test("what the archive does not know while Reddit fails is Reddit's failure, and costs no more than the calls", async () => {
  const failing = { fetch: reddit({ "/": () => new Response("down", { status: 500 }) }) };
  let counted = 0;
  const app = testApp({
    fetch: besideReddit(failing, archiveStandIn([])),
    env: {
      ...REDDIT_ENV,
      REDDIT_CLIENT_ID: "unknown-to-both",
      ARCHIVE_FALLBACK: "on",
      RATE_LIMITS: "on",
      SEARCH_LIMIT: { limit: async () => ({ success: (counted += 1) < 100 }) },
    },
  });
  for (const path of ["reddit/post/zzz", "reddit/user/Nobody", "badges/users/Noone"]) {
    counted = 0;
    const answer = await app.request(`/api/${path}`);
    expect(await answer.json(), path).toMatchObject({ error: "reddit.unavailable" });
    expect(counted, path).toBe(2);
  }
});
