// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { picturePost, picturePosts, textPost } from "#normalise/testing/raw-posts.ts";
import { quickHash } from "#normalise/quick-hash.ts";
import type { CompanionRequest } from "#schema/companion.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import { ApiError } from "#web/api/api-error.ts";
import { heartKey } from "#web/features/hearts/heart-cache.ts";
import { installCompanion, pageRequest, removeCompanion } from "#web/testing/companion.ts";
import { searchAnswer } from "#web/testing/listings.ts";
import { fetchPage, type PageRequest } from "./companion-listing.ts";
import { CHOICE_KEY } from "./companion-state.ts";

const ABOUT = { ok: true, body: { state: "ok", user: { name: "Ann", id: "a1", link_karma: 5 } } };

const listing = (children: object[], after: string | null = null) => ({
  ok: true,
  body: { state: "ok", children, after },
});

const SERVER = searchAnswer({ nextPage: "cursor", source: "reddit" });

let bodies: { creator: string; items: { type: string; id: string }[] }[] = [];
let statuses: Record<string, unknown> = {};
let adult: string[] = [];
let hasArchive = false;
const NOTHING = { creator: false, posts: [] as string[], subreddits: [] as string[] };
let removed = NOTHING;

beforeEach(() => {
  client.clear();
  bodies = [];
  statuses = {};
  adult = [];
  hasArchive = false;
  removed = NOTHING;
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body)) as (typeof bodies)[number];
    bodies.push(body);
    const items = body.items.map(({ id }) => ({
      type: "post",
      id,
      voted: false,
      heartCount: 0,
      rank: null,
      ...(statuses[id] as object),
    }));
    const creator = { voted: true, heartCount: 7, rank: 3 };
    // Like the server, names only removed posts that the request contains.
    const posts = removed.posts.filter((one) => body.items.some(({ id }) => id === one));
    const listing = { creator, adultSubreddits: adult, hasArchive, removed: { ...removed, posts } };
    return Response.json({ success: true, items, listing });
  });
});

afterEach(() => {
  removeCompanion();
  localStorage.clear();
});

/** Answers listings with `batches` in order, and profiles with `about`. */
function companion(batches: object[], about: object = ABOUT): CompanionRequest[] {
  const left = [...batches];
  return installCompanion(({ type }) => (type === "about" ? about : (left.shift() ?? null)));
}

const client = createQueryClient();
const search = vi.fn<PageRequest["search"]>(async () => SERVER);

const page = (pageParam: string | null = null, more: Partial<PageRequest> = {}) =>
  fetchPage(pageRequest({ client, pageParam, search, ...more }));

test("a listing has the server's counts, ranks and adult communities, and the server gets only name and ids", async () => {
  const requests = companion([listing(picturePosts(3), "t3_p2")]);
  statuses = { t3_p1: { heartCount: 4, rank: 2 } };
  adult = ["pics"];
  const answer = await page();
  expect(requests).toEqual([
    { type: "listing", username: "ann", sort: "new", after: null },
    { type: "about", username: "ann" },
  ]);
  expect(bodies).toEqual([
    { creator: "ann", items: ["t3_p0", "t3_p1", "t3_p2"].map((id) => ({ type: "post", id })) },
  ]);
  expect(answer).toMatchObject({
    source: "companion",
    sortExact: true,
    userInfo: { username: "Ann", heartCount: 7, rank: 3 },
    total: 3,
  });
  expect(answer.posts.map(({ heartCount, rank }) => [heartCount, rank])).toEqual([
    [0, null],
    [4, 2],
    [0, null],
  ]);
  expect(answer.posts.every(({ subredditIsNsfw }) => subredditIsNsfw)).toBe(true);
});

test("a signed-in visitor's votes come in the same call", async () => {
  companion([listing(picturePosts(1))]);
  const known = createQueryClient();
  known.setQueryData(["api", "auth", "status"], { isAuthenticated: true, user: null });
  statuses = { t3_p0: { voted: true, heartCount: 1 } };
  await page(null, { client: known });
  expect(known.getQueryData(heartKey({ type: "post", id: "t3_p0" }))).toMatchObject({
    voted: true,
  });
  expect(known.getQueryData(heartKey({ type: "user", id: "ann" }))).toMatchObject({
    heartCount: 7,
  });
});

