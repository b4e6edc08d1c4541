import { expect, test } from "vitest";
import { linkPost, normalised, NOW, picturePost, preview, textPost } from "./testing/raw-posts.ts";
import { normaliseListing } from "./listing.ts";
import { normalisePost } from "./post.ts";
import { normaliseProfile } from "./profile.ts";

const postOf = (fields: Record<string, unknown>) => normalised(picturePost(1, fields))?.post;
const t3 = (data: unknown) => ({ kind: "t3", data });

test("removed and deleted posts are left out, whichever field says so", () => {
  expect(postOf({ removed_by_category: "moderator" })).toBeUndefined();
  expect(postOf({ removed_by_category: "deleted" })).toBeUndefined();
  expect(postOf({ author: "[deleted]" })).toBeUndefined();
  expect(postOf({ _meta: { was_deleted_later: true } })).toBeUndefined();
  expect(postOf({ _meta: { removal_type: "reddit" } })).toBeUndefined();
  expect(postOf({ _meta: { was_deleted_later: false, is_edited: true } })).toBeDefined();
});

test("a crosspost shows its origin's media under its own title, score and place", () => {
  const origin = linkPost("https://i.redd.it/origin.jpg", {
    id: "orig1",
    name: "t3_orig1",
    title: "The first",
    subreddit: "first",
    preview: preview("origin"),
  });
  const post = postOf({
    domain: "",
    url: "/r/first/comments/orig1/the_first/",
    url_overridden_by_dest: "/r/first/comments/orig1/the_first/",
    crosspost_parent: "t3_orig1",
    crosspost_parent_list: [origin],
  });
  expect(post).toMatchObject({
    id: "t3_p1",
    title: "Picture 1",
    subreddit: "pics",
    mediaType: "image",
    url: "https://www.reddit.com/r/first/comments/orig1/the_first/",
    media: { image: { url: "https://i.redd.it/origin.jpg", width: 640 } },
  });
});

test("a crosspost has the marks of its origin too", () => {
  const of = (fields: Record<string, unknown>) =>
    postOf({ crosspost_parent: "t3_p2", crosspost_parent_list: [picturePost(2, fields)] });
  expect(of({})).toMatchObject({ isNsfw: false, nsfw: false, isSpoiler: false });
  expect(of({ over_18: true })).toMatchObject({ isNsfw: true, nsfw: true, isSpoiler: false });
  expect(of({ spoiler: true })).toMatchObject({ isNsfw: false, nsfw: false, isSpoiler: true });
});

test("a crosspost whose origin is gone shows Reddit's copy, unless the origin was removed", () => {
  const parent = { crosspost_parent: "t3_orig1" };
  expect(postOf({ ...parent, crosspost_parent_list: [] })?.mediaType).toBe("image");
  expect(postOf(parent)?.mediaType).toBe("image");
  const removed = { ...picturePost(2), removed_by_category: "copyright_takedown" };
  expect(postOf({ ...parent, crosspost_parent_list: [removed] })).toBeUndefined();
  const leftReddit = { ...picturePost(2), author: "[deleted]" };
  expect(postOf({ ...parent, crosspost_parent_list: [leftReddit] })?.mediaType).toBe("image");
  expect(postOf({ ...parent, crosspost_parent_list: [textPost(2)] })?.mediaType).toBe("image");
});

test("a crosspost names every ancestor, even one of which only the id is left", () => {
  const origin = picturePost(2, { author: "Bob", subreddit: "Art" });
  const root = picturePost(3, { author: "[deleted]", subreddit: undefined });
  const originsOf = (fields: Record<string, unknown>) =>
    normalised(picturePost(1, fields))?.origins;
  const bob = { id: "t3_p2", author: "Bob", subreddit: "Art" };
  const gone = { id: "t3_p3", author: "", subreddit: "" };
  expect(originsOf({})).toEqual([]);
  expect(originsOf({ crosspost_parent: "t3_p2", crosspost_parent_list: [origin, root] })).toEqual([
    bob,
    gone,
  ]);
  expect(originsOf({ crosspost_parent_list: [origin, null, { id: "!" }, "t3_p4"] })).toEqual([bob]);
  expect(originsOf({ crosspost_parent: "t3_p3", crosspost_parent_list: [] })).toEqual([gone]);
  expect(originsOf({ crosspost_parent: "t1_p3" })).toEqual([]);
  const first = { ...origin, subreddit: "reddit.com" };
  expect(originsOf({ crosspost_parent_list: [first] })).toEqual([
    { ...bob, subreddit: "reddit.com" },
  ]);
  for (const author of ["a <b>", "<b> a"]) {
    const odd = picturePost(3, { author, subreddit: "s".repeat(31) });
    expect(originsOf({ crosspost_parent_list: [odd] })).toEqual([gone]);
  }
  const many = Array.from({ length: 40 }, (_, index) => picturePost(index));
  const kept = originsOf({ crosspost_parent: "t3_p0", crosspost_parent_list: many });
  expect(kept?.map(({ id }) => id)).toEqual(["t3_pz", "t3_p10", "t3_p11", "t3_p12", "t3_p13"]);
});

