import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { SAMPLE_CLIENT } from "#sample/token.ts";
import type { ErrorCode } from "#schema/api/errors.ts";
import type { SearchResponse } from "#schema/api/posts.ts";
import { FAULTS, RETRY_SECONDS, SLOW_FAULTS, type Fault } from "#torture/standin/faults.ts";
import { Upstream, type Endpoint } from "#torture/standin/upstream.ts";
import { systemClock } from "#worker/clock.ts";
import { signUp } from "#worker/testing/people.ts";
import { testApp, type TestApp, type TestClock } from "#worker/testing/test-app.ts";
import { expectErrorBody } from "./answers.ts";

const ANSWER_MS = 13_000;
const STALE_MS = 6 * 60_000;
const FORGOTTEN_MS = 11_000;
const CREATOR = "gemhunter";
const CLIP = "amberdriftingheron";

/** A fault that only time ends costs its limit: npm run torture waits for it. */
const isLong = env.FUZZ_CASES !== "";
const inTime = (fault: Fault) => isLong || !SLOW_FAULTS.includes(fault);

/** Real time, which calls to other servers are held to, and a way to move on from it. */
function shiftedClock(): TestClock {
  let ahead = 0;
  const now = () => Date.now() + ahead;
  return { ...systemClock, now, advance: (ms) => void (ahead += ms) };
}

interface World {
  app: TestApp;
  clock: TestClock;
  upstream: Upstream;
}

let worlds = 0;

/** A deployment of its own: its bases are part of every key, so that no case sees another's cache. */
function newWorld(source: "reddit" | "archive"): World {
  worlds += 1;
  const base = `https://world-${worlds}.invalid`;
  const upstream = new Upstream();
  const clock = shiftedClock();
  const app = testApp({
    clock,
    fetch: (url, init) => upstream.answer(new Request(url, init)),
    env: {
      POST_SOURCE: source,
      REDDIT_CLIENT_ID: SAMPLE_CLIENT.id,
      REDDIT_CLIENT_SECRET: SAMPLE_CLIENT.secret,
      REDDIT_USER_AGENT: "web:torture:1.0 (by /u/torture)",
      REDDIT_AUTH_URL: base,
      REDDIT_API_URL: base,
      ARCHIVE_API_URL: base,
      REDGIFS_API_URL: base,
    },
  });
  return { app, clock, upstream };
}

const search = ({ app }: World) =>
  app.send("POST", "/api/reddit/search", { username: CREATOR, limit: 12 });
const profile = ({ app }: World) => app.request(`/api/reddit/user/${CREATOR}`);
const clip = ({ app }: World) => app.request(`/api/reddit/redgifs/${CLIP}`);
const badges = ({ app }: World) => app.request(`/api/badges/users/${CREATOR}`);
const refreshed = ({ app }: World) => app.send("POST", `/api/badges/users/${CREATOR}/refresh`, {});

/** A post of the sample: its id never changes, and a world of its own has found it. */
let knownPost: Promise<string> | undefined;
const postId = () =>
  (knownPost ??= search(newWorld("reddit")).then(
    async (answer) => (await answer.json<SearchResponse>()).posts[0]?.id ?? "",
  ));
const post = async ({ app }: World) => app.request(`/api/reddit/post/${await postId()}`);

/** Deleting the owners deletes their posts: whatever is hearted next has to be looked up. */
const forgetTargets = () => env.DB.prepare("delete from reddit_user").run();

async function voteFor(world: World, place: string, id: string): Promise<Response> {
  const { cookie } = await signUp(world.app, `voter_${worlds}_${Math.floor(Math.random() * 1e6)}`);
  const path = `/api/leaderboard/${place}/${id}/vote`;
  return world.app.request(path, { method: "POST", headers: { cookie } });
}

async function inItsTime(ask: () => Promise<Response>): Promise<Response> {
  const started = performance.now();
  const answer = await ask();
  expect(performance.now() - started).toBeLessThan(ANSWER_MS);
  return answer;
}

type Noun = "reddit" | "archive" | "redgifs";

function codeFor(fault: Fault, noun: Noun): ErrorCode {
  if (fault === "429" || fault === "429-retry") return `${noun}.rate_limited`;
  return fault === "html-403" && noun === "reddit" ? "reddit.blocked" : `${noun}.unavailable`;
}

async function expectFault(answer: Response, fault: Fault, noun: Noun): Promise<void> {
  const text = await answer.text();
  expect(expectErrorBody(answer, text), text).toBe(codeFor(fault, noun));
  const seconds = Number(answer.headers.get("Retry-After"));
  expect(fault !== "429-retry" || seconds <= RETRY_SECONDS, `Retry-After: ${seconds}`).toBe(true);
}

async function expectBack(world: World, ask: (world: World) => Promise<Response>): Promise<void> {
  world.upstream.faults.clear();
  world.clock.advance(FORGOTTEN_MS);
  const answer = await ask(world);
  expect(answer.status, await answer.clone().text()).toBe(200);
  expect(await answer.json()).toMatchObject({ success: true });
}

interface Case {
  source: "reddit" | "archive";
  endpoint: Endpoint;
  noun: Noun;
  what: string;
  ask: (world: World) => Promise<Response>;
}

