import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { creatorNamed } from "#sample/creators/all.ts";
import { gemhunter } from "#sample/creators/gemhunter.ts";
import { northlight } from "#sample/creators/northlight.ts";
import { nth } from "#sample/creators/rows.ts";
import { mediaFile } from "#sample/media-file.ts";
import { SHOWCASE } from "#sample/names.ts";
import { root } from "#tools/files.ts";
import { madeUpPost, madeUpUser, seedTargets } from "./targets.ts";
import { PICTURE_TITLES } from "./titles.ts";

const NOW = Date.UTC(2026, 10, 22) / 1000;
const users = Array.from({ length: 300 }, (_, index) => madeUpUser(index));

test("a made-up user has a unique Reddit name, a different display name and a picture", () => {
  expect(new Set(users.map(({ username }) => username.toLowerCase())).size).toBe(300);
  for (const { username, displayName, avatarUrl } of users) {
    expect(username).toMatch(/^[A-Za-z0-9_-]{3,20}$/);
    expect(displayName.toLowerCase()).not.toBe(username.toLowerCase());
    expect(displayName).toMatch(/^[A-Z][a-z]{2}.* [A-Za-z][a-z]{3}/);
    expect(avatarUrl).toMatch(/^\/sample\/media\//);
  }
});

/** Whether the development Worker has a file for an address. */
function isServed(address: string): boolean {
  const { pathname, search } = new URL(address, "http://localhost");
  const found = mediaFile(pathname, search, NOW);
  return "file" in found && existsSync(join(root, "sample/media/files", found.file));
}

test("what is made up has an id of its own, is not asked about at Reddit, and has the sample's pictures", () => {
  const posts = users.map((owner, index) => madeUpPost(index, owner, NOW));
  const ids = [...users, ...posts].map(({ id }) => id);
  expect(new Set(ids).size).toBe(600);
  expect(ids.filter((id) => !/^t[23]_seed./.test(id))).toEqual([]);
  expect([...users, ...posts].filter(({ isKnown }) => isKnown)).toEqual([]);
  const pictures = posts.flatMap(({ url, thumbnailUrl, thumbnails }) => [
    { url, width: 1, height: 1 },
    { url: thumbnailUrl ?? "", width: 1, height: 1 },
    ...thumbnails,
  ]);
  const addresses = [
    ...users.map(({ avatarUrl }) => avatarUrl ?? ""),
    ...pictures.map(({ url }) => url),
  ];
  expect(addresses.filter((address) => !isServed(address))).toEqual([]);
  expect(pictures.filter(({ width, height }) => !(width > 0 && height > 0))).toEqual([]);
});

test("a made-up post is its owner's, some hours to 400 days old, and nothing that is covered", () => {
  for (const [index, owner] of users.entries()) {
    const post = madeUpPost(index, owner, NOW);
    expect(post).toMatchObject({
      ownerId: owner.id,
      isNsfw: false,
      subredditIsNsfw: false,
      isSpoiler: false,
      mediaType: "image",
    });
    const hours = (NOW - post.created) / 3_600;
    expect(hours).toBeGreaterThanOrEqual(1);
    expect(hours).toBeLessThanOrEqual(400 * 24);
    const address = `/r/${post.subreddit}/comments/${post.id.slice("t3_".length)}/`;
    expect(post.permalink.startsWith(address)).toBe(true);
  }
  const ages = users.map((owner, index) => NOW - madeUpPost(index, owner, NOW).created);
  expect(new Set(ages).size).toBeGreaterThan(200);
});

test("the creators that lead the boards have a different display name and a picture", () => {
  for (const name of SHOWCASE) {
    const creator = creatorNamed(name);
    expect(creator?.title.toLowerCase()).not.toBe(name);
    expect(creator?.avatar).not.toBeNull();
  }
});

test("the title of a made-up post names what its picture shows", () => {
  for (let index = 0; index < 400; index += 1) {
    const { title, url, subreddit } = madeUpPost(index, madeUpUser(0), NOW);
    const shown = PICTURE_TITLES.find(({ key }) => url.includes(`/${key}`));
    expect(shown).toBeDefined();
    expect(title.startsWith(`${shown?.subject}, `)).toBe(true);
    expect(subreddit).toBe(shown?.community);
  }
});

test("the sample's creators and their posts lead, so that the top of a board opens real pages", () => {
  const creator = {
    user: { ...madeUpUser(0), id: "t2_known", username: "gemhunter", isKnown: true },
    posts: [
      { ...madeUpPost(1, madeUpUser(0), NOW), id: "t3_low", score: 1 },
      { ...madeUpPost(2, madeUpUser(0), NOW), id: "t3_high", score: 9_000 },
    ],
  };
  const made = seedTargets({ users: 5, posts: 20 }, [creator] as never, NOW);
  expect(made.users).toHaveLength(5);
  expect(made.users[0]?.username).toBe("gemhunter");
  expect(made.posts).toHaveLength(20);
  expect(made.posts.slice(0, 2).map(({ id }) => id)).toEqual(["t3_high", "t3_low"]);
  for (const [place, { ownerId, isKnown }] of made.posts.entries())
    expect([ownerId === "t2_known", isKnown]).toEqual([place < 2, place < 2]);
  const few = seedTargets({ users: 1, posts: 1 }, [creator, creator] as never, NOW);
  expect([few.users.length, few.posts.map(({ id }) => id)]).toEqual([1, ["t3_high"]]);
});

test("the first made-up users have the most posts, and every one has some", () => {
  const made = seedTargets({ users: 20, posts: 400 }, [], NOW);
  const counts = made.users.map(({ id }) => made.posts.filter((one) => one.ownerId === id).length);
  const sum = (from: number, to: number) =>
    counts.slice(from, to).reduce((whole, count) => whole + count, 0);
  expect(sum(0, 20)).toBe(400);
  expect(sum(0, 5)).toBeGreaterThan(3 * sum(15, 20));
  expect(Math.min(...counts)).toBeGreaterThan(0);
});

test("a crosspost of the sample has its origin, so that the origin's removal hides it", () => {
  const posts = gemhunter.posts.map(({ id }) => ({
    ...madeUpPost(1, madeUpUser(0), NOW),
    id: `t3_${id}`,
  }));
  const creator = { user: { ...madeUpUser(0), isKnown: true }, posts };
  const made = seedTargets({ users: 1, posts: 100 }, [creator] as never, NOW);
  const { id, subreddit } = nth(northlight, 2);
  expect(made.posts.flatMap(({ origins }) => origins ?? [])).toEqual([
    { id: `t3_${id}`, author: "northlight", subreddit },
  ]);
  expect(made.posts.filter(({ origins }) => origins?.length === 0)).toEqual([]);
});