test("thumbnails have Reddit's sizes, narrowest first, and the tile's is the first that is wide enough", () => {
  const post = postOf({ preview: preview("tile") });
  expect(post?.thumbnails.map(({ width }) => width)).toEqual([108, 216, 320, 640]);
  expect(post?.thumbnailUrl).toBe(
    "https://preview.redd.it/tile.jpg?width=320&crop=smart&auto=webp&s=320abc",
  );
  const huge = { url: "https://preview.redd.it/huge.jpg?s=1", width: 6000, height: 4000 };
  expect(postOf({ preview: preview("tile", { source: huge }) })?.thumbnails.at(-1)?.width).toBe(
    320,
  );
});

test.each(["", "self", "default", "image", "nsfw", "spoiler", null, undefined, 5, "javascript:x"])(
  "the thumbnail %o is not an address",
  (thumbnail) => {
    const post = normalised(linkPost("https://www.redgifs.com/watch/abc", { thumbnail }))?.post;
    expect(post).toMatchObject({ thumbnailUrl: null, thumbnails: [] });
  },
);

test("without a preview the small thumbnail is the tile", () => {
  const thumbnail = "https://b.thumbs.redditmedia.com/abc.jpg";
  const fields = { thumbnail, thumbnail_width: 140, thumbnail_height: 93 };
  expect(normalised(linkPost("https://www.redgifs.com/watch/abc", fields))?.post).toMatchObject({
    thumbnailUrl: thumbnail,
    thumbnails: [{ url: thumbnail, width: 140, height: 93 }],
  });
});

test("a profile post is in u_name, titles are unescaped, and flags are Reddit's", () => {
  const post = postOf({
    subreddit: "u_Ann",
    title: "1 &lt; 2 &amp; 3",
    over_18: true,
    spoiler: true,
    total_awards_received: 4,
    permalink: "/user/Ann/comments/p1/1_2/",
  });
  expect(post).toMatchObject({
    subreddit: "u_Ann",
    title: "1 < 2 & 3",
    isNsfw: true,
    nsfw: true,
    isSpoiler: true,
    awardsCount: 4,
    permalink: "/user/Ann/comments/p1/1_2/",
    redditUrl: "https://www.reddit.com/user/Ann/comments/p1/1_2/",
  });
});

test("a missing field, or one of another type, does not drop the post", () => {
  const bare = { name: "t3_bare", url: "https://i.redd.it/bare.jpg" };
  expect(normaliseListing([t3(bare)], NOW, "Ann").posts[0]?.post).toMatchObject({
    id: "t3_bare",
    author: "Ann",
    title: "",
    subreddit: "",
    permalink: "/comments/bare/",
    created: 0,
    score: 0,
    numComments: 0,
  });
  const retyped = postOf({
    created_utc: "1790000000.0",
    score: "12",
    num_comments: -3,
    title: { text: "no" },
    subreddit: ["no"],
    over_18: "true",
    preview: "no",
    media: [],
    secure_media: "no",
    gallery_data: 7,
    all_awardings: null,
    permalink: "//evil.example/r/x/comments/1/",
    author_fullname: "t2_' or 1=1",
  });
  expect(retyped).toMatchObject({
    created: 1_790_000_000,
    score: 12,
    numComments: 0,
    title: "",
    isNsfw: true,
    permalink: "/comments/p1/",
  });
});

test("an author's id in another form is left out, and a time beyond all dates is the last one", () => {
  const odd = picturePost(1, { author_fullname: "t2_' or 1=1", created_utc: 1e20 });
  expect(normalisePost(odd, NOW)).toMatchObject({
    authorId: null,
    post: { createdAt: "+275760-09-13T00:00:00.000Z" },
  });
});

test("an address over http becomes one over https at its usual port", () => {
  const url = "http://pictures.example.com:8080/a.jpg";
  expect(postOf({ url })?.url).toBe("https://pictures.example.com/a.jpg");
});

test("unreadable entries are dropped and counted, and the others are kept", () => {
  const children = [null, 7, "x", {}, t3(null), t3({ name: "t3_!!" }), t3(picturePost(1)), t3([])];
  const { posts, dropped } = normaliseListing([...children, { kind: "t1", data: {} }], NOW);
  expect(posts).toHaveLength(1);
  expect(dropped).toBe(7);
});

