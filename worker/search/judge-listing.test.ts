import { expect, test } from "vitest";
import { systemClock } from "#worker/lib/clock.ts";
import { archiveStandIn, besideReddit } from "#worker/testing/archive-stand-in.ts";
import {
  blocked,
  faultyCreator,
  json,
  page,
  refused,
  silent,
  stateOf,
  unavailable,
  type Fault,
  type State,
} from "#worker/testing/faults.ts";
import { appOver, search } from "#worker/testing/search.ts";
import { picturePosts, standIn } from "#worker/testing/stand-in.ts";
import { hurried } from "#worker/testing/sliced-timers.ts";
import { testClock } from "#worker/testing/test-app.ts";

test("not found, suspended, hidden and empty are four different answers", async () => {
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

const missing = () => json(404)();
const NO_POSTS = () => Response.json({ data: { children: [], after: null } });

/** Combinations that do not tell whether the user hides posts. */
const UNDECIDED: [string, Fault, Fault, State][] = [
  ["both refused", json(403), json(403), blocked],
  ["a listing not found and a refused profile", missing, json(403), blocked],
  ["an empty listing and a refused profile", NO_POSTS, json(403), blocked],
  ["a refused listing and a failing profile", json(403), page(500), unavailable],
  ["an empty listing and a failing profile", NO_POSTS, page(500), unavailable],
];

test.each(UNDECIDED)("%s are an error, which is retried after ten seconds", async (...row) => {
  const [, submitted, about, state] = row;
  const clock = testClock();
  const { name, reddit } = faultyCreator(/submitted/, submitted);
  const submittedOnly = reddit.instead;
  reddit.instead = (url) => (url.pathname.endsWith("/about") ? about() : submittedOnly(url));
  const app = appOver(reddit, { clock });
  const ask = () => app.send("POST", "/api/reddit/search", { username: name });
  expect(await stateOf(await ask())).toEqual(state);
  reddit.instead = () => null;
  clock.advance(10_001);
  expect(await (await ask()).json()).toMatchObject({ profileState: "ok", total: 3 });
});

test("403 in JSON on every call shows the cached page as stale, and is never taken for hidden", async () => {
  const clock = testClock();
  for (const profileRenewedAfter of [0, 5.5 * 60_000]) {
    const { name, reddit } = faultyCreator(/never/, refused);
    const app = appOver(reddit, { clock });
    await search(app, { username: name });
    clock.advance(profileRenewedAfter);
    await app.request(`/api/reddit/user/${name}`);
    clock.advance(6 * 60_000 - profileRenewedAfter);
    reddit.instead = json(403);
    const found = await search(app, { username: name });
    expect(found).toMatchObject({ profileState: "ok", stale: true, total: 3 });
    expect(await stateOf(await app.request("/api/reddit/post/nowhere"))).toEqual(blocked);
  }
});

test("a later batch refused with 403 in JSON is an error and does not end the listing", async () => {
  const clock = testClock();
  const reddit = standIn({ Midblock: { posts: picturePosts(120) } });
  reddit.instead = (url) => (url.searchParams.has("after") ? json(403)() : null);
  const app = appOver(reddit, { clock });
  const { nextPage } = await search(app, { username: "Midblock", limit: 100 });
  const rest = { username: "Midblock", limit: 100, after: nextPage };
  expect(await stateOf(await app.send("POST", "/api/reddit/search", rest))).toEqual(blocked);
  reddit.instead = () => null;
  clock.advance(10_001);
  expect((await search(app, rest)).posts).toHaveLength(20);
});

test("refreshing a creator without visible posts requests the profile once", async () => {
  const clock = testClock();
  const reddit = standIn({ Hides: { posts: [] } });
  const app = appOver(reddit, { clock });
  await search(app, { username: "Hides" });
  clock.advance(6 * 60_000);
  reddit.calls.length = 0;
  await search(app, { username: "Hides" });
  expect(reddit.count(/submitted/)).toBe(1);
  expect(reddit.count(/about/)).toBe(1);
});

test("while Reddit refuses every call, refreshing a creator requests listing and profile once", async () => {
  const clock = testClock();
  const { name, reddit } = faultyCreator(/never/, refused);
  const app = appOver(reddit, { clock });
  await search(app, { username: name });
  clock.advance(6 * 60_000);
  reddit.instead = json(403);
  reddit.calls.length = 0;
  expect(await search(app, { username: name })).toMatchObject({ stale: true, total: 3 });
  expect(reddit.count(/submitted/)).toBe(1);
  expect(reddit.count(/about/)).toBe(1);
});

const aboutOf = (name: string, isSuspended: boolean) => () =>
  Response.json({ kind: "t2", data: { name, id: "s1", is_suspended: isSuspended } });

/** A creator found suspended ten minutes ago, whose posts are visible again. */
async function reinstated() {
  const clock = testClock();
  const { name, reddit } = faultyCreator(/submitted/, NO_POSTS);
  const listed = reddit.instead;
  let about: Fault = aboutOf(name, true);
  let isListed = false;
  reddit.instead = (url, init) => {
    if (url.pathname.endsWith("/about")) return about();
    return isListed ? null : listed(url, init);
  };
  const app = appOver(reddit, { clock });
  expect(await search(app, { username: name })).toMatchObject({ profileState: "suspended" });
  clock.advance(10 * 60_000);
  isListed = true;
  const answersWith = (fault: Fault) => (about = fault);
  return { app, clock, name, reddit, answersWith };
}

test("an account that is no longer suspended shows its posts, however late or broken its profile", async () => {
  for (const fault of ["slow", "broken", "silent"] as const) {
    const { app, name, answersWith } = await reinstated();
    const profile = aboutOf(name, false);
    const slow = () => systemClock.sleep(400).then(profile);
    answersWith({ slow, broken: page(500), silent }[fault]);
    // The first view may be the copy, with a refresh after it.
    await hurried(() => search(app, { username: name }));
    const found = await search(app, { username: name });
    expect(found, fault).toMatchObject({ profileState: "ok", total: 3, stale: false });
  }
});

test("an account that is suspended still shows no posts, though its listing has some", async () => {
  const { app, name } = await reinstated();
  await search(app, { username: name });
  expect(await search(app, { username: name })).toMatchObject({
    profileState: "suspended",
    posts: [],
    stale: false,
  });
});

test("while Reddit fails, a suspended account's copy is shown as stale, with its age", async () => {
  const { app, clock, name, reddit } = await reinstated();
  reddit.instead = page(500);
  const found = await search(app, { username: name });
  expect(found).toMatchObject({ profileState: "suspended", posts: [], stale: true });
  expect(Date.parse(found.fetchedAt)).toBe(clock.now() - 10 * 60_000);
});

test("while Reddit fails, the archive's posts of a suspended account are not shown in another order either", async () => {
  const clock = testClock();
  const posts = picturePosts(3).map((post) => ({ ...post, author: "Barred_one" }));
  const reddit = standIn({ Barred_one: { posts: [], about: { is_suspended: true } } });
  const app = appOver(reddit, {
    clock,
    env: { ARCHIVE_FALLBACK: "on" },
    fetch: besideReddit(reddit, archiveStandIn(posts)),
  });
  await search(app, { username: "Barred_one" });
  clock.advance(10 * 60_000);
  reddit.instead = page(503);
  for (const asked of [{ sortBy: "hot" }, { before: "2030-01-01" }, {}]) {
    const found = await search(app, { username: "Barred_one", ...asked });
    expect(found, JSON.stringify(asked)).toMatchObject({ profileState: "suspended", posts: [] });
  }
});
