import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { AccountExport } from "#schema/api/account.ts";
import type { LeaderboardPostsResponse } from "#schema/api/leaderboard.ts";
import type { SavedPostsResponse } from "#schema/api/saved.ts";
import { DAY_MS } from "#schema/time.ts";
import { heartsOf } from "#worker/hearts/hearts.service.ts";
import { runScheduled } from "#worker/jobs/runner.ts";
import { signUp, type Person } from "#worker/testing/accounts.ts";
import { storedPost, storedUser } from "#worker/testing/targets.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";
import { readQueue } from "./recheck.store.ts";

const clock = testClock();
const app = testApp({ clock });
let people = 0;
let ann: Person;

const IDS = ["t3_damaged", "t3_whole"];

const vote = (id: string) =>
  app.request(`/api/leaderboard/posts/${id}/vote`, {
    method: "POST",
    headers: { Cookie: ann.cookie },
  });

beforeEach(async () => {
  await env.DB.prepare("delete from reddit_user").run();
  // Older boards are still in the isolate.
  clock.advance(DAY_MS);
  ann = await signUp(app, `ann${(people += 1)}`);
  await storedUser("t2_maker", "Maker");
  for (const id of IDS) {
    await storedPost(id, "t2_maker", 1);
    await vote(id);
  }
});

const damage = (column: string, value: string) =>
  env.DB.prepare(`update reddit_post set ${column} = ? where id = 't3_damaged'`).bind(value).run();

async function read<T>(path: string): Promise<T> {
  const answer = await app.request(path, { headers: { Cookie: ann.cookie } });
  expect(answer.status, path).toBe(200);
  return answer.json<T>();
}

/** The damaged post on the board, after it was found in each list with the whole one. */
async function shown() {
  await runScheduled("leaderboard", app.deps());
  const { posts } = await read<LeaderboardPostsResponse>("/api/leaderboard/posts?limit=100");
  const saved = await read<SavedPostsResponse>("/api/leaderboard/saved/posts");
  const { hearts } = await read<AccountExport>("/api/user/export");
  for (const list of [posts, saved.posts, hearts.posts])
    expect(list.map(({ id }) => id).toSorted()).toEqual(IDS);
  return posts.find(({ id }) => id === "t3_damaged");
}

const SHAPES = ["{", "5", '"text"', "{}", '["text"]', "[{}]", '[{"id":"t3_a"}]'];

test.each(SHAPES)(
  "a post with origins of %s stays in all lists, and can be hearted",
  async (text) => {
    await damage("origins", text);
    expect(await shown()).toMatchObject({ title: "Title of t3_damaged", subredditIsNsfw: false });
    expect((await vote("t3_damaged")).status).toBe(200);
  },
);

test.each([
  ...SHAPES,
  '{"kind":"hologram"}',
  '{"kind":"image","srcset":[]}',
  '{"kind":"gallery","items":[null,{"kind":"image"}]}',
])("a post with media of %s is a link to its post", async (text) => {
  await damage("media", text);
  const url = "https://i.redd.it/t3_damaged.jpg";
  const media = { kind: "link", platform: "other", isEmbedded: false, url, poster: url };
  expect(await shown()).toMatchObject({ media });
});

test.each(SHAPES)("a post with thumbnails and gallery of %s has what can be read", async (text) => {
  await damage("thumbnails", text);
  await damage("gallery_images", text);
  const galleryImages = text === '["text"]' ? ["text"] : [];
  expect(await shown()).toMatchObject({ thumbnails: [], galleryImages });
});

test("of a damaged gallery the readable pictures are shown", async () => {
  const image = { url: "https://i.redd.it/a.jpg", width: 4, height: 3 };
  const whole = { kind: "image", image, srcset: [image], caption: null };
  await damage("media", JSON.stringify({ kind: "gallery", items: [{ kind: "image" }, whole] }));
  expect((await shown())?.media).toEqual({ kind: "gallery", items: [whole] });
});

test.each(SHAPES)("ranks of %s leave hearts without a rank, and fail nothing", async (text) => {
  await runScheduled("leaderboard", app.deps());
  await env.DB.prepare("update leaderboard_current set ranks = ?").bind(text).run();
  const saved = await read<SavedPostsResponse>("/api/leaderboard/saved/posts");
  expect(saved.posts.map(({ rank }) => rank)).toEqual([null, null]);
  const hearts = await heartsOf(app.deps(), { username: "Maker", postIds: IDS });
  expect(hearts.user).toEqual({ heartCount: 0, rank: null });
  expect(hearts.posts.get("t3_whole")).toEqual({ heartCount: 2, rank: null });
  const body = { items: [{ type: "user", id: "Maker" }], ranks: true };
  const status = await app.send("POST", "/api/leaderboard/vote-status", body);
  expect(await status.json()).toMatchObject({ items: [{ heartCount: 0, rank: null }] });
  expect(await readQueue(app.deps().db, 0)).toBeTruthy();
});