const COLD: Case[] = [
  { source: "reddit", endpoint: "token", noun: "reddit", what: "a search", ask: search },
  { source: "reddit", endpoint: "listing", noun: "reddit", what: "a search", ask: search },
  { source: "reddit", endpoint: "token", noun: "reddit", what: "a profile", ask: profile },
  { source: "reddit", endpoint: "about", noun: "reddit", what: "a profile", ask: profile },
  { source: "archive", endpoint: "archive", noun: "archive", what: "a search", ask: search },
  { source: "archive", endpoint: "archive", noun: "archive", what: "a profile", ask: profile },
  { source: "reddit", endpoint: "token", noun: "reddit", what: "a post", ask: post },
  { source: "reddit", endpoint: "info", noun: "reddit", what: "a post", ask: post },
  { source: "archive", endpoint: "archive", noun: "archive", what: "a post", ask: post },
  { source: "reddit", endpoint: "redgifs-token", noun: "redgifs", what: "a clip", ask: clip },
  { source: "reddit", endpoint: "redgifs", noun: "redgifs", what: "a clip", ask: clip },
];

describe.each(COLD)("$what from $source, $endpoint at fault", ({ source, endpoint, noun, ask }) => {
  test.concurrent.each(FAULTS.filter(inTime))(
    "%s is said in its own words, in time, and over when it is over",
    async (fault) => {
      expect.hasAssertions();
      const world = newWorld(source);
      world.upstream.faults.set(endpoint, fault);
      await expectFault(await inItsTime(() => ask(world)), fault, noun);
      await expectBack(world, ask);
    },
    30_000,
  );
});

const BADGES: Case[] = [
  { source: "reddit", endpoint: "token", noun: "reddit", what: "badges", ask: badges },
  { source: "reddit", endpoint: "about", noun: "reddit", what: "badges", ask: badges },
  { source: "archive", endpoint: "archive", noun: "archive", what: "badges", ask: badges },
  { source: "reddit", endpoint: "about", noun: "reddit", what: "fresh badges", ask: refreshed },
];

/** Badges are kept by name alone: every world would find those of the one before. */
async function forgetBadges(): Promise<void> {
  const { keys } = await env.KV.list({ prefix: "badges:" });
  await Promise.all(keys.map(({ name }) => env.KV.delete(name)));
  await forgetTargets();
}

describe.each(BADGES)(
  "$what from $source, $endpoint at fault",
  ({ source, endpoint, noun, ask }) => {
    test.each(FAULTS.filter(inTime))(
      "%s is said in its own words, in time, and over when it is over",
      async (fault) => {
        expect.hasAssertions();
        const world = newWorld(source);
        await forgetBadges();
        world.upstream.faults.set(endpoint, fault);
        await expectFault(await inItsTime(() => ask(world)), fault, noun);
        await expectBack(world, ask);
      },
      30_000,
    );
  },
);

interface Heart {
  place: "posts" | "users";
  source: "reddit" | "archive";
  endpoint: Endpoint;
}

const HEARTS: Heart[] = [
  { place: "posts", source: "reddit", endpoint: "info" },
  { place: "posts", source: "reddit", endpoint: "token" },
  { place: "posts", source: "archive", endpoint: "archive" },
  { place: "users", source: "reddit", endpoint: "about" },
  { place: "users", source: "archive", endpoint: "archive" },
];

// One after the other: the targets that are brought in lie in one database.
describe.each(HEARTS)(
  "a heart for one of the $place nobody knows yet, $endpoint of $source at fault",
  ({ place, source, endpoint }) => {
    test.each(FAULTS.filter(inTime))(
      "waits for the source while it says %s",
      async (fault) => {
        expect.hasAssertions();
        const id = place === "posts" ? await postId() : "northlight";
        const world = newWorld(source);
        const vote = () => voteFor(world, place, id);
        await forgetTargets();
        world.upstream.faults.set(endpoint, fault);
        await expectFault(await inItsTime(vote), fault, source);
        await expectBack(world, vote);
      },
      30_000,
    );
  },
);

test.concurrent.each(FAULTS.filter(inTime))(
  "posts come without their profile while that says %s",
  async (fault) => {
    const world = newWorld("reddit");
    world.upstream.faults.set("about", fault);
    const answer = await inItsTime(() => search(world));
    const body = await answer.json<SearchResponse>();
    expect(answer.status).toBe(200);
    expect(body.posts).toHaveLength(12);
    expect(body.userInfo?.username.toLowerCase()).toBe(CREATOR);
    await expectBack(world, search);
  },
  30_000,
);

const STALE_CASES = (["token", "listing"] as const).flatMap((endpoint) =>
  FAULTS.filter(inTime).map((fault) => ({ endpoint, fault })),
);

test.concurrent.each(STALE_CASES)(
  "what was seen before is shown, and said to be old, while $endpoint says $fault",
  async ({ endpoint, fault }) => {
    const world = newWorld("reddit");
    const before = await (await search(world)).json<SearchResponse>();
    world.clock.advance(endpoint === "token" ? 20 * STALE_MS : STALE_MS);
    world.upstream.faults.set(endpoint, fault);
    for (let index = 0; index < 2; index += 1) {
      const answer = await inItsTime(() => search(world));
      const body = await answer.json<SearchResponse>();
      expect(body).toMatchObject({ success: true, fetchedAt: before.fetchedAt });
      // Nobody waits to be told that a source is silent: the first answer is ahead of that news.
      const isNews = index === 0 && SLOW_FAULTS.includes(fault);
      expect(body.stale || isNews, "the answer says that it is old").toBe(true);
      expect(body.posts.map(({ id }) => id)).toEqual(before.posts.map(({ id }) => id));
    }
    await expectBack(world, search);
    const fresh = await (await search(world)).json<SearchResponse>();
    expect(fresh.stale).toBe(false);
  },
  60_000,
);
