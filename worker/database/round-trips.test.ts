import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { app } from "#worker/app.ts";
import { currentRemovals } from "#worker/removals/removal-list.service.ts";
import { signUp } from "#worker/testing/accounts.ts";
import { laggingReplica } from "#worker/testing/lagging-replica.ts";
import { picturePosts, REDDIT_ENV, standIn } from "#worker/testing/stand-in.ts";
import { testApp } from "#worker/testing/test-app.ts";
import { waited } from "#worker/testing/measure-waits.ts";

/**
 * Each kind of round trip waits a different time, so the sum tells which sequential trips an answer waited for. All are
 * shorter than the 50 ms that a shown answer waits for counts.
 */
const TRIP_MS = { primary: 10, replica: 1 };
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const near = await laggingReplica(3_600_000, (to) => pause(TRIP_MS[to]));
const { clock } = near;
const reddit = standIn({ gemhunter: { posts: picturePosts(30) } });
const isolate = () => testApp({ clock, fetch: reddit.fetch, env: { ...REDDIT_ENV, DB: near.db } });
const home = isolate();
await env.KV.put("nsfw-subreddits:v1", "gonewild");
const { cookie } = await signUp(home, "far_away");

/** The sequential trips that the whole answer waited for. */
async function trips(at: ReturnType<typeof isolate>, path: string, init: RequestInit = {}) {
  const request = new Request(new URL(path, "https://localhost"), init);
  const { result, waitedMs } = await waited(async () => {
    const answer = await app.fetch(request, { deps: at.deps() });
    await answer.text();
    return answer.status;
  });
  expect(result).toBeLessThan(300);
  return { primary: Math.floor(waitedMs / TRIP_MS.primary), replica: waitedMs % TRIP_MS.primary };
}

const withCookie = (method = "GET"): RequestInit => ({ method, headers: { Cookie: cookie } });
const posted = (body: object, headers: HeadersInit = {}): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "application/json", ...headers },
  body: JSON.stringify(body),
});
const SEARCH = { username: "gemhunter", limit: 12 };
const ITEMS = { items: [{ type: "user", id: "gemhunter" }] };
const NONE = { primary: 0, replica: 0 };

test("signed in: one trip to the replica, or to the primary in an isolate without a recent bookmark", async () => {
  const at = isolate();
  expect(await trips(at, "/api/auth/status", withCookie())).toEqual({ primary: 1, replica: 0 });
  for (const path of ["/api/auth/status", "/api/user/preferences", "/api/auth/me"]) {
    expect(await trips(at, path, withCookie()), path).toEqual({ primary: 0, replica: 1 });
  }
  const saved = "/api/leaderboard/saved/users";
  expect(await trips(at, saved, withCookie()), "session, then list").toEqual({
    primary: 0,
    replica: 2,
  });
});

test("signed out: none for status, one to the replica for hearts' status and for a search's counts", async () => {
  const at = isolate();
  expect(await trips(at, "/api/auth/status")).toEqual(NONE);
  expect(await trips(at, "/api/leaderboard/vote-status", posted(ITEMS))).toEqual({
    primary: 0,
    replica: 1,
  });
  await trips(at, "/api/reddit/search", posted(SEARCH));
  expect(await trips(at, "/api/reddit/search", posted(SEARCH)), "warm").toEqual(NONE);
  clock.advance(2_001);
  expect(await trips(at, "/api/reddit/search", posted(SEARCH))).toEqual({ primary: 0, replica: 1 });
});

test("a heart, and taking it back, is one trip to the primary", async () => {
  const at = isolate();
  const heart = "/api/leaderboard/users/gemhunter/vote";
  expect(await trips(at, heart, withCookie("POST"))).toEqual({ primary: 1, replica: 0 });
  expect(await trips(at, heart, withCookie("DELETE"))).toEqual({ primary: 1, replica: 0 });
});

// Retried: if the machine takes over 50 ms for a local read, the page correctly leaves the counts out.
test(
  "a page waits for the counts' one trip to the replica, boards and communities for none",
  { retry: 3 },
  async () => {
    const at = isolate();
    await trips(at, "/user/gemhunter");
    expect(await trips(at, "/user/gemhunter"), "warm").toEqual(NONE);
    clock.advance(2_001);
    expect(await trips(at, "/user/gemhunter")).toEqual({ primary: 0, replica: 1 });
    await home.request("/api/leaderboard/users");
    const other = isolate();
    await currentRemovals(other.deps());
    expect(await trips(other, "/leaderboard"), "the copy in KV").toEqual(NONE);
    expect(await trips(other, "/")).toEqual(NONE);
    expect(await trips(isolate(), "/"), "the list of removals").toEqual({ primary: 1, replica: 0 });
    expect(await trips(isolate(), "/about")).toEqual(NONE);
  },
);

test("a login is two trips to the primary, a sign-up and a logout are one", async () => {
  const person = { username: "round_trip", password: "a long password" };
  const at = isolate();
  expect(await trips(at, "/api/auth/signup", posted(person))).toEqual({ primary: 1, replica: 0 });
  expect(await trips(at, "/api/auth/login", posted(person))).toEqual({ primary: 2, replica: 0 });
  expect(await trips(at, "/api/auth/logout", withCookie("POST"))).toEqual({
    primary: 1,
    replica: 0,
  });
});