test("later batches continue after the last one and repeat no media", async () => {
  const repost = picturePost(7, { url: "https://i.redd.it/file0.jpg", subreddit: "other" });
  const icon_img = "https://styles.redditmedia.com/ann.png";
  const requests = companion(
    [listing(picturePosts(2), "t3_p1"), listing([repost, picturePost(8)])],
    { ok: true, body: { state: "ok", user: { name: "Ann", icon_img } } },
  );
  const first = await page();
  const second = await page(first.nextPage, { pages: [first] });
  expect(requests.at(-1)).toMatchObject({ after: "t3_p1" });
  expect(second.posts.map(({ id }) => id)).toEqual(["t3_p8"]);
  expect(second).toMatchObject({ nextPage: null, total: 3, userInfo: first.userInfo });
  expect(second.posts[0]?.authorAvatar).toBe(icon_img);
  companion([listing(picturePosts(2))]);
  const again = await page(null, { pages: [first, second] });
  expect(again.posts, "from its beginning it repeats").toHaveLength(2);
});

test("one page requests at most three batches without a picture", async () => {
  const texts = (count: number) => Array.from({ length: count }, (_, index) => textPost(index));
  const requests = companion([1, 2, 3, 4].map((at) => listing(texts(5), `t3_x${at}`)));
  const answer = await page();
  expect(requests.filter(({ type }) => type === "listing")).toHaveLength(3);
  expect(answer.posts).toEqual([]);
  expect(answer.nextPage).toContain("t3_x3");
});

test.each([
  ["not_found", { state: "missing" }, { state: "missing" }, false],
  ["suspended", { state: "forbidden" }, { state: "ok", user: { is_suspended: true } }, true],
  ["hidden", { state: "forbidden" }, { state: "ok", user: { name: "Ann" } }, true],
  ["hidden", { state: "ok", children: [] }, { state: "ok", user: { link_karma: 11 } }, true],
  ["ok", { state: "ok", children: [] }, { state: "ok", user: { link_karma: 10 } }, true],
  ["ok", { state: "ok", children: "many" }, { state: "ok", user: { link_karma: 10 } }, true],
  [
    "ok",
    { state: "ok", children: [], withheld: 3 },
    { state: "ok", user: { link_karma: 11 } },
    true,
  ],
  [
    "hidden",
    { state: "ok", children: [], withheld: "3" },
    { state: "ok", user: { link_karma: 11 } },
    true,
  ],
])("%s, from %j and %j", async (profileState, listed, about, userExists) => {
  companion([{ ok: true, body: { after: null, ...listed } }], { ok: true, body: about });
  const answer = await page();
  expect(answer).toMatchObject({ profileState, userExists, posts: [] });
  expect(answer.userInfo !== null).toBe(userExists);
});

test("texts before an empty last batch mean that the profile is not hidden", async () => {
  const about = { ok: true, body: { state: "ok", user: { link_karma: 11 } } };
  companion([listing([textPost(1)], "t3_p1"), listing([])], about);
  expect(await page()).toMatchObject({ profileState: "ok", posts: [], nextPage: null });
});

test.each(["signed_out", "blocked", "rate_limited", "off", "gone"])(
  "%s: the server's search is shown, with the companion's reason",
  async (reason) => {
    companion([{ ok: false, reason, until: 5 }], { ok: false, reason });
    const answer = await page();
    expect(answer).toEqual({ ...SERVER, refused: { ok: false, reason, until: 5 } });
    expect(await page(answer.nextPage, { pages: [answer] })).toEqual(SERVER);
    expect(search).toHaveBeenLastCalledWith({ after: "cursor" });
    expect(bodies).toEqual([]);
  },
);

test("an empty listing without a profile falls back to the server's search", async () => {
  companion([listing([])], { ok: false, reason: "blocked" });
  expect(await page()).toMatchObject({ source: "reddit", refused: { reason: "blocked" } });
});

test("a listing with posts does not need the profile", async () => {
  companion([listing(picturePosts(1))], { ok: false, reason: "rate_limited" });
  expect(await page()).toMatchObject({ source: "companion", userInfo: { username: "ann" } });
});

test("if Reddit refuses listing and profile, the visitor is refused: the server's search is shown", async () => {
  const forbidden = { ok: true, body: { state: "forbidden" } };
  companion([forbidden], forbidden);
  expect(await page()).toMatchObject({ source: "reddit", refused: { reason: "blocked" } });
  companion([forbidden]);
  expect(await page()).toMatchObject({ source: "companion", profileState: "hidden" });
});

