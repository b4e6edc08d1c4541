import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { forgetCacheEntries } from "#worker/cache/read-through.ts";
import { FALLBACK, longWorld, postsOf, REDDITS } from "#worker/testing/long-world.ts";
import { idsOf, search, walk } from "#worker/testing/search.ts";
import { NEWEST } from "#worker/testing/stand-in.ts";

/** The last six posts of Reddit's listing and the first five of the archive's are of one second. */
const ofOneSecond = (author: string) => {
  const first = REDDITS - 6;
  return postsOf(author, 1_050).map((post, index) =>
    index >= first && index < REDDITS + 5 ? { ...post, created_utc: NEWEST - first * 60 } : post,
  );
};

async function forgetListings(username: string): Promise<void> {
  const { keys } = await env.KV.list({ prefix: "listing:" });
  const own = keys.filter(({ name }) => name.includes(`:${username.toLowerCase()}:`));
  await Promise.all(own.map(({ name }) => env.KV.delete(name)));
  forgetCacheEntries();
}

test.each([100, 12])(
  "posts of the second at which the archive goes on come once each, at %s per page",
  async (limit) => {
    const username = `Samesecond_${limit}`;
    const { all, app } = longWorld(username, FALLBACK, ofOneSecond(username));
    const pages = await walk(app, { username, limit });
    expect(idsOf(pages)).toEqual(all.map(({ name }) => name));
  },
);

test("the page's posts of that second come once each even if Reddit's last batch has left the cache", async () => {
  const { all, app } = longWorld("Forgotten", FALLBACK, ofOneSecond("Forgotten"));
  const body = { username: "Forgotten", limit: 100 };
  const pages = await walk(app, body);
  await forgetListings("Forgotten");
  const older = await search(app, { ...body, after: pages[9]?.nextPage });
  expect(older.posts.map(({ id }) => id)).toEqual(all.slice(REDDITS).map(({ name }) => name));
});

test.each([100, 12])(
  "the archive does not show again what Reddit's part has shown, at %s per page",
  async (limit) => {
    const username = `Reposted_${limit}`;
    const posts = postsOf(username).map((post, index, all) =>
      index === 1_020 || index === 1_130 ? { ...post, url: all[3]?.url } : post,
    );
    const { all, app } = longWorld(username, FALLBACK, posts);
    const reposts = [all[1_020]?.name, all[1_130]?.name];
    const shown = all.map(({ name }) => name).filter((name) => !reposts.includes(name));
    for (const visit of ["cold", "warm"]) {
      const pages = await walk(app, { username, limit });
      expect(idsOf(pages), visit).toEqual(shown);
      expect(pages.at(-1)?.total, visit).toBe(shown.length);
    }
  },
);
