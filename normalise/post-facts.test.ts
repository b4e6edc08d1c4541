import { expect, test } from "vitest";
import {
  linkPost,
  normalised,
  NOW,
  picturePost,
  preview,
  type RawPost,
  textPost,
} from "./testing/raw-posts.ts";
import { normaliseListing } from "./listing.ts";
import { normaliseProfile } from "./profile.ts";

const postOf = (fields: RawPost) => normalised(picturePost(1, fields))?.post;

test("a bare post, as the archive sends it, is read like Reddit's", () => {
  for (const child of [picturePost(1), { data: picturePost(1) }])
    expect(normaliseListing([child], NOW)).toEqual({
      posts: [normalised(picturePost(1))],
      dropped: 0,
    });
});

test("posts without media and removed ones are not counted as unreadable", () => {
  const removed = picturePost(2, { removed_by_category: "moderator" });
  expect(normaliseListing([textPost(1), removed], NOW)).toEqual({ posts: [], dropped: 0 });
});

test("a post is read from the older fields where the newer ones are missing", () => {
  const older = {
    name: undefined,
    created_utc: " ",
    created: "1600000000",
    score: undefined,
    ups: 7,
    subreddit: undefined,
    subreddit_name_prefixed: "r/pics",
    all_awardings: [{}, {}],
    url_overridden_by_dest: "",
  };
  expect(postOf(older)).toMatchObject({
    id: "t3_p1",
    created: 1_600_000_000,
    score: 7,
    subreddit: "pics",
    awardsCount: 2,
    numComments: 3,
    url: "https://i.redd.it/file1.jpg",
  });
});

test("a post without awards has none, whatever an older field lists", () => {
  expect(postOf({ total_awards_received: 0, all_awardings: [{}] })?.awardsCount).toBe(0);
});

test("a number that is none is missing", () => {
  expect(postOf({ created_utc: "soon", created: 1_600_000_000 })?.created).toBe(1_600_000_000);
});

test("a post without an author belongs to the creator whose listing it is in, or is left out", () => {
  const orphan = picturePost(1, { author: "" });
  expect(normaliseListing([orphan], NOW, "Ann").posts[0]?.post.author).toBe("Ann");
  expect(normaliseListing([orphan], NOW).posts).toEqual([]);
});

test("the community of a profile is named u_NAME, however Reddit spells it", () => {
  for (const fields of [
    { subreddit: "u/Ann" },
    { subreddit: undefined, subreddit_name_prefixed: "u/Ann" },
  ])
    expect(postOf(fields)?.subreddit).toBe("u_Ann");
});

test("the address of a link comes before the one that Reddit made of it, unless it is no address", () => {
  const url = "https://i.redd.it/mine.jpg";
  expect(postOf({ url_overridden_by_dest: url })?.url).toBe(url);
  expect(postOf({ url_overridden_by_dest: "javascript:alert(1)" })?.url).toBe(
    "https://i.redd.it/file1.jpg",
  );
  expect(
    postOf({ url: "/r/pics/comments/p1/picture/", is_gallery: true, preview: preview() })?.url,
  ).toBe("https://www.reddit.com/r/pics/comments/p1/picture/");
});

test.each(["javascript:alert(1)", "", null])(
  "a post whose address is %j leads to its discussion",
  (url) => {
    const fields = { url, is_gallery: true, preview: preview() };
    expect(postOf(fields)?.url).toBe("https://www.reddit.com/r/pics/comments/p1/picture/");
  },
);

test("a discussion at another path is found by the post's id", () => {
  expect(postOf({ permalink: "/r/pics/wiki/p1/" })?.permalink).toBe("/comments/p1/");
});

test("ids and names as long as Reddit's longest are read, longer ones are not", () => {
  const long = { author: "a".repeat(100), subreddit: "s".repeat(100), name: "t3_1234567890123" };
  expect(postOf(long)).toMatchObject({ author: long.author, subreddit: long.subreddit });
  expect(postOf({ name: "t3_12345678901234" })).toBeUndefined();
  expect(postOf({ name: "xt3_1" })).toBeUndefined();
  expect(postOf({ name: "t3_1x!" })).toBeUndefined();
});

test("a title that is cut ends with a whole character, and half a character in one is replaced", () => {
  const title = `${"x".repeat(999)}💎`;
  expect(postOf({ title })?.title).toBe(`${"x".repeat(999)}\uFFFD`);
  expect(postOf({ title: "cut \uD83D" })?.title).toBe("cut \uFFFD");
  expect(postOf({ title: "a &gt; b &quot;" })?.title).toBe("a > b &quot;");
});

