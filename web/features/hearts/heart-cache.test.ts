import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryKeys } from "#schema/queries.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import { followingQuery } from "#web/features/following/following.queries.ts";
import { searchQuery } from "#web/features/search/search.queries.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { eventually } from "#web/testing/eventually.ts";
import { searchAnswer } from "#web/testing/listings.ts";
import { postOf } from "#web/testing/posts.ts";
import {
  type Heart,
  heartKey,
  type HeartTarget,
  seedHearts,
  setHeart,
  sharedVoteState,
  storeListHeart,
} from "./heart-cache.ts";
import { heartMutation } from "./hearts.mutations.ts";
import { heartQuery } from "./hearts.queries.ts";

const GEM = { type: "post", id: "t3_gem" } as const;
const LISTED = { voted: true, heartCount: 7 };
const CHANGED = { voted: false, heartCount: 4 };

const seenIn = (client: ReturnType<typeof createQueryClient>) =>
  client.getQueryData<Heart>(heartKey(GEM));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "performance"], now: new Date("2026-11-01") });
});
afterEach(() => void vi.useRealTimers());

const press = (client: ReturnType<typeof createQueryClient>, target: HeartTarget) =>
  client
    .getMutationCache()
    .build(client, heartMutation(client, target))
    .execute(CHANGED)
    .catch(() => null);

/** Advances time by a second, then sets the device's clock back by a year. */
function setBack(): void {
  vi.advanceTimersByTime(1_000);
  vi.setSystemTime(new Date("2025-11-01"));
}

test("a list asked for after the device's clock was set back still brings its hearts", () => {
  const client = createQueryClient();
  setHeart(client, GEM, CHANGED);
  setBack();
  storeListHeart(client, GEM, { ...LISTED, askedAt: performance.now() });
  expect(seenIn(client)).toEqual(LISTED);
});

test("a heart that changed after the list was asked for stays, also when the clock was set back in between", () => {
  const client = createQueryClient();
  vi.advanceTimersByTime(1_000);
  const askedAt = performance.now();
  setBack();
  setHeart(client, GEM, CHANGED);
  storeListHeart(client, GEM, { ...LISTED, askedAt });
  expect(seenIn(client)).toEqual(CHANGED);
});

test("a list that names a creator in another case does not replace a later heart", () => {
  const client = createQueryClient();
  vi.advanceTimersByTime(1_000);
  const askedAt = performance.now();
  vi.advanceTimersByTime(1_000);
  setHeart(client, { type: "user", id: "GemHunter" }, { voted: true, heartCount: 8 });
  const typed = { type: "user", id: "gemhunter" } as const;
  storeListHeart(client, typed, { ...CHANGED, askedAt });
  expect(client.getQueryData(heartKey(typed))).toEqual({ voted: true, heartCount: 8 });
});

test("a status that arrived after the list was asked for stays", async () => {
  const client = createQueryClient();
  const calls = holdApiCalls();
  const stop = new QueryObserver(client, heartQuery(GEM)).subscribe(() => undefined);
  const status = await callTo(calls, "/api/leaderboard/vote-status");
  const askedAt = performance.now();
  vi.advanceTimersByTime(1_000);
  status.answer({ items: [{ ...GEM, ...CHANGED }] });
  await eventually(() => expect(seenIn(client)).toMatchObject(CHANGED));
  storeListHeart(client, GEM, { ...LISTED, askedAt });
  expect(seenIn(client)).toMatchObject(CHANGED);
  stop();
});

test("a list asked for while a vote is running does not replace the vote's heart", async () => {
  const client = createQueryClient();
  const calls = holdApiCalls();
  setHeart(client, GEM, CHANGED);
  const vote = press(client, GEM);
  const call = await callTo(calls, "/vote");
  vi.advanceTimersByTime(1_000);
  const askedAt = performance.now();
  storeListHeart(client, GEM, { ...CHANGED, askedAt });
  expect(seenIn(client)).toEqual({ voted: true, heartCount: 5 });
  vi.advanceTimersByTime(1_000);
  call.answer({ success: true, voted: true, heartCount: 5 });
  await vote;
  storeListHeart(client, GEM, { ...CHANGED, askedAt });
  expect(seenIn(client), "the list comes after the answer").toEqual({ voted: true, heartCount: 5 });
  vi.advanceTimersByTime(1_000);
  storeListHeart(client, GEM, { ...LISTED, askedAt: performance.now() });
  expect(seenIn(client)).toEqual(LISTED);
});

test("a later list's counts replace an earlier one's until the status is known", () => {
  const client = createQueryClient();
  for (const heartCount of [3, 4]) seedHearts(client, [{ ...GEM, heartCount }]);
  expect(seenIn(client)).toEqual({ voted: false, heartCount: 4 });
});

test("the counts of a search and of the feed are seeds", async () => {
  const client = createQueryClient();
  const posts = [postOf({ id: "t3_gem", heartCount: 7 })];
  const seen = () => client.getQueryData(heartKey({ type: "post", id: "t3_gem" }));
  for (const query of [searchQuery("ann", "new"), followingQuery(["ann"])]) {
    client.clear();
    vi.stubGlobal("fetch", async () => Response.json(searchAnswer({ posts })));
    await client.fetchInfiniteQuery(query as ReturnType<typeof searchQuery>);
    expect(seen()).toEqual({ voted: false, heartCount: 7 });
  }
});

test("votes for different creators do not wait for each other", async () => {
  const calls = holdApiCalls();
  const client = createQueryClient();
  const votes = ["Ann", "Bob"].map((id) => press(client, { type: "user", id }));
  const sent = [await callTo(calls, "/Bob/vote"), await callTo(calls, "/Ann/vote")];
  expect(calls).toHaveLength(2);
  for (const vote of sent) vote.answer({ success: true });
  await Promise.all(votes);
});

test.each<["user" | "post", string, number, boolean, boolean]>([
  ["user", "is counted", 200, true, false],
  ["user", "may be counted", 503, true, false],
  ["user", "is refused", 404, false, true],
  ["post", "is counted", 200, true, true],
])(
  "whether a %s's vote that %s makes older saved lists stale and forgets the feed of the hearted",
  async (type, _, status, isStale, isFeedKept) => {
    const calls = holdApiCalls();
    const client = createQueryClient();
    const feed = queryKeys.followingFeed(null);
    client.setQueryData(feed, "loaded");
    delete sharedVoteState.answeredAt;
    const vote = press(client, { type, id: "t3_a" });
    vi.advanceTimersByTime(1_000);
    (await callTo(calls, "/vote")).answer({ success: status === 200 }, status);
    await vote;
    expect(sharedVoteState.answeredAt).toBe(isStale ? performance.now() : undefined);
    expect(client.getQueryData(feed)).toBe(isFeedKept ? "loaded" : undefined);
  },
);
