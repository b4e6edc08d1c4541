import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { AuthStatusResponse } from "#schema/api/auth.ts";
import { app } from "#worker/app.ts";
import { signUp } from "#worker/testing/accounts.ts";
import { laggingReplica } from "#worker/testing/lagging-replica.ts";
import { picturePosts, REDDIT_ENV, standIn } from "#worker/testing/stand-in.ts";
import { testApp } from "#worker/testing/test-app.ts";
import { waited } from "#worker/testing/measure-waits.ts";

/** Below the 50 ms that a shown answer waits for counts. */
const TRIP_MS = 10;
const SECONDS = 1_000;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const near = await laggingReplica(3_600_000, (to) => pause(to === "primary" ? TRIP_MS : 0));
const { clock, answered } = near;
const reddit = standIn({ gemhunter: { posts: picturePosts(3) } });
const isolate = () => testApp({ clock, fetch: reddit.fetch, env: { ...REDDIT_ENV, DB: near.db } });
const home = isolate();
await env.KV.put("nsfw-subreddits:v1", "gonewild");

type Isolate = ReturnType<typeof isolate>;

async function ask<T>(at: Isolate, path: string, init: RequestInit) {
  answered.length = 0;
  const request = new Request(new URL(path, "https://localhost"), init);
  const { result, waitedMs } = await waited(async () => {
    const answer = await app.fetch(request, { deps: at.deps() });
    return answer.json<T>();
  });
  // Lets the background work end.
  await pause(10 * TRIP_MS);
  return { result, waitedMs, answered: [...answered] };
}

const post = (at: Isolate, path: string, body: object, headers: HeadersInit = {}) =>
  ask(at, path, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
const search = (at: Isolate, headers: HeadersInit) => {
  const body = { username: "gemhunter", limit: 12, waitForHearts: false };
  return post(at, "/api/reddit/search", body, headers);
};
const status = (at: Isolate, headers: HeadersInit) =>
  ask<AuthStatusResponse>(at, "/api/auth/status", { headers });

/** Has the lists in memory but no recent bookmark of the primary. */
async function idleIsolate(): Promise<Isolate> {
  const at = isolate();
  await search(at, {});
  clock.advance(10 * SECONDS);
  return at;
}

test("a signed-in search in an idle isolate reads its counts from the replica, and the status after it does too", async () => {
  const { cookie } = await signUp(home, "near_one");
  const at = await idleIsolate();
  const counts = await search(at, { Cookie: cookie });
  expect(counts.waitedMs, "the primary is asked in the background").toBe(0);
  expect(counts.answered.toSorted()).toEqual(["primary", "replica"]);
  const known = await status(at, { Cookie: cookie });
  expect(known.answered).toEqual(["replica"]);
  expect(known.result.isAuthenticated).toBe(true);
});

test("a signed-out search does not ask the primary, and a signed-in one at most once in 2.5 seconds", async () => {
  const { cookie } = await signUp(home, "near_two");
  const at = await idleIsolate();
  expect((await search(at, {})).answered).toEqual(["replica"]);
  clock.advance(2_001);
  expect((await search(at, { Cookie: cookie })).answered).toContain("primary");
  clock.advance(2_001);
  expect((await search(at, { Cookie: cookie })).answered).toEqual(["replica"]);
});

test("a signed-out feed of followed creators does not ask the primary", async () => {
  const at = await idleIsolate();
  const feed = await post(at, "/api/following/feed", { users: ["gemhunter"] });
  expect(feed.answered).toEqual(["replica"]);
});

test("a session that has ended stays ended after a search in an idle isolate", async () => {
  const { cookie } = await signUp(home, "near_three");
  const at = await idleIsolate();
  expect((await status(at, { Cookie: cookie })).result.isAuthenticated).toBe(true);
  await home.request("/api/auth/logout", { method: "POST", headers: { Cookie: cookie } });
  clock.advance(6 * SECONDS);
  await search(at, { Cookie: cookie });
  expect((await status(at, { Cookie: cookie })).result.isAuthenticated).toBe(false);
});

test("no route that reads any replica for signed-in visitors reads a session or an account", async () => {
  const { cookie } = await signUp(home, "near_four");
  const tables: string[] = [];
  const DB = {
    withSession: (constraint: string) => {
      const session = near.db.withSession(constraint);
      const prepare = (sql: string) => {
        tables.push(...(sql.match(/\b(?:session|app_user|user_heart|post_heart)\b/g) ?? []));
        return session.prepare(sql);
      };
      return { prepare, batch: session.batch, getBookmark: session.getBookmark };
    },
  } as unknown as D1Database;
  const at = testApp({ clock, fetch: reddit.fetch, env: { ...REDDIT_ENV, DB } });
  const sent = async (method: string, path: string) => {
    const body = method === "POST" ? '{"username":"gemhunter"}' : null;
    const headers = { "Content-Type": "application/json", Cookie: cookie };
    return (await at.request(path, { method, headers, body })).status;
  };
  const routes = app.routes.filter(
    ({ method, path }) => method !== "ALL" && /^\/api\/(?:reddit|badges)\//.test(path),
  );
  expect(routes.length).toBeGreaterThan(4);
  for (const { method, path } of routes) {
    const name = path.includes("/post/") ? "p1" : "gemhunter";
    // RedGifs is not there.
    const expected = path.includes("/redgifs/") ? 503 : 200;
    expect(await sent(method, path.replace(/:\w+/, name)), path).toBe(expected);
  }
  expect(tables).toEqual([]);
  await sent("GET", "/api/auth/status");
  expect(tables).toContain("session");
});