test("the author's id is kept, because deletions are found by it", () => {
  const idOf = (author_fullname: unknown) =>
    normalised(picturePost(1, { author_fullname }))?.authorId;
  expect(idOf("t2_ann1")).toBe("t2_ann1");
  for (const other of [undefined, "t2_", "t5_ann1", "xt2_ann1", "t2_ann1 ", "t2_12345678901234"])
    expect(idOf(other)).toBeNull();
});

test('a mark is set by true, 1 and "true" only', () => {
  const marked = [true, 1, "true", false, 0, "false", 2, "1", null].map(
    (over_18) => postOf({ over_18 })?.isNsfw,
  );
  expect(marked).toEqual([true, true, true, false, false, false, false, false, false]);
});

test("whether a video has sound is known from every form of the field", () => {
  const soundOf = (has_audio: unknown) => {
    const reddit_video = { fallback_url: "https://v.redd.it/c/DASH_480.mp4", has_audio };
    const media = normalised(linkPost("https://v.redd.it/c", { media: { reddit_video } }))?.post
      .media;
    return media?.kind === "video" ? media.hasAudio : undefined;
  };
  expect([true, 1, "true", false, 0, "false", 2, null].map(soundOf)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    null,
    null,
  ]);
});

test("a video in processing has no known size, and a clip of less than a second its length", () => {
  const mediaOf = (fields: object) =>
    normalised(linkPost("https://v.redd.it/c", { media: fields }))?.post.media;
  expect(mediaOf({})).toMatchObject({ width: 0, height: 0, duration: null });
  const clip = { fallback_url: "https://v.redd.it/c/CMAF_720.mp4", duration: 0.4 };
  expect(mediaOf({ reddit_video: clip })).toMatchObject({ duration: 0.4 });
});

test("a crosspost of a crosspost shows the media of the first post, with its signature", () => {
  const hls_url = `https://v.redd.it/c/HLSPlaylist.m3u8?a=${NOW / 1000 + 60}%2Cx`;
  const first = linkPost("https://v.redd.it/c", { media: { reddit_video: { hls_url } } });
  const chain = { crosspost_parent: "t3_p2", crosspost_parent_list: [picturePost(2), first] };
  expect(postOf(chain)?.media).toMatchObject({ hlsUrl: hls_url });
  const unlisted = { ...first, crosspost_parent_list: [textPost(2)] };
  expect(normalised(unlisted)?.post.media).toMatchObject({ hlsUrl: hls_url });
});

test("merged posts have the origins of all of them, each once, and lead to their discussions", () => {
  const crosspost = (index: number, subreddit: string, origin: number, author: string) =>
    linkPost("https://i.redd.it/same.jpg", {
      name: `t3_p${index}`,
      subreddit,
      permalink: `/r/${subreddit}/comments/p${index}/`,
      crosspost_parent_list: [picturePost(origin, { author, url: "https://i.redd.it/same.jpg" })],
    });
  const own = picturePost(9, { url: "https://i.redd.it/same.jpg" });
  expect(normaliseListing([own, crosspost(1, "art", 7, "Bob")], NOW).posts).toMatchObject([
    { origins: [{ id: "t3_p7" }] },
  ]);
  const { posts } = normaliseListing(
    [
      crosspost(1, "pics", 7, "Bob"),
      crosspost(2, "art", 7, "Bob"),
      crosspost(3, "gems", 8, "Bob"),
      crosspost(4, "gems", 7, "[deleted]"),
    ],
    NOW,
  );
  expect(posts[0]?.origins.map(({ id, author }) => [id, author])).toEqual([
    ["t3_p7", "Bob"],
    ["t3_p8", "Bob"],
    ["t3_p7", ""],
  ]);
  expect(posts[0]?.post.alsoIn).toEqual(
    ["/r/art/comments/p2/", "/r/gems/comments/p3/"].map((permalink) => ({
      subreddit: permalink.split("/")[2],
      permalink,
      redditUrl: `https://www.reddit.com${permalink}`,
    })),
  );
});

test("an origin that is listed and named is one origin", () => {
  const once = { crosspost_parent: "t3_p2", crosspost_parent_list: [picturePost(2)] };
  expect(normalised(picturePost(1, once))?.origins.map(({ id }) => id)).toEqual(["t3_p2"]);
});

