import { expect, test } from "vitest";
import { systemClock } from "#worker/lib/clock.ts";
import {
  blocked,
  body,
  drip,
  faultyCreator,
  json,
  limited,
  page,
  refused,
  silent,
  stateOf,
  unavailable,
  type Fault,
  type State,
} from "#worker/testing/faults.ts";
import { namespaceOf } from "#worker/testing/call-budgets.ts";
import { appOver, search } from "#worker/testing/search.ts";
import { picturePost, picturePosts, standIn, textPost } from "#worker/testing/stand-in.ts";
import { hurried } from "#worker/testing/sliced-timers.ts";
import { testClock, type TestApp } from "#worker/testing/test-app.ts";

/** One second instead of eight: this clock stands still, and two timeouts in a row would reach the deadline. */
const hasty = () => ({ ...testClock(), timeout: () => AbortSignal.timeout(1_000) });
const searchFor = (app: TestApp, username: string) =>
  hurried(() => app.send("POST", "/api/reddit/search", { username }));

/** docs/upstream-states.md, in the same order. */
const LISTING_FAULTS: [string, Fault, State][] = [
  ["a refused connection", refused, unavailable],
  ["no answer in time", silent, unavailable],
  ["a body that drips and never ends", drip, unavailable],
  ["500", page(500), unavailable],
  ["503", page(503), unavailable],
  ["200 with a page", page(200), unavailable],
  ["200 with nothing", body(""), unavailable],
  ["a body cut off", body('{"kind":"Listing","data":{"children":[{"ki'), unavailable],
  ["JSON of another shape", body('{"data":{"children":{}}}'), unavailable],
  [
    "more than 16 MB",
    body(`{"kind":"Listing","data":{"children":[]}}${" ".repeat(16_000_000)}`),
    unavailable,
  ],
  ["a redirect", page(302, { Location: "https://www.reddit.com/login" }), unavailable],
  ["404 with a page", page(404), unavailable],
  ["a token refused twice", json(401), blocked],
  ["a token refused twice with a page", page(401), blocked],
  ["403 with a page", page(403), blocked],
  ["429 with the reset", page(429, { "x-ratelimit-reset": "248.2" }), limited("249")],
  [
    "429 with the reset as a Unix time",
    page(429, { "x-ratelimit-reset": String(testClock().now() / 1000 + 249) }),
    limited("249"),
  ],
  ["429 with Retry-After", json(429, { "Retry-After": "17" }), limited("17")],
  ["429 with nothing", () => new Response(null, { status: 429 }), limited("60")],
  ["403 with Retry-After", page(403, { "Retry-After": "9" }), limited("9")],
  ["an error said under 200", body('{"message":"Too Many Requests","error":429}'), limited("60")],
  ["an outage that says 404", () => Response.json({ error: 404 }, { status: 500 }), unavailable],
  ["a refusal said under 200", body('{"data":{"children":[]},"error":400}'), unavailable],
];

test.each(LISTING_FAULTS)("%s of the listing has its own answer", async (_, fault, state) => {
  const { name, reddit } = faultyCreator(/submitted/, fault);
  const app = appOver(reddit, { clock: hasty() });
  expect(await stateOf(await searchFor(app, name))).toEqual(state);
});

test("a listing with a number `error` that is no HTTP status is a valid listing", async () => {
  const { name, reddit } = faultyCreator(/submitted/, () =>
    Response.json({ kind: "Listing", data: { children: [] }, error: 0 }),
  );
  expect(await search(appOver(reddit), { username: name })).toMatchObject({ posts: [] });
});

/** A token is shared per deployment, so each fault has its own deployment. */
const TOKEN_FAULTS: [string, Fault, State][] = [
  ["a refused connection", refused, unavailable],
  ["no answer in time", silent, unavailable],
  ["401: a wrong client", json(401), blocked],
  ["400: a wrong grant", json(400), blocked],
  ["200 with an error", body('{"error":"invalid_grant"}'), unavailable],
  ["500", page(500), unavailable],
  ["200 with a page", page(200), unavailable],
  ["403 with a page", page(403), blocked],
  ["403 in JSON", json(403), blocked],
  ["429", page(429, { "Retry-After": "8" }), limited("8")],
  [
    "429 with a date",
    page(429, { "Retry-After": "Sun, 01 Nov 2026 12:02:00 GMT" }),
    limited("120"),
  ],
  ["429 for a day", page(429, { "Retry-After": "86400" }), limited("3600")],
  ["429 without end", page(429, { "Retry-After": "1e400" }), limited("60")],
];

