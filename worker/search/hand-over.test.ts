import { expect, test } from "vitest";
import type { SearchResponse } from "#schema/api/search.ts";
import { openMainSource } from "#worker/source/open.ts";
import { loggedLines } from "#worker/testing/logged-lines.ts";
import { FALLBACK, longWorld, postsOf, REDDITS } from "#worker/testing/long-world.ts";
import { idsOf, search, walk } from "#worker/testing/search.ts";
import { picturePost, REDDIT_ENV, textPost, type RawPost } from "#worker/testing/stand-in.ts";
import { makeBatch } from "./batch.ts";
import { batchSpec, inheritedAfter, type Listing } from "./load-batch.ts";

const barred = () => Response.json({ message: "Forbidden", error: 403 }, { status: 403 });

test("after Reddit's cut-off listing the archive continues, each post once, and every page names its source", async () => {
  const { all, app } = longWorld("Cutoff");
  const pages = await walk(app, { username: "cutoff", limit: 100 });
  expect(idsOf(pages)).toEqual(all.map(({ name }) => name));
  expect(pages.map(({ source, checked }) => [source, checked])).toEqual([
    ...Array.from({ length: 10 }, () => ["reddit", true]),
    ["archive", true],
    ["archive", true],
  ]);
  expect(pages.at(-1)).toMatchObject({ nextPage: null, total: 1_150, hasArchive: true });
  expect(pages.map(({ totalExact }) => totalExact)).toEqual([...Array(11).fill(false), true]);
  const small = await walk(app, { username: "cutoff", limit: 12 });
  expect(small.findIndex(({ totalExact }) => totalExact)).toBeGreaterThanOrEqual(1_100 / 12);
});

test("an impossible name's answer says too whether there is an archive", async () => {
  for (const [env, hasArchive] of [
    [FALLBACK, true],
    [REDDIT_ENV, false],
  ] as const) {
    const { app } = longWorld("Impossible", env, []);
    expect(await search(app, { username: "a" })).toMatchObject({ userExists: false, hasArchive });
  }
});

test("without an archive the last page of a cut-off listing says so; a listing that simply ends has no message", async () => {
  const told = async (
    name: string,
    body: object,
    env?: Record<string, string>,
    count = REDDITS,
  ) => {
    // The archive's last batch is nearly full too.
    const { reddit, all, app } = longWorld(name, env, postsOf(name, 1_195));
    reddit.creators = { [name]: { posts: all.slice(0, count) } };
    const pages = await walk(app, { username: name, limit: 100, ...body });
    return pages.map(({ message }) => message).filter((message) => message !== null);
  };
  const sentence = expect.stringMatching(/1,000 posts in each order/);
  expect(await told("Cut_top", { sortBy: "top" })).toEqual([sentence]);
  expect(await told("Cut_alone", {}, REDDIT_ENV)).toEqual([sentence]);
  expect(await told("Cut_archived", {})).toEqual([]);
  expect(await told("Whole_one", { sortBy: "top" }, undefined, 300)).toEqual([]);
});

test("three hundred posts end with the three hundredth: no empty page, no call of the archive", async () => {
  for (const limit of [12, 100]) {
    const { reddit, archive, all, app } = longWorld(`Roundnumber${limit}`);
    reddit.creators = { [`Roundnumber${limit}`]: { posts: all.slice(0, 300) } };
    const pages = await walk(app, { username: `Roundnumber${limit}`, limit });
    expect(pages).toHaveLength(300 / limit);
    expect(idsOf(pages)).toEqual(all.slice(0, 300).map(({ name }) => name));
    expect(archive.calls).toEqual([]);
  }
});

test("the archive follows the tenth batch even if Reddit leaves deleted posts out of its batches", async () => {
  const { reddit, archive, all, app } = longWorld("Thinned");
  const { fetch } = reddit;
  reddit.fetch = async (address, init) => {
    const answer = await fetch(address, init);
    if (!address.includes("/submitted")) return answer;
    const { data } = await answer.json<{ data: { children: unknown[]; after: string | null } }>();
    // A fifth of every batch but the last.
    const children = data.children.filter((_, index) => !data.after || index % 5 !== 1);
    return Response.json({ data: { ...data, children } });
  };
  const pages = await walk(app, { username: "Thinned", limit: 100 });
  expect(idsOf(pages)).toHaveLength(all.length - 180);
  expect(archive.calls.length).toBeGreaterThan(0);
});

