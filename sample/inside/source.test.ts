import { expect, test } from "vitest";
import type { FollowingResponse } from "#schema/api/following.ts";
import type { SearchResponse } from "#schema/api/search.ts";
import { CONTENT_SECURITY_POLICY } from "#worker/http/security-headers.ts";
import { openSource } from "#worker/source/open.ts";
import { sourceSuite } from "#worker/testing/source-suite.ts";
import { testApp, type TestApp } from "#worker/testing/test-app.ts";
import { creatorNamed } from "#sample/creators/all.ts";
import { mediaFile } from "#sample/media-file.ts";
import { sampleWorld } from "#sample/world.ts";

const app = testApp({ sample: sampleWorld });

async function search(at: TestApp, body: Record<string, unknown>): Promise<SearchResponse> {
  return (await at.send("POST", "/api/reddit/search", body)).json();
}

async function walk(username: string): Promise<SearchResponse[]> {
  const pages = [await search(app, { username, limit: 12 })];
  for (let last = pages[0]; last?.nextPage; last = pages.at(-1)) {
    pages.push(await search(app, { username, limit: 12, after: last.nextPage }));
  }
  return pages;
}

sourceSuite("sample", () => ({
  deps: () => app.deps(),
  open: (deps) => openSource(deps, "sample"),
  creator: "stone_a_day",
  count: creatorNamed("stone_a_day")?.posts.length ?? 0,
  unknownName: "nobody_at_all",
}));

const CREATORS = ["gemhunter", "northlight", "loopsmith", "clipquarry", "oddments", "velvet_hours"];

/** Addresses that a browser loads without a click. */
function loaded(value: unknown, key = ""): string[] {
  if (typeof value === "string") return LOADED.has(key) ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => {
    if (Array.isArray(value)) return loaded(one, key);
    return loaded(one, name === "url" ? `${key}.url` : name);
  });
}
const LOADED = new Set([
  "hlsUrl",
  "directUrl",
  "poster",
  "thumbnailUrl",
  "galleryImages",
  "authorAvatar",
  "avatarUrl",
  // The `url` of a post or a link is loaded by a click only.
  "image.url",
  "srcset.url",
  "thumbnails.url",
]);

/** Whether an address is on another machine, or has no file in the development Worker. */
function isMissing(url: string): boolean {
  const { origin, pathname, search } = new URL(url, HERE);
  return origin !== HERE || "refused" in mediaFile(pathname, search, Date.now() / 1000);
}
const HERE = "https://here.invalid";

test.each(CREATORS)(
  "%s has each post once, in full pages, with its media on this machine",
  async (name) => {
    const pages = await walk(name);
    const posts = pages.flatMap((page) => page.posts);
    expect(posts.length).toBeGreaterThan(0);
    expect(new Set(posts.map(({ id }) => id)).size).toBe(posts.length);
    expect(pages.slice(0, -1).every((page) => page.posts.length === 12)).toBe(true);
    expect(pages.at(-1)?.total).toBe(posts.length);
    expect(loaded(pages).filter(isMissing)).toEqual([]);
  },
);

test("the sample's embeds are videos that exist at their hosts", async () => {
  const posts = (await walk("gemhunter")).flatMap((page) => page.posts);
  const embeds = posts.flatMap(({ media }) => (media.kind === "embed" ? media.watchUrl : []));
  expect(embeds.toSorted()).toEqual([
    "https://streamable.com/moo",
    "https://www.youtube.com/watch?v=WhWc3b3KhnY",
  ]);
});

test("the policy allows the frames of the sample's embeds", async () => {
  const pages = await Promise.all(["gemhunter", "oddments"].map(walk));
  const posts = pages.flat().flatMap((page) => page.posts);
  const framed = posts.flatMap(({ media }) => (media.kind === "embed" ? media.embedUrl : []));
  const [, allowed = ""] = /frame-src ([^;]+)/.exec(CONTENT_SECURITY_POLICY) ?? [];
  expect(framed.length).toBeGreaterThan(0);
  expect(allowed.split(" ")).toEqual(
    expect.arrayContaining(framed.map((url) => new URL(url).origin)),
  );
});

/** The text of web/features/media for this post's unavailable media. */
function notice({ media, mediaType }: SearchResponse["posts"][number]): string | null {
  if (media.kind === "video" && !media.hlsUrl && media.sources.length === 0)
    return "Video Unavailable";
  if (media.kind !== "link" || media.platform === "imgur") return null;
  return mediaType === "video" ? "Video Playback Not Available" : "Unsupported Media Type";
}

test.each([
  ["A video whose transcoding failed", "Video Unavailable"],
  ["A scan as TIFF, which browsers do not show", "Unsupported Media Type"],
  ["A film in a player that only plays at its host", "Video Playback Not Available"],
])("%s is shown as %s", async (title, text) => {
  const posts = (await walk("oddments")).flatMap((page) => page.posts);
  const found = posts.find((post) => post.title === title);
  expect(found && notice(found)).toBe(text);
});

test("each creator with a special state has that state", async () => {
  expect(await search(app, { username: "lostclaim" })).toMatchObject({ profileState: "suspended" });
  expect(await search(app, { username: "quietvein" })).toMatchObject({ profileState: "hidden" });
  expect(await search(app, { username: "blank_slate" })).toMatchObject({
    profileState: "ok",
    posts: [],
  });
  expect(await search(app, { username: "fault_about" })).toMatchObject({ profileState: "ok" });
  expect(await search(app, { username: "fault_listing" })).toMatchObject({
    profileState: "hidden",
  });
});

test("the feed says of each followed creator why it has no posts", async () => {
  const users = ["fault_500", "lostclaim"];
  const refresh = async (tried: string[]): Promise<FollowingResponse> =>
    (await app.send("POST", "/api/following/feed", { users, refresh: true, tried })).json();
  expect((await refresh(["lostclaim"])).refreshed).toMatchObject({ outcome: "failed" });
  expect(await refresh(["fault_500"])).toMatchObject({
    posts: [],
    creators: [
      { username: "fault_500", state: "waiting" },
      { username: "lostclaim", state: "suspended" },
    ],
  });
});

test.each([
  ["fault_403", 503, "reddit.blocked"],
  ["fault_429", 429, "reddit.rate_limited"],
  ["fault_500", 503, "reddit.unavailable"],
  ["fault_truncated", 503, "reddit.unavailable"],
  ["fault_empty", 503, "reddit.unavailable"],
])("%s answers with its fault, and other creators still work", async (username, status, error) => {
  const answer = await app.send("POST", "/api/reddit/search", { username });
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ error });
  expect(await search(app, { username: "tallpines" })).toMatchObject({ success: true });
});

test("a visitor's limit of upstream calls does not count calls of the sample", async () => {
  const limited = testApp({ sample: sampleWorld, env: { RATE_LIMITS: "on" } });
  const statuses = new Set<number>();
  for (let index = 0; index < 40; index += 1) {
    const body = { username: `stranger_${index}` };
    statuses.add((await limited.send("POST", "/api/reddit/search", body)).status);
  }
  expect([...statuses]).toEqual([200]);
});