test("a refusal in the middle of a listing shows its reason and can be retried", async () => {
  companion([{ ok: false, reason: "signed_out" }]);
  await expect(page("batch:t3_p1:100")).rejects.toMatchObject({
    sentence: "You are signed out of Reddit in this browser.",
  });
});

test("a feed may repeat by itself what the companion got no answer to, and no refusal", async () => {
  const codeAfter = async (refusal: object) => {
    companion([{ ok: false, ...refusal }]);
    return page("batch:t3_p1:100").catch(({ code }: ApiError) => code);
  };
  expect(await codeAfter({ reason: "blocked" })).toBe("client.network");
  expect(await codeAfter({ reason: "blocked", until: 5 })).toBeNull();
  expect(await codeAfter({ reason: "gone" })).toBeNull();
});

test("without the server's statuses nothing is shown, because only the server knows the removals", async () => {
  companion([listing(picturePosts(1))]);
  vi.stubGlobal("fetch", async () => Response.json({ success: true, items: [] }));
  await expect(page()).rejects.toMatchObject({ code: "client.bad_answer" });
  companion([listing(picturePosts(1))]);
  await expect(page("batch:t3_p0:1")).rejects.toMatchObject({ code: "client.bad_answer" });
});

test("the companion is not asked if it is off or the visitor chose the server", async () => {
  const requests = companion([]);
  localStorage.setItem(CHOICE_KEY, "server");
  expect(await page()).toEqual(SERVER);
  localStorage.clear();
  document.documentElement.setAttribute("data-unearth-companion", "off");
  expect(await page()).toEqual(SERVER);
  expect(requests).toEqual([]);
});

test("posts removed at request are not shown, even if Reddit returns them", async () => {
  const posts = [
    picturePost(0),
    picturePost(1, { subreddit: "Barred" }),
    picturePost(2),
    picturePost(3, { url: "https://i.redd.it/file2.jpg", subreddit: "barred" }),
  ];
  removed = { creator: false, posts: ["t3_p0"], subreddits: [quickHash("barred")] };
  statuses = { t3_p2: { heartCount: 4 } };
  companion([listing(posts)]);
  const answer = await page();
  expect(answer.posts).toMatchObject([{ id: "t3_p2", alsoIn: [], heartCount: 4 }]);
  companion([listing(posts.toReversed())]);
  expect((await page()).posts).toEqual(answer.posts);
  removed = { creator: false, posts: ["t3_p3"], subreddits: [] };
  companion([listing(posts)]);
  expect((await page()).posts.map(({ id }) => id)).toEqual(["t3_p0", "t3_p1"]);
  removed = { creator: true, posts: [], subreddits: [] };
  companion([listing(posts)]);
  expect(await page()).toEqual({ ...SERVER, refused: { ok: false, reason: "off" } });
  const busy = new ApiError({ status: 503, code: null, sentence: "Busy." });
  search.mockRejectedValueOnce(busy);
  companion([listing(posts)]);
  await expect(page()).rejects.toBe(busy);
  companion([listing(posts)]);
  const failure: unknown = await page("batch:t3_p3:4").catch((error: unknown) => error);
  expect(failure).toMatchObject({ sentence: "Removed at request." });
  expect(failure, "the server has no posts either").not.toHaveProperty("continueButton");
});

test("HTML in a listing stays text, and its addresses are https", async () => {
  const hostile = "<script>alert(1)</script>";
  companion([
    listing([
      picturePost(0, { title: hostile, url: "javascript:alert(1)" }),
      picturePost(1, { title: hostile, subreddit: hostile }),
      picturePost(2, { title: hostile, permalink: "//evil.example" }),
      { id: { toString: "x" }, children: "many" },
      null as never,
    ]),
  ]);
  const answer = await page();
  expect(answer.posts.map(({ id }) => id)).toEqual(["t3_p1", "t3_p2"]);
  expect(answer.posts.every(({ title }) => title === hostile)).toBe(true);
  expect(JSON.stringify(answer)).not.toMatch(/javascript:|evil\.example/);
});

test("a batch with more posts than requested is cut", async () => {
  companion([listing(picturePosts(150))]);
  expect((await page()).posts).toHaveLength(100);
});

test("a batch that another follows counts as a hundred posts, even if Reddit left some out", async () => {
  companion([listing(picturePosts(85), "t3_next")]);
  expect((await page()).nextPage).toBe("batch:t3_next:100");
});
