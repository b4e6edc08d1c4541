// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { picturePost } from "#normalise/testing/raw-posts.ts";
import { quickHash } from "#normalise/quick-hash.ts";
import { ApiError } from "#web/api/api-error.ts";
import { sharedVoteState } from "#web/features/hearts/heart-cache.ts";
import { installCompanion, pageRequest, removeCompanion } from "#web/testing/companion.ts";
import { fetchPage } from "./companion-listing.ts";

interface Body {
  creator: string;
  items?: { type: string; id: string }[];
  origins?: { id: string; author: string }[];
}

const ABOUT = { state: "ok", user: { name: "Ann", id: "a1", link_karma: 5 } };
const NOTHING = { creator: false, posts: [] as string[], subreddits: [] as string[] };

let bodies: Body[] = [];
let removed = NOTHING;

beforeEach(() => {
  bodies = [];
  removed = NOTHING;
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body)) as Body;
    bodies.push(body);
    if (!body.items) return Response.json({ success: true, isWaiting: true });
    const items = body.items.map((item) => ({ ...item, voted: false, heartCount: 0, rank: null }));
    const creator = { voted: false, heartCount: 0, rank: null };
    // Like the server, names only removed posts that the request contains.
    const asked = [...body.items, ...(body.origins ?? [])];
    const posts = removed.posts.filter((one) => asked.some(({ id }) => id === one));
    const listing = { creator, adultSubreddits: [], removed: { ...removed, posts } };
    return Response.json({ success: true, items, listing });
  });
});

afterEach(() => removeCompanion());

async function shownOf(children: object[]): Promise<string[]> {
  installCompanion(({ type }) => ({
    ok: true,
    body: type === "about" ? ABOUT : { state: "ok", children, after: null },
  }));
  const search = () => Promise.reject(new Error("the server was searched"));
  const { posts } = await fetchPage(pageRequest({ search }));
  expect(posts.some((post) => "origins" in post)).toBe(false);
  return posts.map(({ id }) => id);
}

test("a crosspost of a post removed at request is not shown: the server gets the original's id and author", async () => {
  const origin = (index: number) =>
    picturePost(index, { author: `Bob_${index}`, subreddit: `Studio_${index}` });
  const posts = [
    picturePost(0),
    picturePost(1, { crosspost_parent_list: [origin(8)] }),
    picturePost(2, { crosspost_parent_list: [origin(9)] }),
  ];
  expect(await shownOf(posts)).toEqual(["t3_p0", "t3_p1", "t3_p2"]);
  expect(bodies).toEqual([
    {
      creator: "ann",
      items: ["t3_p0", "t3_p1", "t3_p2"].map((id) => ({ type: "post", id })),
      origins: [8, 9].map((index) => ({ id: `t3_p${index}`, author: `Bob_${index}` })),
    },
  ]);
  for (const gone of [{ posts: ["t3_p8"] }, { subreddits: [quickHash("studio_8")] }]) {
    removed = { ...NOTHING, ...gone };
    expect(await shownOf(posts)).toEqual(["t3_p0", "t3_p2"]);
  }
});

test("for a listing without crossposts the server gets only name and ids", async () => {
  await shownOf([picturePost(0)]);
  expect(bodies).toEqual([{ creator: "ann", items: [{ type: "post", id: "t3_p0" }] }]);
});

test("a vouched vote for a crosspost includes its originals", async () => {
  const origin = picturePost(8, { author: "Bob", subreddit: "Studio" });
  removed = { ...NOTHING, posts: ["t3_p0"] };
  await shownOf([picturePost(0), picturePost(1, { crosspost_parent_list: [origin] })]);
  const unknown = new ApiError({ status: 404, code: "hearts.target_not_found", sentence: "No." });
  await sharedVoteState.retry?.(unknown, { type: "post", id: "t3_p1" });
  const origins = [{ id: "t3_p8", author: "Bob", subreddit: "Studio" }];
  expect(bodies.at(-1)).toMatchObject({ username: "Ann", origins });
});
