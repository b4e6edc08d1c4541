import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { FollowingResponse } from "#schema/api/following.ts";
import type { SearchResponse } from "#schema/api/search.ts";
import { normaliseListing } from "#normalise/listing.ts";
import { forgetCacheEntries } from "#worker/cache/read-through.ts";
import { makeBatch, serialiseBatch } from "#worker/search/batch.ts";
import { parseBatch } from "#worker/search/parse-batch.ts";
import { loggedLines } from "#worker/testing/logged-lines.ts";
import { appOver } from "#worker/testing/search.ts";
import { picturePosts, standIn } from "#worker/testing/stand-in.ts";
import { testClock, type TestApp } from "#worker/testing/test-app.ts";

const gif = { id: "x", type: 1, urls: { hd: "https://media.redgifs.com/A.mp4" } };
const posts = picturePosts(3);
const reddit = standIn({ Kept: { posts } });
reddit.instead = ({ pathname }) => {
  if (pathname === "/v2/auth/temporary") return Response.json({ token: "h.e30.s" });
  return pathname.startsWith("/v2/gifs/") ? Response.json({ gif }) : null;
};
const search = (app: TestApp) => app.send("POST", "/api/reddit/search", { username: "Kept" });

const OTHER_SHAPES = [
  "null",
  "5",
  "[]",
  "{}",
  '{"state":"ok"}',
  '{"state":"ok","profile":{"id":"","username":"Kept"}}',
  '{"state":"found","answer":[]}',
  '{"state":"found","answer":{"poster":null}}',
];

/** Answers without the time at which the source was asked. */
async function answerOf(answer: Response) {
  return { status: answer.status, body: { ...(await answer.json<object>()), fetchedAt: null } };
}

test.each([
  ["profile:v1", search],
  ["listing:v1", search],
  ["profile:v1", (app: TestApp) => app.request("/api/reddit/user/Kept")],
  ["post:v1", (app: TestApp) => app.request(`/api/reddit/post/t3_${String(posts[0]?.["id"])}`)],
  ["redgifs:v1", (app: TestApp) => app.request("/api/redgifs/someclip")],
])("an entry %s of another shape counts as missing: the source is asked", async (kind, ask) => {
  const app = appOver(reddit, { clock: testClock() });
  const whole = await answerOf(await ask(app));
  expect(whole.status).toBe(200);
  const { keys } = await env.KV.list({ prefix: kind });
  expect(keys).not.toEqual([]);
  for (const shape of kind === "post:v1" ? OTHER_SHAPES.slice(1) : OTHER_SHAPES) {
    for (const { name } of keys) {
      const [times] = (await env.KV.get(name))?.split("\n") ?? [];
      await env.KV.put(name, `${times}\n${shape}`);
    }
    forgetCacheEntries();
    expect(await answerOf(await ask(app)), shape).toEqual(whole);
  }
});

const FACTS = { state: "ok", profile: null, next: null, before: [] as string[] } as const;

type Value = Record<string, unknown>;
const change = (json: string, by: Value) =>
  JSON.stringify({ ...(JSON.parse(json) as Value), ...by });
const [first = {}] = posts;
const position = { from: "", index: 0 };
const link = { kind: "link", url: "https://x.test" };
/** A wrong cursor leads to a call too, for the batch after it. */
const firstBatch = /^\/user\/Kept\/submitted(?!.*after=)/;

const OTHER_BATCHES: [what: string, head: Value, line: Value | string][] = [
  ["a post without a field", {}, { alsoIn: undefined }],
  ["a post with another field", {}, { thumbnails: ["https://i.redd.it/x.jpg"] }],
  ["a post of a kind of media that it does not know", {}, { media: { kind: "hologram" } }],
  [
    "a gallery with an item that it does not know",
    {},
    { media: { kind: "gallery", items: [link, { kind: "hologram" }] } },
  ],
  ["a gallery without an item", {}, { media: { kind: "gallery", items: [null, link] } }],
  ["a line that is no JSON", {}, "{"],
  ["an unknown state", { state: "banned" }, {}],
  ["another profile", { profile: { name: "Kept" } }, {}],
  ["a cursor that is no text", { next: 5 }, {}],
  ["briefs that are objects", { briefs: posts.map(({ id }) => ({ id })) }, {}],
  ["briefs without a time", { briefs: posts.map(({ id }) => [id, "pics"]) }, {}],
  ["briefs with other origins", { briefs: posts.map(({ id }) => [id, "pics", 1, [], ["x"]]) }, {}],
  [
    "briefs with other reposts",
    { briefs: posts.map(({ id }) => [id, "pics", 1, [], [], [1]]) },
    {},
  ],
  ["no number of lines", { own: undefined }, {}],
  ["a tail without posts", { tail: [position] }, {}],
  ["a tail of texts", { own: 2, tail: ["x"] }, {}],
  ["another end of the tail", { tailEnd: "x" }, {}],
  ["hashes that are numbers", { media: [1, 2, 3] }, {}],
];