test.each(TOKEN_FAULTS)("%s of the token has its own answer", async (_, fault, state) => {
  const { name, reddit } = faultyCreator(/access_token/, fault);
  const env = { REDDIT_CLIENT_ID: `client-of-${name}` };
  const app = appOver(reddit, { clock: hasty(), env });
  expect(await stateOf(await searchFor(app, name))).toEqual(state);
});

const PROFILE_FAULTS: [string, Fault][] = [
  ["a refused connection", refused],
  ["no answer in time", silent],
  ["500", page(500)],
  ["403 with a page", page(403)],
  ["403 in JSON", json(403)],
  ["404 beside posts", json(404)],
  ["429", page(429)],
  ["a body cut off", body('{"kind":"t2"')],
];

test.each(PROFILE_FAULTS)(
  "%s of the profile alone costs the profile, not the posts",
  async (_, fault) => {
    const { name, reddit } = faultyCreator(/about/, fault);
    const found = await hurried(() =>
      search(appOver(reddit, { clock: hasty() }), { username: name }),
    );
    expect(found).toMatchObject({
      userExists: true,
      profileState: "ok",
      userInfo: { id: "", username: name, title: name, avatarUrl: null },
    });
    expect(found.posts).toHaveLength(3);
  },
);

test("GET /api/reddit/user answers a failing profile with the same states", async () => {
  const shared = LISTING_FAULTS.filter(([fault]) => fault !== "JSON of another shape");
  for (const [, fault, state] of [...shared, ["403 in JSON", json(403), blocked] as const]) {
    const { name, reddit } = faultyCreator(/about/, fault);
    const app = appOver(reddit, { clock: hasty() });
    const answer = await hurried(() => app.request(`/api/reddit/user/${name}`));
    expect(await stateOf(answer)).toEqual(state);
  }
});

test("a later batch that fails shortens the page, and the next call gets the error", async () => {
  const reddit = standIn({ Midway: { posts: picturePosts(150) } });
  const isLater = (url: URL) => url.searchParams.has("after");
  reddit.instead = (url) => (isLater(url) ? new Response("<html>", { status: 403 }) : null);
  const clock = testClock();
  const app = appOver(reddit, { clock });
  const first = await search(app, { username: "Midway", limit: 80 });
  const second = await search(app, { username: "Midway", limit: 80, after: first.nextPage });
  expect(second.posts).toHaveLength(20);
  const rest = { username: "Midway", limit: 80, after: second.nextPage };
  expect(await stateOf(await app.send("POST", "/api/reddit/search", rest))).toEqual(blocked);
  reddit.instead = () => null;
  clock.advance(10_001);
  expect((await search(app, rest)).posts).toHaveLength(50);
});

test("a listing whose next place is no post's id ends there", async () => {
  const reddit = standIn({});
  reddit.instead = (url) => {
    if (!url.pathname.endsWith("/submitted")) return null;
    const children = picturePosts(100).map((data) => ({ kind: "t3", data }));
    return Response.json({ kind: "Listing", data: { children, after: "t3_p 99" } });
  };
  const { posts, nextPage } = await search(appOver(reddit), { username: "Placed", limit: 100 });
  expect([posts.length, nextPage]).toEqual([100, null]);
});

/** A budget that grants `calls` calls and then none; `taken` lists all requested calls. */
function budgetOf(calls: number) {
  const rest = { pressure: 0, isReserved: false, waitMs: 60_000 };
  let taken = 0;
  const object = {
    take: async () => ({ isGranted: (taken += 1) <= calls, ...rest }),
    peek: async () => ({ isGranted: true, ...rest }),
  };
  return { taken: () => taken, CALL_BUDGET: namespaceOf(object) };
}

