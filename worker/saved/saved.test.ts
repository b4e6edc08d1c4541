import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import type { SavedPostsResponse, SavedUsersResponse } from "#schema/api/saved.ts";
import { recomputeBoards } from "#worker/leaderboard/leaderboard.service.ts";
import { signUp, type Person } from "#worker/testing/accounts.ts";
import { storedPost, storedUser } from "#worker/testing/targets.ts";
import { testApp, testClock } from "#worker/testing/test-app.ts";

const POSTS = 23;
const clock = testClock();
const app = testApp({ clock });
let ann: Person;

async function read<T = SavedPostsResponse>(path: string, person = ann): Promise<T> {
  const answer = await app.request(`/api/leaderboard/saved/${path}`, {
    headers: { Cookie: person.cookie },
  });
  expect(answer.status, path).toBe(200);
  return answer.json<T>();
}

const press = (path: string, method = "POST") =>
  app.request(`/api/leaderboard/${path}/vote`, { method, headers: { Cookie: ann.cookie } });

beforeAll(async () => {
  ann = await signUp(app, "ann");
  await storedUser("t2_maker", "Maker");
  for (let index = 0; index < POSTS; index += 1) {
    await storedPost(`t3_s${index}`, "t2_maker");
    // All in the same millisecond; the order is still that of the presses.
    await press(`posts/s${index}`);
  }
});

test("saved posts come newest first, as whole posts with the time they were saved", async () => {
  const { posts, total, nextPage, generated } = await read("posts");
  expect(posts.map(({ id }) => id)).toEqual(
    Array.from({ length: POSTS }, (_, index) => `t3_s${POSTS - 1 - index}`),
  );
  expect(total).toBe(POSTS);
  expect(nextPage).toBeNull();
  expect(generated).toBe("2026-11-01T12:00:00.000Z");
  expect(posts.at(-1)).toMatchObject({
    id: "t3_s0",
    savedAt: "2026-11-01T12:00:00.000Z",
    username: "Maker",
    heartCount: 1,
    rank: null,
    media: { kind: "image" },
  });
});

test("an empty cursor is the first page", async () => {
  expect(await read("posts?after=")).toEqual(await read("posts"));
});

test("pages have no gap and no repeat, and every page has the total", async () => {
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const page: SavedPostsResponse = await read(`posts?limit=5${after ? `&after=${after}` : ""}`);
    expect(page.total).toBe(POSTS);
    seen.push(...page.posts.map(({ id }) => id));
    after = page.nextPage;
  } while (after);
  expect(seen).toEqual(Array.from({ length: POSTS }, (_, index) => `t3_s${POSTS - 1 - index}`));
});

test("a heart added or taken back between two pages neither repeats nor hides another heart", async () => {
  const first = await read("posts?limit=5");
  await press("posts/s10", "DELETE");
  const second = await read(`posts?limit=5&after=${first.nextPage}`);
  expect(second.posts.map(({ id }) => id)).toEqual([
    "t3_s17",
    "t3_s16",
    "t3_s15",
    "t3_s14",
    "t3_s13",
  ]);
  expect(second.total).toBe(POSTS - 1);
  clock.advance(1000);
  await press("posts/s10");
  const again = await read("posts?limit=2");
  expect(again.posts[0]?.id).toBe("t3_s10");
  expect(again.total).toBe(POSTS);
});

test("the total follows hearts taken back at either end of the list", async () => {
  await press("posts/s10", "DELETE");
  await press("posts/s0", "DELETE");
  expect((await read("posts?limit=3")).total).toBe(POSTS - 2);
  await press("posts/s0");
  await press("posts/s10");
  expect((await read("posts?limit=3")).total).toBe(POSTS);
});

test("a page whose hearts were all taken back meanwhile has the total too", async () => {
  const oldest = (await read("posts")).posts.at(-1)?.id;
  const { nextPage } = await read(`posts?limit=${POSTS - 1}`);
  await press(`posts/${oldest}`, "DELETE");
  const rest = await read(`posts?limit=${POSTS - 1}&after=${nextPage}`);
  expect(rest).toMatchObject({ posts: [], total: POSTS - 1, nextPage: null });
  await press(`posts/${oldest}`);
});

test("saved users carry name, picture and count; removed ones are left out", async () => {
  await storedUser("t2_other", "Other");
  await press("users/maker");
  await press("users/other");
  await env.DB.prepare("update reddit_user set removed_at = 1 where id = 't2_other'").run();
  const { users, total } = await read<SavedUsersResponse>("users");
  expect(users).toEqual([
    {
      id: "t2_maker",
      username: "Maker",
      displayName: "Maker the creator",
      avatarUrl: null,
      heartCount: 1,
      savedAt: expect.stringMatching(/^2026-11-01T/),
    },
  ]);
  expect(total).toBe(1);
});

test("a list is private: signed out is 401, and another account gets its own", async () => {
  for (const kind of ["users", "posts"]) {
    const answer = await app.request(`/api/leaderboard/saved/${kind}`);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ message: "Authentication required" });
  }
  const bob = await signUp(app, "bob");
  expect(await read("posts", bob)).toMatchObject({ posts: [], total: 0, nextPage: null });
});

test("a cursor of a time at which no heart can have been saved is 400", async () => {
  const { nextPage } = await read("posts?limit=5");
  const ahead = (clock.now() + 61_000).toString(36);
  for (const after of ["0", "zzz", `${nextPage}x`, nextPage?.slice(0, -1), ahead]) {
    for (const kind of ["users", "posts"]) {
      const answer = await app.request(`/api/leaderboard/saved/${kind}?after=${after}`, {
        headers: { Cookie: ann.cookie },
      });
      expect(answer.status, `${kind} ${after}`).toBe(400);
      expect(await answer.json()).toMatchObject({
        error: "http.validation",
        fields: { after: "The page cursor is not valid" },
      });
    }
  }
});

test("an invalid limit or cursor is 400 and names the field", async () => {
  const bad = { limit: ["0", "101", "x", "-5"], after: ["%00", "A", "1-2", "99999999999999"] };
  for (const [name, values] of Object.entries(bad)) {
    for (const value of values) {
      const answer = await app.request(`/api/leaderboard/saved/posts?${name}=${value}`, {
        headers: { Cookie: ann.cookie },
      });
      expect(answer.status, `${name}=${value}`).toBe(400);
      expect(await answer.json()).toMatchObject({ fields: { [name]: expect.any(String) } });
    }
  }
});

test("saved posts have their rank on the board and the mark of an adult community", async () => {
  await env.DB.prepare("insert into nsfw_subreddit (id, name) values ('x', 'pics')").run();
  await env.KV.delete("nsfw-subreddits:v1");
  const other = testApp({ clock });
  await recomputeBoards(other.deps());
  const answer = await other.request("/api/leaderboard/saved/posts?limit=100", {
    headers: { Cookie: ann.cookie },
  });
  const { posts } = await answer.json<SavedPostsResponse>();
  const ranks = posts.map(({ rank }) => rank ?? 0).toSorted((a, b) => a - b);
  expect(ranks).toEqual(posts.map((_, index) => index + 1));
  expect(posts.every(({ isNsfw, subredditIsNsfw }) => !isNsfw && subredditIsNsfw)).toBe(true);
});
