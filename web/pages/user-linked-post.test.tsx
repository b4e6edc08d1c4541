// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { Post } from "#schema/api/posts.ts";
import type { SearchResponse } from "#schema/api/search.ts";
import { type ApiCall, callTo } from "#web/testing/api.ts";
import { postOf } from "#web/testing/posts.ts";
import { searchAnswer } from "#web/testing/listings.ts";
import { renderUser } from "#web/testing/user-page.tsx";

const SEARCH = "/api/reddit/search";

beforeEach(() => sessionStorage.clear());

test("a link opens its post though its creator hides all posts from the profile", async () => {
  const calls = renderUser("/user/GemHunter?post=abc12");
  (await callTo(calls, SEARCH)).answer(searchAnswer({ profileState: "hidden" }));
  const found = await callTo(calls, "/api/reddit/post/abc12?waitForHearts=false");
  found.answer({ success: true, post: postOf({ title: "An opal" }) });
  expect(await screen.findByRole("heading", { name: "An opal" })).toBeTruthy();
  expect(await screen.findByText("This profile is hidden")).toBeTruthy();
});

test.each([
  ["arrives", searchAnswer({ posts: [postOf({ id: "t3_1" })], total: 1 }), 200, "1 post shown"],
  ["is empty", searchAnswer({}), 200, "No posts to display"],
  ["is not found", searchAnswer({ userExists: false }), 200, "User Not Found"],
  ["fails", { message: "Not now." }, 500, "Error Loading Content"],
])(
  "a linked post is open while its creator's listing loads, and stays open when that %s",
  async (_, listing, status, words) => {
    const calls = renderUser("/user/GemHunter?post=abc12");
    const found = await callTo(calls, "/api/reddit/post/abc12?waitForHearts=false");
    found.answer({ success: true, post: postOf({ title: "An opal" }) });
    const dialog = (await screen.findByRole("heading", { name: "An opal" })).closest("dialog");
    expect(screen.getByText(/^Searching u\/GemHunter/)).toBeTruthy();
    (await callTo(calls, SEARCH)).answer(listing, status);
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getByRole("heading", { name: "An opal" }).closest("dialog")).toBe(dialog);
  },
);

test("at the last loaded post the viewer does not request older posts of another source", async () => {
  const post = postOf({ id: "t3_abc12" });
  const calls = await act(async () => renderUser("/user/gemhunter?post=abc12"));
  const page = { posts: [post], total: 1, nextPage: "older:2024-01-31", hasArchive: true };
  (await callTo(calls, SEARCH)).answer(searchAnswer(page));
  const viewer = await screen.findByRole("region", { name: post.title });
  expect(viewer.textContent).toContain("1 of 1");
  expect(viewer.textContent).not.toContain("1 of 1+");
  expect(calls.filter(({ url }) => url.endsWith(SEARCH))).toHaveLength(1);
});

const listed = (from: number, to: number): Post[] =>
  Array.from({ length: to - from + 1 }, (_, at) =>
    postOf({ id: `t3_p${from + at}`, title: `Post ${from + at}`, created: 9_000 - from - at }),
  );
const SOUGHT = postOf({ id: "t3_p13", title: "Post 13", created: 9_000 - 13 });
const firstPage = { posts: listed(1, 12), total: 12, nextPage: "c1" };

const searchesIn = (calls: readonly ApiCall[]) =>
  calls.filter(({ url }) => url.endsWith(SEARCH)).map(({ body }) => body);

/** Opens a link to post 13 over a first page of 12. */
async function openSought({
  query = "",
  post = SOUGHT,
  first = {},
}: { query?: string; post?: Post; first?: Partial<SearchResponse> } = {}) {
  const calls = await act(async () => renderUser(`/user/GemHunter?post=p13${query}`));
  (await callTo(calls, SEARCH)).answer(searchAnswer({ ...firstPage, ...first }));
  (await callTo(calls, "/api/reddit/post/p13?waitForHearts=false")).answer({ success: true, post });
  const viewer = await screen.findByRole("region", { name: "Post 13" });
  return { calls, viewer };
}

/** Answers the search for the page after the cursor. */
async function answerPage(calls: ApiCall[], after: string, page: Partial<SearchResponse>) {
  const search = await callTo(calls, SEARCH);
  expect(search.body).toMatchObject({ after, limit: 100 });
  await act(async () => search.answer(searchAnswer(page)));
}

test("a linked post beyond the first page gets its place, neighbours and communities from one larger page", async () => {
  const { calls, viewer } = await openSought();
  expect(viewer.textContent, "the post does not wait").not.toContain(" of 12");
  const gems = { subreddit: "Gems", permalink: "/r/Gems/1", redditUrl: "https://reddit.com/1" };
  const posts = listed(13, 112).map((post) =>
    post.id === SOUGHT.id ? { ...post, alsoIn: [gems] } : post,
  );
  await answerPage(calls, "c1", { posts, total: 112, nextPage: "c2" });
  await waitFor(() => expect(viewer.textContent).toContain("13 of 112+"));
  expect(screen.getByText("r/Gems")).toBeTruthy();
  expect(searchesIn(calls)).toHaveLength(2);
  fireEvent.keyDown(document.body, { key: "k" });
  expect(await screen.findByRole("region", { name: "Post 12" })).toBeTruthy();
});

test("the search for a linked post ends after three larger pages", async () => {
  const { calls, viewer } = await openSought({ query: "&sort=top" });
  for (const [page, from] of [1, 101, 201].entries())
    await answerPage(calls, `c${page + 1}`, {
      posts: listed(from + 20, from + 119),
      nextPage: `c${page + 2}`,
    });
  await waitFor(() => expect(searchesIn(calls)).toHaveLength(4));
  await act(async () => {});
  expect(searchesIn(calls)).toHaveLength(4);
  expect(viewer.textContent).not.toMatch(/\d of \d/);
});

test("a listing by time that has passed the linked post's time is not searched on", async () => {
  const { calls } = await openSought();
  await answerPage(calls, "c1", { posts: listed(14, 20), nextPage: "c2" });
  await act(async () => {});
  expect(searchesIn(calls)).toHaveLength(2);
});

test("after a page that fails, the linked post is not searched for until that page is loaded", async () => {
  const { calls, viewer } = await openSought();
  await act(async () => (await callTo(calls, SEARCH)).answer({ message: "Not now." }, 500));
  await act(async () => {});
  expect(searchesIn(calls)).toHaveLength(2);
  fireEvent.click(await screen.findByRole("button", { name: "Try Again", hidden: true }));
  const again = await callTo(calls, SEARCH);
  await act(async () => again.answer(searchAnswer({ posts: listed(13, 24), nextPage: "c2" })));
  await waitFor(() => expect(viewer.textContent).toContain("13 of 24+"));
});

test.each<[string, Parameters<typeof openSought>[0]]>([
  ["of another creator", { post: { ...SOUGHT, username: "northlight" } }],
  ["that the filter leaves out", { query: "&media=video" }],
  ["that the words may leave out", { query: "&q=ruby" }],
  ["that the communities may leave out", { query: "&r=gems" }],
  ["of a listing from a day", { query: "&before=2026-01-31" }],
  ["whose creator's posts are hidden", { first: { posts: [], nextPage: null } }],
  ["before older posts of another source", { first: { nextPage: "older:2024-01-31" } }],
])("no page is requested for a linked post %s", async (_, link) => {
  const { calls } = await openSought(link);
  await act(async () => {});
  expect(searchesIn(calls)).toHaveLength(1);
});