test("the archive follows a full last batch that was loaded without the batch before it", async () => {
  const { reddit, archive, all, app, clock } = longWorld("Returner");
  reddit.creators = { Returner: { posts: all.slice(0, 200) } };
  const body = { username: "Returner", limit: 60 };
  const first = await search(app, body);
  const second = await search(app, { ...body, after: first.nextPage });
  clock.advance(25 * 60 * 60_000);
  const third = await search(app, { ...body, after: second.nextPage });
  const fourth = await search(app, { ...body, after: third.nextPage });
  expect(idsOf([first, second, third, fourth])).toEqual(all.slice(0, 200).map(({ name }) => name));
  expect(archive.calls).toEqual([]);
  expect((await search(app, { ...body, after: fourth.nextPage })).source).toBe("archive");
});

test("a batch gets its number from the batch just before it, else keeps its own in a refresh", async () => {
  const { all, app } = longWorld("Numbered");
  const deps = app.deps();
  const [second = "", sixth = ""] = [99, 499].map((index) => String(all[index]?.name));
  const batch = makeBatch([], { state: "ok", profile: null, before: [], next: second, number: 1 });
  const entry = { value: batch, fetchedAt: 0, freshUntil: 0, goodUntil: 0 };
  expect(inheritedAfter(deps, entry, second).number).toBe(2);
  const unknown = inheritedAfter(deps, entry, sixth);
  expect(unknown.number).toBeUndefined();
  const admit = () => Promise.resolve();
  const listing: Listing = {
    source: openMainSource(deps),
    username: "Numbered",
    sort: "new",
    admit,
  };
  const previous = makeBatch([], { ...batch.head, number: 6 });
  const { value } = await batchSpec(deps, listing, sixth, unknown).load(previous, true);
  expect(value.head).toMatchObject({ number: 6, own: 100 });
});

test("small pages continue in the archive in order too, even from cached batches", async () => {
  const { all, app } = longWorld("Smallpages");
  const names = all.map(({ name }) => name);
  expect(idsOf(await walk(app, { username: "Smallpages", limit: 12 }))).toEqual(names);
  expect(idsOf(await walk(app, { username: "Smallpages", limit: 12 }))).toEqual(names);
});

test("archived posts that Reddit no longer has, or marks as removed, are not shown", async () => {
  const { all, known, app } = longWorld("Deleter");
  known.delete(String(all[1010]?.name));
  known.set(String(all[1011]?.name), { ...all[1011], author: "[deleted]" });
  known.set(String(all[1140]?.name), { ...all[1140], removed_by_category: "moderator" });
  const ids = idsOf(await walk(app, { username: "Deleter", limit: 100 }));
  const gone = [1010, 1011, 1140].map((index) => all[index]?.name);
  expect(ids).toEqual(all.map(({ name }) => name).filter((name) => !gone.includes(name)));
});

test("the archive's posts are shown as Reddit has them now", async () => {
  const { all, archive, app } = longWorld("Scored");
  archive.posts = all.map((post) => ({ ...post, title: "At the posting", score: 1 }));
  const [page] = await walk(app, { username: "Scored", before: "2030-01-01", limit: 100 });
  expect(page?.source).toBe("archive");
  expect(page?.posts.map(({ title }) => title)).toEqual(
    all.slice(0, 100).map(({ title }) => title),
  );
});

test("the archive continues after text posts at the end of Reddit's listing", async () => {
  const all = Array.from({ length: 1_050 }, (_, index): RawPost => {
    const isPicture = index < 5 || index >= REDDITS;
    return { ...(isPicture ? picturePost(index) : textPost(index)), author: "Turned" };
  });
  const { app } = longWorld("Turned", FALLBACK, all);
  const pictures = all.filter((_, index) => index < 5 || index >= REDDITS);
  const pages = await walk(app, { username: "Turned", limit: 25 });
  expect(idsOf(pages)).toEqual(pictures.map(({ name }) => name));
});

test("if Reddit refuses all calls, no page of the archive counts as checked", async () => {
  const { app, reddit } = longWorld("Refused");
  reddit.instead = () => new Response("blocked", { status: 403 });
  const pages = await walk(app, { username: "Refused", limit: 100 });
  expect(new Set(pages.map(({ source, checked }) => `${source} ${checked}`))).toEqual(
    new Set(["archive false"]),
  );
});

