import { beforeEach, expect, test } from "vitest";
import { brand } from "#schema/brand.ts";
import { queryKeys } from "#schema/queries.ts";
import { MINUTE_MS } from "#schema/time.ts";
import { inlined } from "#worker/testing/inlined.ts";
import { clearRemovals, removeByKey } from "#worker/testing/removals.ts";
import { archiveStandIn, besideReddit } from "#worker/testing/archive-stand-in.ts";
import { appOver } from "#worker/testing/search.ts";
import { picturePost, standIn } from "#worker/testing/stand-in.ts";
import { testClock } from "#worker/testing/test-app.ts";

const TITLE = `Removed at request | ${brand.name}`;

beforeEach(clearRemovals);

test("a removed creator's page is 410, not indexed, and says so without naming a post or a picture", async () => {
  const posts = [picturePost(1, { author: "Gone_Girl", title: "A telling title" })];
  const about = { snoovatar_img: "https://i.redd.it/snoovatar/face.png" };
  const clock = testClock();
  const app = appOver(standIn({ Gone_Girl: { posts, about } }), { clock });
  expect((await app.request("/user/Gone_Girl")).status).toBe(200);
  await removeByKey("user", "gone_girl");
  clock.advance(MINUTE_MS);
  for (const path of [
    "/user/Gone_Girl",
    "/user/GONE_GIRL?sort=top&post=p1",
    "/user/u%2FGone_Girl",
  ]) {
    const answer = await app.request(path);
    const text = await answer.text();
    expect(answer.status, path).toBe(410);
    expect(answer.headers.get("X-Robots-Tag")).toBe("noindex");
    expect(answer.headers.get("Cache-Control")).toBe("private, no-cache");
    expect(text).toContain(`<title>${TITLE}</title>`);
    expect(text).toContain(`<meta property="og:title" content="${TITLE}">`);
    expect(text).toContain('<meta property="og:image" content="https://unearth.test/og.png">');
    expect(text).not.toMatch(/telling title|file1\.jpg|face\.png/);
    expect(text, "no part of the head names them").not.toMatch(/gone_girl.*<\/head>/is);
  }
  const text = await (await app.request("/user/gone_girl")).text();
  expect(text).toMatch(/<h1[^>]*>Removed at request<\/h1>/);
  const key = JSON.stringify(queryKeys.search("gone_girl", "new"));
  expect(inlined(text).get(key)).toMatchObject({ pages: [{ profileState: "removed" }] });
});

test.each(["", "t3_"])(
  "the page of a removed post, ?post=%sp1, is 410 and its preview names neither post nor creator; others are not touched",
  async (prefix) => {
    const posts = [1, 2].map((index) =>
      picturePost(index, { author: "Half_Gone", title: `Telling ${index}` }),
    );
    await removeByKey("post", "t3_p1");
    const app = appOver(standIn({ Half_Gone: { posts } }));
    const gone = await app.request(`/user/Half_Gone?post=${prefix}p1`);
    const text = await gone.text();
    expect(gone.status).toBe(410);
    expect(gone.headers.get("X-Robots-Tag")).toBe("noindex");
    expect(text).toContain(`<meta property="og:title" content="${TITLE}">`);
    expect(text).toContain('<meta property="og:image" content="https://unearth.test/og.png">');
    expect(text).not.toMatch(/Telling 1|file1\.jpg/);
    expect(text).not.toContain("og:url");
    const other = await app.request(`/user/Half_Gone?post=${prefix}p2`);
    expect(other.status).toBe(200);
    expect(await other.text()).toContain('<meta property="og:title" content="Telling 2">');
  },
);

test("a post of a removed community is in no part of its creator's page", async () => {
  const posts = [picturePost(1, { author: "Poster", subreddit: "secret", title: "Telling" })];
  await removeByKey("subreddit", "secret");
  const app = appOver(standIn({ Poster: { posts } }));
  expect(await (await app.request("/user/Poster?post=p1")).text()).not.toMatch(
    /Telling|file1\.jpg/,
  );
});

test("a removed creator's feeds are 410, and a removed post is in none", async () => {
  const posts = [1, 2].map((index) =>
    picturePost(index, { author: "Fed", title: `Item ${index}` }),
  );
  const clock = testClock();
  const app = appOver(standIn({ Fed: { posts } }), { clock });
  await removeByKey("post", "t3_p1");
  const feed = await app.request("/user/Fed/feed.json");
  expect(await feed.json()).toMatchObject({ items: [{ title: "Item 2" }] });
  await removeByKey("user", "fed");
  clock.advance(MINUTE_MS);
  for (const format of ["xml", "json"]) {
    const answer = await app.request(`/user/Fed/feed.${format}`);
    expect(answer.status, format).toBe(410);
    expect(await answer.json()).toMatchObject({ error: "posts.removed" });
  }
});

test("a removed creator's post that only the archive can name while Reddit fails is 410 too", async () => {
  const reddit = standIn({});
  reddit.instead = () => new Response("", { status: 500 });
  const archive = archiveStandIn([picturePost(1, { author: "Archived" })]);
  const env = { ARCHIVE_FALLBACK: "on", REDDIT_CLIENT_ID: "removed-archived" };
  const app = appOver(reddit, { fetch: besideReddit(reddit, archive), env });
  await removeByKey("user", "archived");
  const answer = await app.request("/api/reddit/post/p1");
  expect(answer.status).toBe(410);
  expect(await answer.json()).toMatchObject({ error: "posts.removed" });
});
