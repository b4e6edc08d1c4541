import { beforeEach, expect, test } from "vitest";
import { MINUTE_MS } from "#schema/time.ts";
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

test("media posted in several communities is shown in one that was not removed, in every order", async () => {
  const url = "https://i.redd.it/twice.jpg";
  const rocks = picturePost(1, { url, subreddit: "Rocks", score: 1 });
  const pics = picturePost(2, { url, subreddit: "pics", score: 50, title: "In pics" });
  const creator = { posts: [rocks, pics] };
  const reddit = standIn({ Twofold: creator });
  reddit.instead = ({ searchParams }) => {
    creator.posts = searchParams.get("sort") === "top" ? [pics, rocks] : [rocks, pics];
    return null;
  };
  const clock = testClock();
  const app = appOver(reddit, { clock });
  const find = async (sortBy: string) => {
    const { posts, total } = await search(app, { username: "Twofold", sortBy });
    expect(total).toBe(posts.length);
    return posts.map((post) => [post.id, post.subreddit, post.alsoIn.map((one) => one.subreddit)]);
  };
  expect(await find("new")).toEqual([["t3_p1", "Rocks", ["pics"]]]);
  expect(await find("top")).toEqual([["t3_p2", "pics", ["Rocks"]]]);
  await removeByKey("subreddit", "rocks");
  clock.advance(MINUTE_MS);
  for (const sortBy of ["new", "top"]) expect(await find(sortBy)).toEqual([["t3_p2", "pics", []]]);
  expect((await search(app, { username: "Twofold" })).posts).toEqual(
    (await search(app, { username: "Twofold", sortBy: "top" })).posts,
  );
  expect(await (await app.request("/user/Twofold/feed.json")).text()).toContain("In pics");
  await removeByKey("subreddit", "pics");
  clock.advance(MINUTE_MS);
  for (const sortBy of ["new", "top"]) expect(await find(sortBy)).toEqual([]);
});
