import { expect, test } from "vitest";
import { systemClock } from "#worker/clock.ts";
import { appOver, search } from "#worker/testing/search.ts";
import { picturePost, picturePosts, standIn, type StandIn } from "#worker/testing/stand-in.ts";
import { testClock } from "#worker/testing/test-app.ts";

type Fault = () => Response | Promise<Response>;

const page = (status: number, headers = {}): Fault => {
  return () => new Response("<html>whoa there, pardner!</html>", { status, headers });
};
const json = (status: number, headers = {}): Fault => {
  return () => Response.json({ message: "No", error: status }, { status, headers });
};
const body = (text: string): Fault => {
  return () => new Response(text, { headers: { "Content-Type": "application/json" } });
};
const refused: Fault = () => Promise.reject(new Error("internal error; reference = abc"));
const silent: Fault = () => new Promise(() => undefined);
const drip: Fault = () =>
  new Response(
    new ReadableStream({
      async pull(controller) {
        await systemClock.sleep(30);
        controller.enqueue(new TextEncoder().encode(" "));
      },
    }),
  );

/** Eight seconds in a tenth of one. */
const hasty = () => ({ ...testClock(), timeout: () => AbortSignal.timeout(100) });

interface State {
  status: number;
  error: string;
  retryAfter?: string;
}

const unavailable: State = { status: 503, error: "reddit.unavailable" };
const blocked: State = { status: 503, error: "reddit.blocked" };
const limited = (retryAfter: string): State => ({
  status: 429,
  error: "reddit.rate_limited",
  retryAfter,
});

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
  ["a redirect", page(302, { Location: "https://www.reddit.com/login" }), unavailable],
  ["404 with a page", page(404), unavailable],
  ["a token refused twice", json(401), unavailable],
  ["403 with a page", page(403), blocked],
  ["429 with the reset", page(429, { "x-ratelimit-reset": "249" }), limited("249")],
  ["429 with Retry-After", json(429, { "Retry-After": "17" }), limited("17")],
  ["429 with nothing", () => new Response(null, { status: 429 }), limited("60")],
  ["403 with Retry-After", page(403, { "Retry-After": "9" }), limited("9")],
  ["an error said under 200", body('{"message":"Too Many Requests","error":429}'), limited("60")],
];

let names = 0;
function faultyCreator(path: RegExp, fault: Fault): { name: string; reddit: StandIn } {
  names += 1;
  const name = `Faulty${names}`;
  const reddit = standIn({ [name]: { posts: picturePosts(3) } });
  reddit.instead = (url) => (path.test(url.pathname) ? fault() : null);
  return { name, reddit };
}

/** The state an answer names; each has a sentence about Reddit. */
async function stateOf(answer: Response): Promise<State> {
  const { error, message } = await answer.json<{ error: string; message: string }>();
  const retryAfter = answer.headers.get("Retry-After");
  return {
    status: answer.status,
    error: message.includes("Reddit") ? error : message,
    ...(retryAfter !== null && { retryAfter }),
  };
}

test.each(LISTING_FAULTS)("%s of the listing has its own answer", async (_, fault, state) => {
  const { name, reddit } = faultyCreator(/submitted/, fault);
  const app = appOver(reddit, { clock: hasty() });
  expect(await stateOf(await app.send("POST", "/api/reddit/search", { username: name }))).toEqual(
    state,
  );
});

/** The token belongs to the deployment: each fault gets one of its own. */
const TOKEN_FAULTS: [string, Fault, State][] = [
  ["a refused connection", refused, unavailable],
  ["no answer in time", silent, unavailable],
  ["401: a wrong client", json(401), unavailable],
  ["400: a wrong grant", body('{"error":"invalid_grant"}'), unavailable],
  ["500", page(500), unavailable],
  ["200 with a page", page(200), unavailable],
  ["403 with a page", page(403), blocked],
  ["429", page(429, { "Retry-After": "8" }), limited("8")],
];

test.each(TOKEN_FAULTS)("%s of the token has its own answer", async (_, fault, state) => {
  const { name, reddit } = faultyCreator(/access_token/, fault);
  const env = { REDDIT_CLIENT_ID: `client-of-${name}` };
  const app = appOver(reddit, { clock: hasty(), env });
  expect(await stateOf(await app.send("POST", "/api/reddit/search", { username: name }))).toEqual(
    state,
  );
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
    const found = await search(appOver(reddit, { clock: hasty() }), { username: name });
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
  for (const [, fault, state] of shared) {
    const { name, reddit } = faultyCreator(/about/, fault);
    const app = appOver(reddit, { clock: hasty() });
    expect(await stateOf(await app.request(`/api/reddit/user/${name}`))).toEqual(state);
  }
});