const SMALL = {
  thumbnail: "//b.thumbs.redditmedia.com/small.jpg",
  thumbnail_width: 140,
  thumbnail_height: 140,
};
const widths = (post: RawPost) => normalised(post)?.post.thumbnails.map(({ width }) => width);

test("the small thumbnail replaces no still that the post has", () => {
  const source = { url: "https://preview.redd.it/s.jpg?s=1", width: 90, height: 60 };
  expect(widths(picturePost(1, { ...SMALL, preview: { images: [{ source }] } }))).toEqual([90]);
  expect(widths(linkPost("https://i.imgur.com/abcdefg.jpg", SMALL))).toEqual([320, 640, 1024]);
  expect(widths(linkPost("https://youtu.be/abcdefghi_1", SMALL))).toEqual([140, 480]);
  expect(widths(picturePost(1, SMALL))).toEqual([140]);
});

test("a copy has the size that Reddit names, or none if that is impossible", () => {
  const url = "https://preview.redd.it/s.jpg?s=1";
  const tile = (width: unknown, height: unknown) =>
    normalised(
      picturePost(1, {
        preview: {
          images: [
            { resolutions: [{ url, width, height }], source: { url, width: 2_000, height: 9 } },
          ],
        },
      }),
    )?.post.thumbnails[0];
  expect(tile(320, "240.4")).toEqual({ url, width: 320, height: 240 });
  expect(tile(-1, 100_000)).toEqual({ url, width: 0, height: 0 });
  expect(tile(undefined, "wide")).toEqual({ url, width: 0, height: 0 });
});

test("an address that only contains one of Reddit's is parsed like others", () => {
  const picture = "https://i.redd.it/a.jpg";
  const copyAt = (url: string) =>
    normalised(picturePost(1, { preview: { images: [{ source: { url } }] } }))?.post.thumbnails;
  expect(copyAt(`javascript:alert(1)//${picture}`)).toEqual([
    { url: "https://i.redd.it/file1.jpg", width: 0, height: 0 },
  ]);
  expect(copyAt(`${picture}" title="x`)).toMatchObject([{ url: `${picture}%22%20title=%22x` }]);
});

test("tiles are at most 1,080 pixels wide, narrowest first, each width once", () => {
  const at = (width: number) => ({
    url: `https://preview.redd.it/s.jpg?w=${width}`,
    width,
    height: 9,
  });
  const tiles = (source: number, ...sizes: number[]) =>
    widths(
      picturePost(1, { preview: { images: [{ source: at(source), resolutions: sizes.map(at) }] } }),
    );
  expect(tiles(2_000, 1_080, 320, 1_081, 320)).toEqual([320, 1_080]);
  expect(tiles(1_080, 320)).toEqual([320, 1_080]);
  expect(tiles(1_081, 320)).toEqual([320]);
  expect(tiles(320, 320)).toEqual([320]);
  expect(tiles(2_000)).toEqual([2_000]);
});

const profile = (raw: RawPost) => normaliseProfile({ name: "Ann", ...raw }, "ann");

test("a profile is adult by its own mark or by its page's", () => {
  expect(profile({ over_18: true }).isNsfw).toBe(true);
  expect(profile({ subreddit: { over_18: true } }).isNsfw).toBe(true);
  expect(profile({ over_18: false, subreddit: { over_18: false } }).isNsfw).toBe(false);
});

test("a profile has Reddit's id with its prefix, and a name that is possible at Reddit", () => {
  expect(
    ["ann1", "t2_ann1", "ann1!", "t2_", "12345678901234", 7].map((id) => profile({ id }).id),
  ).toEqual(["t2_ann1", "t2_ann1", "", "", "", ""]);
  for (const name of ["", "an n", "../ann", "a".repeat(41), null])
    expect(profile({ name }).username).toBe("ann");
});

test("a profile's texts are cut at 2,000 characters, and a blank title is the name", () => {
  const long = "x".repeat(2_001);
  const cut = profile({ subreddit: { title: long, public_description: long } });
  expect([cut.title.length, cut.description.length]).toEqual([2_000, 2_000]);
  expect(profile({ subreddit: { title: " " } }).title).toBe("Ann");
  expect(profile({ subreddit: { title: " Gems &amp; more " } }).title).toBe("Gems & more");
});

test("the age of an account is in whole seconds, from either field", () => {
  expect(profile({ created_utc: 1_500_000_000.7, created: 1 }).createdUtc).toBe(1_500_000_000);
  expect(profile({ created: 1_400_000_000 }).createdUtc).toBe(1_400_000_000);
});
