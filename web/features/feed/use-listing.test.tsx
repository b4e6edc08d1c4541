// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { picturePost } from "#normalise/testing/raw-posts.ts";
import type { SearchResponse } from "#schema/api/search.ts";
import { searchQuery } from "#web/features/search/search.queries.ts";
import { type ApiCall, callTo } from "#web/testing/api.ts";
import { installCompanion, removeCompanion } from "#web/testing/companion.ts";
import { gemHunter, searchAnswer } from "#web/testing/listings.ts";
import { postOf } from "#web/testing/posts.ts";
import { clientOf, signedOut } from "#web/testing/sessions.ts";
import { renderUser } from "#web/testing/user-page.tsx";

const SEARCH = "/api/reddit/search";
const STATUS = "/api/leaderboard/vote-status";
const second = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000;

afterEach(() => removeCompanion());

const searchesIn = (calls: readonly ApiCall[]) =>
  calls.filter(({ url }) => url.endsWith(SEARCH)).map(({ body }) => body as { before?: string });

/** The page of gemhunter from a day on, with a first view of the server that does not reach it. */
async function renderFirstView() {
  const client = clientOf(signedOut);
  const posts = [postOf({ created: second("2026-10-01") })];
  const first = searchAnswer({ posts, total: 1, nextPage: "2", hasArchive: true });
  client.setQueryData(searchQuery("gemhunter", "new").queryKey, {
    pages: [first],
    pageParams: [null],
  });
  // Awaited so that the narrowing code is loaded before the first render.
  return act(async () => renderUser("/user/gemhunter?before=2026-09", client));
}

/** The same with a companion, whose listing ends at `oldest`; null for one that Reddit refuses. */
async function renderFromDay(oldest: string | null) {
  const asked = installCompanion((request) => {
    if (oldest === null) return { ok: false, reason: "blocked" };
    if (request.type === "about") return { ok: true, body: { state: "missing" } };
    const data = { author: "gemhunter", title: "From Reddit", created_utc: second(oldest) };
    const children = [{ kind: "t3", data: picturePost(1, data) }];
    return { ok: true, body: { state: "ok", children, after: "t3_p1" } };
  });
  const calls = await renderFirstView();
  return { asked, calls, searches: () => searchesIn(calls) };
}

async function answerStatuses({ calls }: Awaited<ReturnType<typeof renderFromDay>>) {
  const creator = { voted: false, heartCount: 0, rank: null };
  const removed = { creator: false, posts: [], subreddits: [] };
  const listing = { creator, adultSubreddits: [], hasArchive: true, removed };
  const call = await callTo(calls, STATUS);
  call.answer({ success: true, items: [], listing });
}

test("a companion's listing that reaches the day asks the server for no jump", async () => {
  const page = await renderFromDay("2026-08-01");
  await answerStatuses(page);
  expect(await screen.findByRole("article", { name: "From Reddit" })).toBeTruthy();
  expect(page.searches()).toEqual([]);
});

test("a companion's listing that does not reach the day asks for the jump once", async () => {
  const page = await renderFromDay("2026-09-20");
  await answerStatuses(page);
  const jump = await callTo(page.calls, SEARCH);
  expect(jump.body).toMatchObject({ before: "2026-09-01" });
  expect(page.searches()).toHaveLength(1);
});

test("the jump follows a companion's refusal, and a search that failed after it", async () => {
  const page = await renderFromDay(null);
  const search = await callTo(page.calls, SEARCH);
  expect(search.body).not.toHaveProperty("before");
  search.answer({ message: "Not now." }, 500);
  expect((await callTo(page.calls, SEARCH)).body).toMatchObject({ before: "2026-09-01" });
});

test("without a companion the first view is enough to ask for the jump", async () => {
  const calls = await renderFirstView();
  expect(searchesIn(calls)).toEqual([expect.objectContaining({ before: "2026-09-01" })]);
});

test.each<[string, string, Partial<SearchResponse>]>([
  ["in another order", "sort=top&before=2026-09", {}],
  ["of a source without an archive", "before=2026-09", { hasArchive: false }],
  ["that ends after the day", "before=2026-09", { nextPage: null }],
  ["that reaches the day", "before=2026-11", {}],
])("a listing %s asks for no jump", async (_, query, change) => {
  const calls = await act(async () => renderUser(`/user/gemhunter?${query}`));
  const userInfo = { ...gemHunter, heartCount: 0 };
  const posts = [postOf({ created: second("2026-10-01") })];
  const page = { posts, total: 9, nextPage: "2", hasArchive: true, userInfo, ...change };
  (await callTo(calls, SEARCH)).answer(searchAnswer(page));
  await screen.findByRole("heading", { name: "GemHunter" });
  expect(searchesIn(calls).filter(({ before }) => before)).toEqual([]);
});

test("a jump to a day without posts leads on in the listing, until that comes to the archive", async () => {
  const calls = await renderFirstView();
  (await callTo(calls, SEARCH)).answer(searchAnswer({ source: "archive", hasArchive: true }));
  expect(await screen.findByText("1 post loaded, back to October 2026.")).toBeTruthy();
  const answerNext = async (after: string, change: Partial<SearchResponse>) => {
    const next = await callTo(calls, SEARCH);
    expect(next.body).toMatchObject({ after });
    await screen.findByRole("button", { name: "Loading…" });
    next.answer(searchAnswer({ total: 9, hasArchive: true, ...change }));
  };
  const before = (day: string) => [postOf({ id: `t3_${day}`, created: second(day) })];
  await answerNext("2", { posts: before("2026-09-20"), nextPage: "3" });
  await answerNext("3", { posts: before("2026-09-10"), nextPage: "4", source: "archive" });
  expect(await screen.findByText("The archive has no posts from before Sep 1, 2026.")).toBeTruthy();
  expect(searchesIn(calls)).toHaveLength(3);
});

test("a jump to a day without posts shows those that the listing has from before it", async () => {
  const calls = await renderFirstView();
  (await callTo(calls, SEARCH)).answer(searchAnswer({ source: "archive", hasArchive: true }));
  const next = await callTo(calls, SEARCH);
  const posts = [postOf({ id: "t3_old", title: "From August", created: second("2026-08-01") })];
  next.answer(searchAnswer({ posts, total: 9, nextPage: "3", hasArchive: true }));
  expect(await screen.findByRole("article", { name: "From August" })).toBeTruthy();
});
