import { XMLValidator } from "fast-xml-parser";
import { parseAtomFeed, parseJsonFeed } from "feedsmith";
import { expect, test } from "vitest";
import { brand } from "#schema/brand.ts";
import { DAY_MS, HOUR_MS } from "#schema/time.ts";
import { app as wholeApp } from "#worker/app.ts";
import { signUp } from "#worker/testing/accounts.ts";
import { laggingReplica } from "#worker/testing/lagging-replica.ts";
import { appOver } from "#worker/testing/search.ts";
import { testClock } from "#worker/testing/test-app.ts";
import { waited } from "#worker/testing/measure-waits.ts";
import { NEWEST, picturePost, picturePosts, standIn } from "#worker/testing/stand-in.ts";

const ODD_TITLE = `A & B <script>alert("1")</script> ]]> 'quoted'\u0007`;

const creator = () => ({
  posts: [
    picturePost(0, { title: ODD_TITLE }),
    picturePost(1, { over_18: true, title: "Adult" }),
    picturePost(2, { spoiler: true, title: "Ending" }),
  ],
});

async function read(app: ReturnType<typeof appOver>, path: string, headers: HeadersInit = {}) {
  const answer = await app.request(path, { headers });
  return { answer, text: await answer.text() };
}

test("the Atom feed is well-formed, and a reader finds titles, links, pictures and marks", async () => {
  const { answer, text } = await read(appOver(standIn({ Ann: creator() })), "/user/ann/feed.xml");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toBe("application/atom+xml; charset=utf-8");
  expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(XMLValidator.validate(text)).toBe(true);
  expect(text, "HTML as text").toContain('<content type="html">&lt;p&gt;&lt;a href=');
  for (const part of [
    "<id>https://unearth.test/user/Ann</id>",
    '<link rel="alternate" type="text/html" href="https://unearth.test/user/Ann" />',
    "<subtitle>Pictures, galleries, GIFs and videos posted by u/Ann.</subtitle>",
    "<icon>https://unearth.test/icon-512.png</icon>",
    "&lt;p&gt;r/pics · image · NSFW&lt;/p&gt;",
  ])
    expect(text).toContain(part);
  const feed = parseAtomFeed(text);
  expect(feed.title).toMatchObject({ value: `u/Ann on ${brand.name}` });
  expect(feed.links?.find(({ rel }) => rel === "self")?.href).toBe(
    "https://unearth.test/user/Ann/feed.xml",
  );
  const [odd, adult, spoiler] = feed.entries ?? [];
  expect(odd).toMatchObject({
    id: "https://www.reddit.com/r/pics/comments/p0/picture/",
    title: { value: `A & B <script>alert("1")</script> ]]> 'quoted'` },
    links: [{ href: "https://unearth.test/user/Ann?post=p0" }],
    published: new Date(1_790_000_000_000).toISOString(),
    updated: new Date(1_790_000_000_000).toISOString(),
    media: { thumbnails: [{ url: "https://i.redd.it/file0.jpg" }] },
  });
  expect(adult?.title).toMatchObject({ value: "[NSFW] Adult" });
  expect(adult?.categories).toContainEqual({ term: "NSFW" });
  expect(spoiler?.title).toMatchObject({ value: "[Spoiler] Ending" });
  expect(feed.entries).toHaveLength(3);
});

test("no text of a source makes the Atom feed unreadable", async () => {
  const posts = [picturePost(0, { author: "An\u0007\uFFFEn", subreddit: "pi\u0001cs" })];
  const { text } = await read(appOver(standIn({ Odd: { posts } })), "/user/odd/feed.xml");
  // oxlint-disable-next-line no-control-regex
  expect(text).not.toMatch(/[\u0000-\u0008\uFFFE]/);
  expect(parseAtomFeed(text).entries?.[0]).toMatchObject({
    authors: [{ name: "Ann" }],
    categories: [{ term: "r/pics" }, { term: "image" }],
  });
});