test.each(OTHER_BATCHES)("a batch with %s counts as missing", async (_, head, line) => {
  const app = appOver(reddit, { clock: testClock() });
  const whole = await answerOf(await search(app));
  const { keys } = await env.KV.list({ prefix: "listing:v1" });
  const [{ name } = { name: "" }] = keys;
  const [times, top = "", post = "", ...others] = (await env.KV.get(name))?.split("\n") ?? [];
  const changed = typeof line === "string" ? line : change(post, line);
  await env.KV.put(name, [times, change(top, head), changed, ...others].join("\n"));
  forgetCacheEntries();
  const asked = reddit.count(firstBatch);
  try {
    expect(await answerOf(await search(app))).toEqual(whole);
    expect(reddit.count(firstBatch)).toBe(asked + 1);
  } finally {
    await env.KV.delete(name);
    forgetCacheEntries();
  }
});

test.each<[string, (line: string) => string]>([
  ["without a field", (line) => change(line, { alsoIn: undefined })],
  ["that is no JSON", () => "{"],
])(
  "further lines %s are left out of their page, with one log line for an answer",
  async (_, changed) => {
    const lines = loggedLines();
    const app = appOver(reddit, { clock: testClock() });
    const shown = async () => (await (await search(app)).json<SearchResponse>()).posts;
    const [top] = await shown();
    const { keys } = await env.KV.list({ prefix: "listing:v1" });
    const [{ name } = { name: "" }] = keys;
    const [times, head, post, ...further] = (await env.KV.get(name))?.split("\n") ?? [];
    await env.KV.put(name, [times, head, post, ...further.map(changed)].join("\n"));
    forgetCacheEntries();
    try {
      expect(await shown()).toEqual([top]);
      const feed = await app.send("POST", "/api/following/feed", { users: ["Kept"] });
      expect((await feed.json<FollowingResponse>()).posts.map(({ id }) => id)).toEqual([top?.id]);
      expect(lines("posts_dropped").map(({ dropped }) => dropped)).toEqual([2, 2]);
    } finally {
      await env.KV.delete(name);
      forgetCacheEntries();
    }
  },
);

test("a tail with posts of another shape counts as missing with its batch", () => {
  const made = makeBatch(normaliseListing(posts, 0, "Kept").posts, FACTS);
  const grown = (changed: Value) => {
    const [own = "", ...tail] = made.lines;
    const at = tail.map((_line, index) => ({ from: "t3_older", index }));
    const lines = [own, ...tail.map((one) => change(one, changed))];
    return serialiseBatch({ head: { ...made.head, own: 1, tail: at }, lines });
  };
  expect(parseBatch(grown({})).lines).toHaveLength(3);
  expect(() => parseBatch(grown({ author: 5 }))).toThrow("not a batch");
});

test.each<[string, (entry: Value) => Value]>([
  ["a post without a field", ({ post }) => ({ post: { ...(post as Value), alsoIn: undefined } })],
  ["other origins", () => ({ origins: [{ id: "t3_a" }] })],
])("a single post's entry with %s counts as missing", async (_, changed) => {
  const app = appOver(reddit, { clock: testClock() });
  const ask = () => app.request(`/api/reddit/post/t3_${String(first["id"])}`);
  const whole = await answerOf(await ask());
  const [{ name } = { name: "" }] = (await env.KV.list({ prefix: "post:v1" })).keys;
  const [times, json = ""] = (await env.KV.get(name))?.split("\n") ?? [];
  await env.KV.put(name, `${times}\n${change(json, changed(JSON.parse(json) as Value))}`);
  forgetCacheEntries();
  expect(await answerOf(await ask())).toEqual(whole);
});
