import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { forgetCacheEntries } from "#worker/cache/read-through.ts";
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