test("the JSON feed has the same content", async () => {
  const { answer, text } = await read(appOver(standIn({ Ann: creator() })), "/user/ann/feed.json");
  expect(answer.headers.get("Content-Type")).toBe("application/feed+json; charset=utf-8");
  const feed = parseJsonFeed(JSON.parse(text));
  expect(feed).toMatchObject({
    title: `u/Ann on ${brand.name}`,
    description: "Pictures, galleries, GIFs and videos posted by u/Ann.",
    home_page_url: "https://unearth.test/user/Ann",
    feed_url: "https://unearth.test/user/Ann/feed.json",
    icon: "https://unearth.test/icon-512.png",
  });
  expect(feed.items?.[1]).toMatchObject({
    id: "https://www.reddit.com/r/pics/comments/p1/picture/",
    url: "https://unearth.test/user/Ann?post=p1",
    title: "[NSFW] Adult",
    content_text: "r/pics · image · NSFW",
    date_published: expect.stringMatching(/^2026-09-/),
    image: "https://i.redd.it/file1.jpg",
    tags: ["r/pics", "image", "NSFW"],
    authors: [{ name: "Ann" }],
  });
});

test.each(["xml", "json"])("an unchanged feed.%s is a 304, a new post is not", async (format) => {
  const clock = testClock();
  const name = `Polled_${format}`;
  const reddit = standIn({ [name]: { posts: picturePosts(3) } });
  const app = appOver(reddit, { clock });
  const path = `/user/${name}/feed.${format}`;
  const tag = (await read(app, path)).answer.headers.get("ETag") ?? "";
  const again = await read(app, path, { "If-None-Match": tag });
  expect([again.answer.status, again.text]).toEqual([304, ""]);
  expect(again.answer.headers.get("Cache-Control")).toBe("public, no-cache");
  expect(again.answer.headers.get("X-Robots-Tag")).toBe("noindex");

  reddit.creators[name]?.posts.unshift(picturePost(100, { created_utc: NEWEST + 60 }));
  clock.advance(6 * 60_000);
  // The stale copy is shown once more while it is refreshed.
  await read(app, path);
  const changed = await read(app, path, { "If-None-Match": tag });
  expect(changed.answer.status).toBe(200);
  expect(changed.text).toContain("Picture 100");
});

test("a second poll, from another address too, costs no upstream call", async () => {
  const reddit = standIn({ Shared: { posts: picturePosts(3) } });
  const app = appOver(reddit);
  await read(app, "/user/shared/feed.xml");
  const calls = reddit.calls.length;
  expect(calls).toBeGreaterThan(0);
  await read(app, "/user/Shared/feed.json", { "CF-Connecting-IP": "198.51.100.7" });
  expect(reddit.calls).toHaveLength(calls);
});

test("a reader that is a browser gets the feed, and its new posts", async () => {
  const clock = testClock();
  const reddit = standIn({ Polled: { posts: picturePosts(3) } });
  const app = appOver(reddit, { clock });
  const headers = {
    "Sec-Fetch-Site": "none",
    "Sec-Fetch-Mode": "cors",
    "Sec-Fetch-Dest": "empty",
  };
  expect((await read(app, "/user/Polled/feed.xml", headers)).answer.status).toBe(200);
  reddit.creators.Polled?.posts.unshift(picturePost(100));
  clock.advance(HOUR_MS);
  await read(app, "/user/Polled/feed.xml", headers);
  expect((await read(app, "/user/Polled/feed.xml", headers)).text).toContain("Picture 100");
});