test("a long title is cut and a name longer than Reddit's makes a post unreadable, in a listing and alone", () => {
  const long = picturePost(1, { title: "x".repeat(1_001) });
  const named = picturePost(2, { author: "a".repeat(101) });
  const placed = picturePost(3, { subreddit: "s".repeat(101) });
  expect(normalisePost(long, NOW)?.post.title).toHaveLength(1_000);
  expect(normalisePost(named, NOW)).toBeNull();
  expect(normalisePost(placed, NOW)).toBeNull();
  const { posts, dropped } = normaliseListing([long, named, placed].map(t3), NOW);
  expect(posts.map(({ post }) => post.title.length)).toEqual([1_000]);
  expect(dropped).toBe(2);
});

test("the same media in several communities is one post that names each other community once, whatever its spelling", () => {
  const again = (index: number, subreddit: string) =>
    t3(picturePost(index, { subreddit, url: "https://i.redd.it/file1.jpg" }));
  const reposts = ["art", "art", "pics", "Art", "Pics"].map((name, at) => again(at + 3, name));
  const children = [t3(picturePost(1)), t3(picturePost(2)), ...reposts];
  const { posts } = normaliseListing(children, NOW);
  expect(posts.map(({ post }) => post.id)).toEqual(["t3_p1", "t3_p2"]);
  expect(posts[0]?.post.alsoIn.map(({ subreddit }) => subreddit)).toEqual(["art"]);
  expect(posts.map(({ repostIds }) => repostIds)).toEqual([
    ["t3_p3", "t3_p4", "t3_p5", "t3_p6", "t3_p7"],
    [],
  ]);
});

test("media marked in any of its posts is marked, whichever post comes first", () => {
  const marked = picturePost(2, {
    subreddit: "art",
    url: "https://i.redd.it/file1.jpg",
    over_18: true,
    spoiler: true,
  });
  for (const children of [
    [picturePost(1), marked],
    [marked, picturePost(1)],
  ]) {
    const { posts } = normaliseListing(children.map(t3), NOW);
    const marks = posts.map(({ post }) => [post.isNsfw, post.nsfw, post.isSpoiler]);
    expect(marks).toEqual([[true, true, true]]);
  }
});

test("a post listed twice is shown once and is no repost of itself", () => {
  const elsewhere = picturePost(1, { subreddit: "art" });
  const { posts } = normaliseListing([t3(picturePost(1)), t3(elsewhere)], NOW);
  expect(posts.map(({ post, repostIds }) => [post.id, repostIds, post.alsoIn])).toEqual([
    ["t3_p1", [], []],
  ]);
});

test("a file has the same key under each of its addresses", () => {
  const keyOf = (url: string) => normalised(linkPost(url))?.key;
  expect(keyOf("https://preview.redd.it/some-title-v0-abc.jpg?width=1080&s=1")).toBe(
    keyOf("https://i.redd.it/abc.jpg"),
  );
  expect(keyOf("https://imgur.com/abcdefg")).toBe(keyOf("https://i.imgur.com/abcdefg.jpg"));
  expect(keyOf("https://www.redgifs.com/watch/Abc")).toBe(keyOf("https://redgifs.com/ifr/abc"));
  expect(keyOf("https://i.redd.it/abd.jpg")).not.toBe(keyOf("https://i.redd.it/abc.jpg"));
});

test.each([
  "https://packaged-media.redd.it/{}/pb/m2-res_480p.mp4?m=DASHPlaylist.mpd&v=1&e=1763600000&s=1",
  "https://styles.redditmedia.com/t5_{}/styles/banner.png",
])("files of one name in different folders are no reposts of each other: %s", (address) => {
  const posts = ["2x7k1", "4m9q8"].map((folder, index) =>
    linkPost(address.replace("{}", folder), { name: `t3_p${index}`, id: `p${index}` }),
  );
  const listing = normaliseListing(posts.map(t3), NOW);
  expect(listing.posts.map(({ post }) => post.id)).toEqual(["t3_p0", "t3_p1"]);
});

test("a suspended profile has only a name and is read without a failure", () => {
  expect(normaliseProfile({ name: "Gone", is_suspended: true, total_karma: 5 }, "gone")).toEqual({
    id: "",
    username: "Gone",
    title: "Gone",
    description: "",
    avatarUrl: null,
    createdUtc: null,
    verifiedEmail: false,
    isNsfw: false,
    isMod: false,
    isSuspended: true,
    linkKarma: 0,
  });
});

test("a profile's picture is the snoovatar if there is one, unescaped", () => {
  const icon_img = "https://styles.redditmedia.com/t5_1/a.png?width=256&amp;s=1";
  expect(normaliseProfile({ name: "Ann", icon_img, snoovatar_img: "" }, "ann").avatarUrl).toBe(
    "https://styles.redditmedia.com/t5_1/a.png?width=256&s=1",
  );
  const snoovatar_img = "https://i.redd.it/snoovatar/avatars/a.png";
  expect(normaliseProfile({ name: "Ann", icon_img, snoovatar_img }, "ann").avatarUrl).toBe(
    snoovatar_img,
  );
});
