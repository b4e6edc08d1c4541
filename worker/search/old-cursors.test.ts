import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#schema/time.ts";
import { longWorld } from "#worker/testing/long-world.ts";
import { archivedCreator } from "#worker/testing/archive-stand-in.ts";
import { search } from "#worker/testing/search.ts";
import { picturePosts, REDDIT_ENV, standIn } from "#worker/testing/stand-in.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";

const ASK = { limit: 100, before: "2030-01-01" };

/** Both sources have the same posts; Reddit can be put out of order. */
function world(author: string, env: Record<string, string>) {
  const { reddit, archive, fetch } = archivedCreator(author, picturePosts(350));
  const clock = testClock();
  const under = (settings: Record<string, string>) => {
    const app = testApp({ fetch, env: settings, clock });
    const after = (cursor: string | null) =>
      app.send("POST", "/api/reddit/search", { username: author, limit: 100, after: cursor });
    return { app, after };
  };
  return { reddit, archive, clock, under, ...under(env) };
}
const WITH_ARCHIVE = { ...REDDIT_ENV, ARCHIVE_FALLBACK: "on" };

test("a day after Reddit showed a creator's posts a cursor into the archive is refused, without an upstream call", async () => {
  const { reddit, archive, clock, app, after } = world("Stored", WITH_ARCHIVE);
  const { nextPage } = await search(app, { username: "Stored", ...ASK });
  clock.advance(25 * HOUR_MS);
  reddit.calls.length = 0;
  archive.calls.length = 0;
  const answer = await after(nextPage);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ fields: { after: expect.any(String) } });
  expect([...reddit.calls, ...archive.calls]).toEqual([]);
});

test("such a cursor goes on where Reddit's listing is cached again", async () => {
  const { clock, app, after } = world("Searched", WITH_ARCHIVE);
  const { nextPage } = await search(app, { username: "Searched", ...ASK });
  clock.advance(25 * HOUR_MS);
  await search(app, { username: "Searched" });
  const answer = await after(nextPage);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ source: "archive" });
});

test("while Reddit fails, an archive cursor keeps its time from page to page", async () => {
  const { reddit, clock, app, after } = world("Walked", WITH_ARCHIVE);
  reddit.instead = () => new Response("busy", { status: 503 });
  const first = await search(app, { username: "Walked", ...ASK });
  clock.advance(23 * HOUR_MS);
  const second = await after(first.nextPage);
  expect(second.status).toBe(200);
  const { nextPage } = await second.json<{ nextPage: string }>();
  clock.advance(2 * HOUR_MS);
  expect((await after(nextPage)).status).toBe(400);
});

test.each([
  ["404", () => Response.json({ message: "Not Found", error: 404 }, { status: 404 })],
  ["an empty list", () => Response.json({ data: { children: [], after: null } })],
])(
  "a cursor at the end of Reddit's listing is refused a day after the posts were hidden, by %s",
  async (how, hidden) => {
    const author = `Hider_${how.length}`;
    const { reddit, clock, app } = longWorld(author);
    const body = { username: author, limit: 60 };
    let page = await search(app, body);
    while (page.total < 960) page = await search(app, { ...body, after: page.nextPage });
    const { instead } = reddit;
    reddit.instead = (url) => (url.pathname.endsWith("/submitted") ? hidden() : instead(url));
    const statuses: number[] = [];
    for (let after: string | null = page.nextPage; statuses.at(-1) !== 400;) {
      clock.advance(12 * HOUR_MS);
      const answer = await app.send("POST", "/api/reddit/search", { ...body, after });
      statuses.push(answer.status);
      if (answer.status === 200) after = (await answer.json<{ nextPage: string }>()).nextPage;
      if (statuses.length > 6) break;
    }
    expect(statuses).toEqual([200, 400]);
  },
);

test("a cursor that is sent again and again does not keep the profile of an account deleted at Reddit", async () => {
  const about = { subreddit: { title: "The Leaver", public_description: "" } };
  const reddit = standIn({ Leaver: { posts: picturePosts(150), about } });
  const clock = testClock();
  const app = testApp({ fetch: reddit.fetch, env: REDDIT_ENV, clock });
  const body = { username: "Leaver", limit: 60 };
  const first = await search(app, body);
  const second = await search(app, { ...body, after: first.nextPage });
  const shown: unknown[] = [second.userInfo?.title];
  reddit.creators = {};
  for (let views = 0; views < 10; views += 1) {
    clock.advance(20 * HOUR_MS);
    const { userInfo } = await search(app, { ...body, after: second.nextPage });
    shown.push(userInfo?.title);
  }
  expect(shown[0]).toBe("The Leaver");
  expect(shown.slice(-2)).toEqual(["Leaver", "Leaver"]);
});

test("where the archive is the only source its cursors have no end", async () => {
  const { clock, app, after } = world("Alone", { POST_SOURCE: "archive" });
  const { nextPage } = await search(app, { username: "Alone", limit: 100 });
  clock.advance(30 * DAY_MS);
  expect((await after(nextPage)).status).toBe(200);
});

test.each([
  ["the archive, once it is off", "Turned_off", { before: "2030-01-01" }, REDDIT_ENV],
  [
    "Reddit, once the archive is the source",
    "Moved",
    {},
    { ...REDDIT_ENV, POST_SOURCE: "archive" },
  ],
])("a cursor of %s, is refused without an upstream call", async (_, author, body, env) => {
  const { reddit, archive, app, under } = world(author, WITH_ARCHIVE);
  const { nextPage } = await search(app, { username: author, limit: 100, ...body });
  expect(nextPage).not.toBeNull();
  reddit.calls.length = 0;
  archive.calls.length = 0;
  const answer = await under(env).after(nextPage);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ fields: { after: expect.any(String) } });
  expect([...reddit.calls, ...archive.calls]).toEqual([]);
});