test("nobody, suspended, hidden and empty are four different answers", async () => {
  const listing = (children: unknown[]) => Response.json({ data: { children, after: null } });
  const gone = () => Response.json({ message: "Not Found", error: 404 }, { status: 404 });
  const barred = () => Response.json({ message: "Forbidden", error: 403 }, { status: 403 });
  const about = (data: Record<string, unknown>) => () =>
    Response.json({ kind: "t2", data: { name: "Somebody", id: "s1", ...data } });
  const suspended = about({ id: undefined, is_suspended: true });
  const cases: [string, Fault, Fault, Record<string, unknown>][] = [
    ["nobody", gone, gone, { userExists: false, profileState: "not_found", userInfo: null }],
    ["suspended-403", barred, suspended, { userExists: true, profileState: "suspended" }],
    ["suspended-500", page(500), suspended, { userExists: true, profileState: "suspended" }],
    ["hidden-empty", () => listing([]), about({ link_karma: 11 }), { profileState: "hidden" }],
    ["hidden-404", gone, about({ link_karma: 1 }), { profileState: "hidden" }],
    ["hidden-403", barred, about({}), { profileState: "hidden", userExists: true }],
    ["empty", () => listing([]), about({ link_karma: 10 }), { profileState: "ok", total: 0 }],
  ];
  for (const [name, submitted, profile, expected] of cases) {
    const reddit = standIn({});
    reddit.instead = (url) => {
      if (url.pathname.endsWith("/submitted")) return submitted();
      return url.pathname.endsWith("/about") ? profile() : null;
    };
    const app = appOver(reddit);
    expect(await search(app, { username: name }), name).toMatchObject({
      posts: [],
      nextPage: null,
      ...expected,
    });
    const user = await (await app.request(`/api/reddit/user/${name}`)).json();
    expect(user, name).toMatchObject({ profileState: expected.profileState });
  }
});

test("a later batch that fails shortens the page at hand and is named by the next call", async () => {
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

test("a refused connection or a gateway's error is tried once more; nothing else is", async () => {
  const cases: [Fault, number][] = [
    [refused, 2],
    [page(502), 2],
    [page(503), 2],
    [page(500), 1],
    [page(403), 1],
    [page(429), 1],
    [silent, 1],
  ];
  for (const [fault, calls] of cases) {
    const { name, reddit } = faultyCreator(/submitted/, fault);
    await appOver(reddit, { clock: hasty() }).send("POST", "/api/reddit/search", {
      username: name,
    });
    expect(reddit.count(/submitted/)).toBe(calls);
  }
});

test("calls go to the configured bases alone, whatever a post links to, and follow no redirect", async () => {
  const inside = "https://169.254.169.254/latest/meta-data.jpg";
  const posts = [picturePost(1, { url: inside, thumbnail: inside }), picturePost(2)];
  const reddit = standIn({ Linker: { posts, about: { icon_img: inside } } });
  const seen: { origin: string; redirect: string | undefined }[] = [];
  reddit.instead = ({ origin }, init) => {
    seen.push({ origin, redirect: init?.redirect });
    return null;
  };
  const app = appOver(reddit, { env: { REDDIT_CLIENT_ID: "linker-test" } });
  expect(JSON.stringify(await search(app, { username: "Linker" }))).toContain(inside);
  expect((await app.request("/api/reddit/user/Linker")).status).toBe(200);
  expect((await app.request("/api/reddit/post/p1")).status).toBe(200);
  const origins = new Set(seen.map(({ origin }) => origin));
  expect(origins).toEqual(new Set(["https://www.reddit.com", "https://oauth.reddit.com"]));
  expect(new Set(seen.map(({ redirect }) => redirect))).toEqual(new Set(["manual"]));
});

test("a failure is remembered for ten seconds, and service returns by itself", async () => {
  const clock = testClock();
  const { name, reddit } = faultyCreator(/submitted/, page(500));
  const app = appOver(reddit, { clock });
  const ask = () => app.send("POST", "/api/reddit/search", { username: name });
  expect((await ask()).status).toBe(503);
  reddit.instead = () => null;
  clock.advance(9_000);
  expect((await ask()).status).toBe(503);
  expect(reddit.count(/submitted/)).toBe(1);
  clock.advance(1_001);
  expect((await ask()).status).toBe(200);
});
