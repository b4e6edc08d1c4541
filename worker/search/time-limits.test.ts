import { expect, test } from "vitest";
import type { SearchResponse } from "#schema/api/search.ts";
import { MINUTE_MS } from "#schema/time.ts";
import { app as wholeApp } from "#worker/app.ts";
import { systemClock } from "#worker/lib/clock.ts";
import { MAX_UPSTREAM_MS } from "#worker/visitor-budget/visitor-budget.ts";
import { archivedCreator } from "#worker/testing/archive-stand-in.ts";
import { namespaceOf } from "#worker/testing/call-budgets.ts";
import { waited } from "#worker/testing/measure-waits.ts";
import { appOver, search } from "#worker/testing/search.ts";
import { picturePosts, standIn, textPost } from "#worker/testing/stand-in.ts";
import { hurried } from "#worker/testing/sliced-timers.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";

const busy = () => new Response("busy", { status: 503 });

/** Reddit and an archive as the allowed fallback. `limits`: the time limits of all calls, in order. */
function world(name: string) {
  const { reddit, env, fetch } = archivedCreator(name, picturePosts(30));
  const limits: number[] = [];
  const clock = testClock();
  const timeout = (ms: number) => {
    limits.push(ms);
    return clock.timeout(ms);
  };
  const app = testApp({ clock: { ...clock, timeout }, env, fetch });
  return { app, clock, limits, reddit };
}

test("the check of archived posts has the time that is left of the request", async () => {
  const { app, clock, limits, reddit } = world("Slowcheck");
  let limit = 0;
  reddit.instead = (url) => {
    if (url.pathname === "/api/v1/access_token") return null;
    if (url.pathname.endsWith("/submitted")) clock.advance(7_000);
    if (url.pathname === "/api/info") limit = limits.at(-1) ?? 0;
    return busy();
  };
  const page = await search(app, { username: "Slowcheck", before: "2030-01-01" });
  expect(page).toMatchObject({ source: "archive", checked: false });
  expect(limit).toBeGreaterThan(0);
  expect(limit).toBeLessThanOrEqual(MAX_UPSTREAM_MS - 7_000);
});

test("a first page waits 2.5 seconds for a profile that does not come, then has the posts", async () => {
  const reddit = standIn({ Mute: { posts: picturePosts(3) } });
  reddit.instead = (url) =>
    url.pathname.endsWith("/about") ? new Promise<never>(() => undefined) : null;
  const app = appOver(reddit, { clock: { ...testClock(), timeout: systemClock.timeout } });
  const request = new Request("https://localhost/api/reddit/search", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username: "Mute" }),
  });
  const { result, waitedMs } = await waited(() =>
    hurried(async () =>
      (await wholeApp.fetch(request, { deps: app.deps() })).json<SearchResponse>(),
    ),
  );
  expect(result.posts).toHaveLength(3);
  expect(waitedMs).toBe(2_500);
});

test("a listing that fails late leaves time for the archive although the profile is old", async () => {
  const { app, clock, reddit } = world("Lateprofile");
  expect((await app.request("/api/reddit/user/Lateprofile")).status).toBe(200);
  clock.advance(6 * MINUTE_MS);
  reddit.instead = (url) => {
    // The first of these calls for the profile runs beside the listing's.
    if (reddit.count(/about/) > 2) clock.advance(4_000);
    if (url.pathname.endsWith("/about")) return new Response("down", { status: 500 });
    clock.advance(8_000);
    return busy();
  };
  const page = await search(app, { username: "Lateprofile" });
  expect(page.source).toBe("archive");
  expect(reddit.count(/about/)).toBe(2);
});

test("a request does not wait for calls of the budget beyond its own time", async () => {
  const posts = [...picturePosts(150)].fill(textPost(0), 5, 100);
  const reddit = standIn({ Queued: { posts } });
  const clock = testClock();
  let isBusy = false;
  let asked = 0;
  const take = async () => {
    const isGranted = !isBusy || (asked += 1) % 2 === 0;
    return { isGranted, isReserved: false, pressure: 1, waitMs: isGranted ? 0 : 7_000 };
  };
  const CALL_BUDGET = namespaceOf({ take, peek: take });
  const app = appOver(reddit, {
    clock,
    env: { REDDIT_CLIENT_ID: "client-of-queued", CALL_BUDGET },
  });
  expect((await app.request("/api/reddit/user/Queued")).status).toBe(200);
  isBusy = true;
  const began = clock.now();
  const page = await search(app, { username: "Queued", limit: 50 });
  expect(page.posts).toHaveLength(5);
  expect(page.nextPage).not.toBeNull();
  expect(clock.now() - began).toBeLessThanOrEqual(MAX_UPSTREAM_MS);
});
