import { expect, test } from "vitest";
import { HOUR_MS } from "#schema/time.ts";
import { archiveStandIn, besideReddit } from "#worker/testing/archive-stand-in.ts";
import { faultyCreator, json, page, stateOf, type Fault } from "#worker/testing/faults.ts";
import { appOver, search } from "#worker/testing/search.ts";
import { picturePosts, standIn } from "#worker/testing/stand-in.ts";
import { testClock } from "#worker/testing/test-app.ts";

const NO_POSTS = () => Response.json({ data: { children: [], after: null } });

/** A creator whose posts the archive has. Reddit answers the listing; the profile is busy or down. */
function world(listing: Fault, about: Fault) {
  const { name, reddit } = faultyCreator(/submitted/, listing);
  const listed = reddit.instead;
  reddit.instead = (url, init) => (url.pathname.endsWith("/about") ? about() : listed(url, init));
  const archive = archiveStandIn(picturePosts(3).map((post) => ({ ...post, author: name })));
  const env = { ARCHIVE_FALLBACK: "on" };
  const app = appOver(reddit, { env, fetch: besideReddit(reddit, archive) });
  return { app, archive, name };
}

test.each([
  ["an account that is gone", json(404), page(503), "reddit.unavailable"],
  ["a creator without visible posts", NO_POSTS, page(503), "reddit.unavailable"],
  ["a creator without visible posts", NO_POSTS, page(429), "reddit.rate_limited"],
])(
  "where Reddit's listing is that of %s and only the profile fails, the archive shows no posts",
  async (_, listing, about, error) => {
    const { app, archive, name } = world(listing, about);
    // Asked again, the remembered failure is the answer.
    for (const asked of [{}, {}, { before: "2030-01-01" }]) {
      const answer = await app.send("POST", "/api/reddit/search", { username: name, ...asked });
      expect(await stateOf(answer)).toMatchObject({ error });
    }
    expect((await app.request(`/user/${name}/feed.json`)).status).toBeGreaterThanOrEqual(429);
    expect(archive.calls).toEqual([]);
  },
);

test("a listing refused with 403, which can be a block of every call, leaves the posts to the archive", async () => {
  const { app, name } = world(json(403), page(503));
  expect(await search(app, { username: name })).toMatchObject({ source: "archive", total: 3 });
});

test("of a creator known to hide their posts the archive shows none in any order while Reddit fails", async () => {
  const reddit = standIn({ Concealed: { posts: [], about: { link_karma: 5_000 } } });
  const archive = archiveStandIn(picturePosts(3).map((post) => ({ ...post, author: "Concealed" })));
  const clock = testClock();
  const env = { ARCHIVE_FALLBACK: "on" };
  const app = appOver(reddit, { clock, env, fetch: besideReddit(reddit, archive) });
  await search(app, { username: "Concealed" });
  clock.advance(HOUR_MS);
  reddit.instead = page(503);
  for (const asked of [{}, { sortBy: "hot" }, { sortBy: "top" }]) {
    const found = await search(app, { username: "Concealed", ...asked });
    expect(found, JSON.stringify(asked)).toMatchObject({
      profileState: "hidden",
      source: "reddit",
      posts: [],
    });
  }
  expect(archive.calls).toEqual([]);
});
