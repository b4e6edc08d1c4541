import {
  array,
  assert as holds,
  constantFrom,
  dictionary,
  jsonValue,
  oneof,
  property,
  tuple,
} from "fast-check";
import { expect, test } from "vitest";
import { linkPost, normalised, NOW, picturePost, preview } from "./testing/raw-posts.ts";
import { normaliseListing } from "./listing.ts";
import type { StoredPost } from "./post.ts";
import { normaliseProfile } from "./profile.ts";
import { record, type Json } from "./read.ts";

const RUNS = { numRuns: 4_000, seed: 20_261_121 };

const HOSTILE = constantFrom<unknown>(
  "javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "blob:https://x.test/1",
  "file:///etc/passwd",
  "//evil.example/x.jpg",
  "https://user:pw@evil.example/x.mp4",
  "https:///x.jpg",
  "https://",
  "http://[::1]/x.gif",
  " https://i.redd.it/a.jpg\n",
  "https://i.redd.it/\u0000.jpg",
  'https://i.redd.it/a"onerror=alert(1).jpg',
  "\uD800",
  "__proto__",
  "constructor",
  "x".repeat(100_000),
  `https://i.redd.it/${"a".repeat(5_000)}.jpg`,
  "&amp;".repeat(2_000),
  `${"a-".repeat(20_000)}x`,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  -1,
  1e300,
  null,
  true,
  [],
  {},
  [[[[[[[]]]]]]],
  { toString: 1, valueOf: null },
);
const anything = oneof({ weight: 3, arbitrary: HOSTILE }, jsonValue({ maxDepth: 3 }));

const clip = {
  fallback_url: "https://v.redd.it/c1/CMAF_720.mp4",
  hls_url: "https://v.redd.it/c1/HLSPlaylist.m3u8?a=1900000000%2Cx",
  width: 1,
  height: 1,
  is_gif: false,
};
const item = {
  status: "valid",
  e: "Image",
  m: "image/jpg",
  s: { u: "https://preview.redd.it/a.jpg?s=1", x: 1, y: 1 },
  p: [],
};

/** One post of each kind, to be mutated in one or several places. */
const SEEDS: Json[] = [
  picturePost(1, { preview: preview() }),
  linkPost("https://v.redd.it/c1", { secure_media: { reddit_video: clip }, preview: preview() }),
  linkPost("https://www.reddit.com/gallery/p1", {
    is_gallery: true,
    gallery_data: { items: [{ media_id: "a", caption: "x" }, { media_id: "b" }] },
    media_metadata: { a: item, b: { ...item, e: "RedditVideo", hlsUrl: clip.hls_url } },
  }),
  linkPost("https://www.reddit.com/r/x/comments/p1/", {
    is_self: true,
    selftext: "a",
    media_metadata: { a: item },
  }),
  linkPost("https://www.redgifs.com/watch/abc", {
    preview: { ...preview(), reddit_video_preview: clip },
  }),
  linkPost("https://i.imgur.com/abcdefg.gifv"),
  linkPost("https://youtu.be/abcdefghi_1", {
    secure_media: { oembed: { thumbnail_url: "https://i.ytimg.com/x.jpg" } },
  }),
  linkPost("https://streamable.com/abcd1"),
  linkPost("https://gfycat.com/abcd"),
  linkPost("https://files.example.com/x.mp4"),
  picturePost(9, { crosspost_parent_list: [picturePost(8)] }),
];

function paths(value: unknown, prefix: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [prefix];
  const inner = Object.entries(value).flatMap(([key, one]) => paths(one, [...prefix, key]));
  return prefix.length > 0 ? [prefix, ...inner] : inner;
}

function spoil(seed: Json, path: string[], value: unknown): Json {
  const copy = structuredClone(seed);
  let at: Json = copy;
  for (const key of path.slice(0, -1)) {
    const next = at[key];
    if (typeof next !== "object" || next === null) return copy;
    at = next as Json;
  }
  at[path.at(-1) ?? ""] = value;
  return copy;
}

const spoiled = constantFrom(...SEEDS).chain((seed) =>
  array(tuple(constantFrom(...paths(seed)), anything), { minLength: 1, maxLength: 4 }).map(
    (changes) => changes.reduce((post, [path, value]) => spoil(post, path, value), seed),
  ),
);

const ADDRESSES = new Set([
  "url",
  "hlsUrl",
  "directUrl",
  "poster",
  "embedUrl",
  "watchUrl",
  "redditUrl",
  "thumbnailUrl",
  "galleryImages",
]);

function addresses(value: unknown, key = ""): unknown[] {
  if (Array.isArray(value)) return value.flatMap((one) => addresses(one, key));
  const inside = record(value);
  if (inside) return Object.entries(inside).flatMap(([name, one]) => addresses(one, name));
  return ADDRESSES.has(key) && value !== null ? [value] : [];
}

function isSafe(value: unknown): boolean {
  const url = typeof value === "string" ? URL.parse(value) : null;
  return url?.protocol === "https:" && url.hostname.includes(".") && !url.username && !url.password;
}

const isWhole = (post: StoredPost): boolean =>
  /^t3_[a-z0-9]{1,13}$/.test(post.id) &&
  [post.title, post.author, post.subreddit, post.createdAt].every(
    (text) => typeof text === "string",
  ) &&
  [post.created, post.score, post.numComments, post.awardsCount].every(Number.isSafeInteger) &&
  post.permalink.startsWith("/") &&
  post.title.length <= 1_000;

test("no mutated post makes the normaliser throw or return an unsafe address", () => {
  holds(
    property(spoiled, (post) => {
      const { posts } = normaliseListing([{ kind: "t3", data: post }], NOW, "Ann");
      for (const found of posts) {
        expect(addresses(found.post).filter((one) => !isSafe(one))).toEqual([]);
        expect(isWhole(found.post)).toBe(true);
      }
    }),
    RUNS,
  );
});

test("any JSON in place of a post is read without a throw, and the result survives serialisation", () => {
  holds(
    property(array(jsonValue({ maxDepth: 5 }), { maxLength: 5 }), (children) => {
      const { posts } = normaliseListing([...children, { kind: "t3", data: SEEDS[0] }], NOW, "Ann");
      expect(posts).toHaveLength(1);
      expect(JSON.parse(JSON.stringify(posts))).toEqual(posts);
    }),
    RUNS,
  );
});

test("a profile of any shape has a name, and its picture is an https address or null", () => {
  const shape = dictionary(
    constantFrom(
      "name",
      "id",
      "icon_img",
      "snoovatar_img",
      "subreddit",
      "created_utc",
      "link_karma",
    ),
    anything,
  );
  holds(
    property(shape, (raw) => {
      const profile = normaliseProfile(raw, "Ann");
      expect(profile.username).toMatch(/^[\w-]{1,40}$/);
      expect(profile.avatarUrl === null || isSafe(profile.avatarUrl)).toBe(true);
      expect(profile.title.length).toBeLessThanOrEqual(2_000);
    }),
    RUNS,
  );
});

test("an album's key is made from the parts of its path, however many slashes it has", () => {
  const keyOf = (path: string) =>
    normalised(linkPost(`https://imgur.com${path}`, { preview: preview() }))?.key;
  expect(keyOf("/a/AbCdE#two")).toBe("imgur/a/AbCdE#two");
  const slashes = "/".repeat(2_000);
  expect(keyOf(`/a${slashes}AbCdE${slashes}#two`)).toBe("imgur/a/AbCdE#two");
});