test.each([
  ["counts in the call budget", 99, 2],
  ["is not made where the budget has no call left, and the answer is the first one's", 1, 1],
])("a second try %s", async (_, calls, made) => {
  const { name, reddit } = faultyCreator(/about/, page(503));
  const { CALL_BUDGET, taken } = budgetOf(calls);
  const env = { REDDIT_CLIENT_ID: `client-of-${name}`, CALL_BUDGET };
  const app = appOver(reddit, { clock: testClock(), env });
  expect(await stateOf(await app.request(`/api/reddit/user/${name}`))).toEqual(unavailable);
  expect(reddit.count(/about/)).toBe(made);
  expect(taken()).toBe(2);
});

test("only a refused connection, a gateway error or a body of more than 16 MB is retried, once", async () => {
  const cases: [Fault, number][] = [
    [refused, 2],
    [page(502), 2],
    [page(503), 2],
    [body(" ".repeat(16_000_001)), 2],
    [page(500), 1],
    [page(403), 1],
    [page(429), 1],
    [silent, 1],
  ];
  for (const [fault, calls] of cases) {
    const { name, reddit } = faultyCreator(/submitted/, fault);
    await searchFor(appOver(reddit, { clock: hasty() }), name);
    expect(reddit.count(/submitted/)).toBe(calls);
  }
});

test("what fails after two seconds is not retried", async () => {
  for (const fault of [refused, page(503)]) {
    const clock = testClock();
    const { name, reddit } = faultyCreator(/submitted/, () => {
      clock.advance(2_000);
      return fault();
    });
    await appOver(reddit, { clock }).send("POST", "/api/reddit/search", { username: name });
    expect(reddit.count(/submitted/)).toBe(1);
  }
});

test("calls go to the configured hosts only, never to a post's link, follow no redirect and ask for plain text", async () => {
  const inside = "https://169.254.169.254/latest/meta-data.jpg";
  const posts = [picturePost(1, { url: inside, thumbnail: inside }), picturePost(2)];
  const reddit = standIn({ Linker: { posts, about: { icon_img: inside } } });
  const seen: { origin: string; redirect: string | undefined; isRaw: boolean }[] = [];
  reddit.instead = ({ origin, searchParams }, init) => {
    const isRaw = searchParams.get("raw_json") === "1";
    seen.push({ origin, redirect: init?.redirect, isRaw });
    return null;
  };
  const app = appOver(reddit, { env: { REDDIT_CLIENT_ID: "linker-test" } });
  expect(JSON.stringify(await search(app, { username: "Linker" }))).toContain(inside);
  expect((await app.request("/api/reddit/user/Linker")).status).toBe(200);
  expect((await app.request("/api/reddit/post/p1")).status).toBe(200);
  const origins = new Set(seen.map(({ origin }) => origin));
  expect(origins).toEqual(new Set(["https://www.reddit.com", "https://oauth.reddit.com"]));
  expect(new Set(seen.map(({ redirect }) => redirect))).toEqual(new Set(["manual"]));
  expect(seen.flatMap(({ origin, isRaw }) => (isRaw ? [] : origin))).toEqual([
    "https://www.reddit.com",
  ]);
});

test.each([
  ["batch", "Cutshort_batch", /after=/],
  ["token", "Cutshort_token", /access_token/],
])(
  "a %s that its request had half a second for is asked again by the next",
  async (_, name, cut) => {
    const reddit = standIn({ [name]: { posts: [...picturePosts(150)].fill(textPost(0), 0, 50) } });
    const clock = testClock();
    const timeout = (ms: number) => AbortSignal.timeout(ms === 500 ? 10 : ms);
    let isLate = false;
    reddit.instead = async (url) => {
      if (isLate) return cut.test(url.href) ? silent() : null;
      // A token for five seconds, which expires before the second batch.
      if (url.pathname.endsWith("access_token"))
        return Response.json({ access_token: "token", expires_in: 65 });
      if (!url.pathname.endsWith("/submitted")) return null;
      while (reddit.count(/about/) === 0) await systemClock.sleep(1);
      clock.advance(11_500);
      isLate = true;
      return null;
    };
    const env = { REDDIT_CLIENT_ID: name };
    const app = appOver(reddit, { clock: { ...clock, timeout }, env });
    const first = await search(app, { username: name, limit: 60 });
    expect(first.posts).toHaveLength(50);
    reddit.instead = () => null;
    const rest = await search(app, { username: name, limit: 60, after: first.nextPage });
    expect(rest.posts).toHaveLength(50);
  },
);