test("archived posts that cannot be checked at Reddit are shown and marked as unchecked, and checked a minute later", async () => {
  const lines = loggedLines();
  const { app } = longWorld("Unchecked");
  const pages = await walk(app, { username: "Unchecked", limit: 100 });
  expect(pages.every(({ checked }) => checked)).toBe(true);

  const other = longWorld("Blockedlater");
  const { instead } = other.reddit;
  other.reddit.instead = (url, init) =>
    url.pathname === "/api/info" ? new Response("blocked", { status: 403 }) : instead(url, init);
  const blocked = await walk(other.app, { username: "Blockedlater", limit: 100 });
  expect(blocked.map(({ checked }) => checked)).toEqual([
    ...Array.from({ length: 10 }, () => true),
    false,
    false,
  ]);
  expect(idsOf(blocked)).toHaveLength(1_150);
  expect(lines("archive_unchecked")).not.toEqual([]);
  other.reddit.instead = instead;
  other.clock.advance(61_000);
  const last = { username: "Blockedlater", limit: 100, after: blocked.at(-2)?.nextPage };
  await search(other.app, last);
  expect((await search(other.app, last)).checked, "a minute later").toBe(true);
});

test("a request makes at most three upstream calls, also at the change to the archive and after it", async () => {
  const { app, calls } = longWorld("Costly");
  const costs: number[] = [];
  let after: string | null = null;
  do {
    const before = calls();
    const page: SearchResponse = await search(app, { username: "Costly", limit: 100, after });
    costs.push(calls() - before);
    after = page.nextPage;
  } while (after);
  // Profile and listing; nine listings; then twice the archive's listing and Reddit's check.
  expect(costs).toEqual([2, ...Array.from({ length: 9 }, () => 1), 2, 2]);
});

test("nothing follows without the archive, in other orders, or after a listing that simply ends", async () => {
  const alone = longWorld("Alone", REDDIT_ENV);
  expect(idsOf(await walk(alone.app, { username: "Alone", limit: 100 }))).toHaveLength(REDDITS);
  expect(alone.archive.calls).toEqual([]);
  const top = longWorld("Topped");
  const pages = await walk(top.app, { username: "Topped", sortBy: "top", limit: 100 });
  expect(idsOf(pages)).toHaveLength(REDDITS);
  const short = longWorld("Short");
  short.reddit.creators = { Short: { posts: short.all.slice(0, 880) } };
  expect(idsOf(await walk(short.app, { username: "Short", limit: 100 }))).toHaveLength(880);
  expect([...top.archive.calls, ...short.archive.calls]).toEqual([]);
});

test("posts before a day are checked at Reddit like posts past the end of its listing", async () => {
  const { all, known, app, calls } = longWorld("Jumper");
  const created = Number(all[300]?.created_utc);
  const before = new Date((created + 86_400) * 1000).toISOString().slice(0, 10);
  known.delete(String(all[300]?.name));
  const page = await search(app, { username: "Jumper", limit: 100, before });
  // Reddit's profile and listing say whether the creator hides their posts.
  expect(calls()).toBe(4);
  expect(page).toMatchObject({ source: "archive", checked: true });
  expect(page.posts.map(({ id }) => id)).not.toContain(all[300]?.name);
  expect(page.posts.length).toBeGreaterThan(0);
});

test("no archived post of a creator who hides posts is shown, neither by day nor by cursor", async () => {
  const { reddit, archive, app, clock } = longWorld("Hider");
  const before = "2030-01-01";
  const shown = await search(app, { username: "Hider", limit: 100, before });
  expect(shown.posts).toHaveLength(100);
  const { instead } = reddit;
  reddit.instead = (url, init) =>
    url.pathname.endsWith("/submitted") ? barred() : instead(url, init);
  clock.advance(25 * 60 * 60_000);
  archive.calls.length = 0;
  const askAll = async (expected: Partial<SearchResponse>) => {
    for (const ask of [{ before }, { after: shown.nextPage }, {}]) {
      const answer = await search(app, { username: "Hider", limit: 100, ...ask });
      expect(answer, JSON.stringify(ask)).toMatchObject({
        posts: [],
        total: 0,
        nextPage: null,
        message: "This user keeps their posts hidden.",
        profileState: "hidden",
        source: "reddit",
        checked: true,
        ...("after" in ask ? { stale: false } : expected),
      });
    }
  };
  await askAll({ stale: false });
  clock.advance(6 * 60_000);
  reddit.instead = () => new Response("busy", { status: 503 });
  await askAll({ stale: true });
  expect(archive.calls).toEqual([]);
});

test("the archive's posts of a day are shown if Reddit cannot tell whether they are hidden", async () => {
  const { reddit, app } = longWorld("Unsaid");
  reddit.instead = () => new Response("busy", { status: 503 });
  const answer = await search(app, { username: "Unsaid", limit: 100, before: "2030-01-01" });
  expect(answer).toMatchObject({ source: "archive", checked: false, profileState: "ok" });
  expect(answer.posts).toHaveLength(100);
});