test("a feed that another site's page fetches makes no upstream call", async () => {
  const reddit = standIn({ Framed: { posts: picturePosts(3) } });
  const headers = { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors" };
  const { answer } = await read(appOver(reddit), "/user/Framed/feed.xml", headers);
  expect(answer.status).toBe(429);
  expect(reddit.calls).toEqual([]);
});

test("a feed holds the newest 25 posts, without heart counts", async () => {
  const reddit = standIn({ Many: { posts: picturePosts(40) } });
  const { answer, text } = await read(appOver(reddit), "/user/many/feed.json");
  expect(parseJsonFeed(JSON.parse(text)).items).toHaveLength(25);
  expect(answer.headers.get("Set-Cookie")).toBeNull();
  expect(answer.headers.get("X-Robots-Tag")).toBe("noindex");
  expect(text).not.toMatch(/heart|fetchedAt/i);
});

test("a member who has hearts, and whose session is due for renewal, gets the feed of a signed-out reader", async () => {
  const clock = testClock();
  const app = appOver(standIn({ Ann: creator() }), { clock });
  const { cookie } = await signUp(app, "feed_reader");
  const vote = await app.request("/api/leaderboard/posts/p0/vote", {
    method: "POST",
    headers: { cookie },
  });
  expect(vote.status).toBe(200);
  clock.advance(2 * DAY_MS);
  for (const path of ["/user/ann/feed.json", "/user/ann/feed.xml"]) {
    const signedOut = await read(app, path);
    const { answer, text } = await read(app, path, { cookie });
    expect(text).toBe(signedOut.text);
    expect(answer.headers.get("Set-Cookie")).toBeNull();
  }
});

test("the Atom feed has its newest post's date, though an older pinned post is first", async () => {
  const posts = [picturePost(900, { pinned: true }), picturePost(0), picturePost(1)];
  const { text } = await read(appOver(standIn({ Pinner: { posts } })), "/user/pinner/feed.xml");
  const { entries = [], updated } = parseAtomFeed(text);
  expect(entries[0]?.links?.[0]?.href).toContain("?post=pp0");
  expect(updated).toBe(new Date(NEWEST * 1000).toISOString());
});

test("a post without a picture has none in either feed", async () => {
  const posts = [picturePost(0, { url: "https://www.redgifs.com/watch/quietclip" })];
  const app = appOver(standIn({ Clips: { posts } }));
  const { text } = await read(app, "/user/clips/feed.xml");
  expect(text).toContain("?post=p0");
  expect(text).not.toMatch(/thumbnail|img/);
  const json = await read(app, "/user/clips/feed.json");
  expect(json.text).toContain("?post=p0");
  expect(json.text).not.toContain('"image"');
});

test("a creator without media has an empty feed that is valid, and a 304 after each fetch of it", async () => {
  const clock = testClock();
  const reddit = standIn({ Bare: { posts: [] } });
  const app = appOver(reddit, { clock });
  const { answer, text } = await read(app, "/user/bare/feed.xml");
  expect(answer.status).toBe(200);
  expect(XMLValidator.validate(text)).toBe(true);
  const { entries = [], updated } = parseAtomFeed(text);
  expect(entries).toEqual([]);
  expect(updated).toBe(new Date(0).toISOString());

  const calls = reddit.calls.length;
  clock.advance(2 * DAY_MS);
  const headers = { "If-None-Match": answer.headers.get("ETag") ?? "" };
  expect((await read(app, "/user/bare/feed.xml", headers)).answer.status).toBe(304);
  expect(reddit.calls.length).toBeGreaterThan(calls);
});

test.each([
  ["/user/nobody/feed.xml", 404, "feeds.user_not_found"],
  ["/user/no%20name/feed.json", 404, "feeds.user_not_found"],
  [`/user/${"x".repeat(51)}/feed.xml`, 400, "http.validation"],
])("%s is %i", async (path, status, error) => {
  const { answer, text } = await read(appOver(standIn({})), path);
  expect(answer.status).toBe(status);
  expect(JSON.parse(text)).toMatchObject({ error });
});

test("a creator's page announces both feeds, a missing one's does not", async () => {
  const app = appOver(standIn({ Ann: creator() }));
  const { text } = await read(app, "/user/ann");
  expect(text).toContain('type="application/atom+xml"');
  expect(text).toContain('href="/user/Ann/feed.xml"');
  expect(text).toContain('href="/user/Ann/feed.json"');
  expect((await read(app, "/user/nobody")).text).not.toContain("feed.xml");
});

test("a feed waits at most 50 ms for heart counts, which it does not show", async () => {
  let isSilent = false;
  const far = await laggingReplica(0, () =>
    isSilent ? new Promise(() => undefined) : Promise.resolve(),
  );
  const app = appOver(standIn({ Ann: creator() }), { clock: far.clock, env: { DB: far.db } });
  const { text } = await read(app, "/user/ann/feed.json");
  isSilent = true;
  far.clock.advance(2_001);
  const request = new Request("https://unearth.test/user/ann/feed.json");
  const { result, waitedMs } = await waited(async () => {
    const answer = await wholeApp.fetch(request, { deps: app.deps() });
    return answer.text();
  });
  expect(result).toBe(text);
  expect(waitedMs).toBe(50);
});
