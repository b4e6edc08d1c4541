import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { MINUTE_MS } from "#schema/time.ts";
import { forgetCacheEntries } from "#worker/cache/read-through.ts";
import { clearRemovals, removeByKey } from "#worker/testing/removals.ts";
import { appOver, search } from "#worker/testing/search.ts";
import { picturePost, standIn } from "#worker/testing/stand-in.ts";
import { testClock } from "#worker/testing/test-app.ts";

beforeEach(clearRemovals);

test("media posted several times is hidden with each of its posts, and names no removed community", async () => {
  const url = "https://i.redd.it/same.jpg";
  const posts = [
    picturePost(1, { url, subreddit: "art" }),
    picturePost(2, { url, subreddit: "secret", permalink: "/r/secret/comments/p2/picture/" }),
    picturePost(3, { url, subreddit: "photos", permalink: "/r/photos/comments/p3/picture/" }),
    picturePost(4),
  ];
  const clock = testClock();
  const app = appOver(standIn({ Reposter: { posts } }), { clock });
  await removeByKey("subreddit", "secret");
  const [first] = (await search(app, { username: "Reposter" })).posts;
  expect(first?.alsoIn.map(({ subreddit }) => subreddit)).toEqual(["photos"]);
  await removeByKey("post", "t3_p3");
  clock.advance(MINUTE_MS);
  const left = await search(app, { username: "Reposter" });
  expect(left.posts.map(({ id }) => id)).toEqual(["t3_p4"]);
});

test.each(["t3_p1", "t3_p2", "t3_p3"])(
  "media posted several times in one community is hidden with each of its posts: %s",
  async (key) => {
    const url = "https://i.redd.it/again.jpg";
    const posts = [1, 2, 3].map((index) => picturePost(index, { url, subreddit: "pics" }));
    const creator = `Again_${key}`;
    const clock = testClock();
    const app = appOver(standIn({ [creator]: { posts: [...posts, picturePost(4)] } }), { clock });
    const idsIn = async (sortBy: string) =>
      (await search(app, { username: creator, sortBy })).posts.map(({ id }) => id);
    expect(await idsIn("new")).toEqual(["t3_p1", "t3_p4"]);
    await removeByKey("post", key);
    clock.advance(MINUTE_MS);
    for (const sortBy of ["new", "top"]) expect(await idsIn(sortBy)).toEqual(["t3_p4"]);
    const feed = await app.request(`/user/${creator}/feed.json`);
    expect(await feed.text()).not.toContain("again.jpg");
  },
);

test("a cached listing that names merged posts by communities only hides them too", async () => {
  const url = "https://i.redd.it/same.jpg";
  const posts = [
    picturePost(1, { url }),
    picturePost(2, { url, subreddit: "art", permalink: "/r/art/comments/p2/picture/" }),
  ];
  const clock = testClock();
  const app = appOver(standIn({ Older: { posts } }), { clock });
  await search(app, { username: "Older" });
  const { keys } = await env.KV.list({ prefix: "listing:" });
  const key = keys.find(({ name }) => name.includes(":older:"))?.name ?? "";
  const copy = (await env.KV.get(key)) ?? "";
  expect(copy).toContain(',["t3_p2"]');
  await env.KV.put(key, copy.replace(',["t3_p2"]', ""));
  forgetCacheEntries();
  await removeByKey("post", "t3_p2");
  clock.advance(MINUTE_MS);
  expect((await search(app, { username: "Older" })).posts).toEqual([]);
});
