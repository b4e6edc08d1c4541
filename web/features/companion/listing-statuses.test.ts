// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from "vitest";
import { normaliseListing } from "#normalise/listing.ts";
import { NOW, picturePost, picturePosts } from "#normalise/testing/raw-posts.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import { endSession, startSession } from "#web/features/auth/session-cache.ts";
import { heartKey, setHeart } from "#web/features/hearts/heart-cache.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { clientOf, MEMBER, signedIn } from "#web/testing/sessions.ts";
import { joinStatuses, fetchStatuses } from "./listing-statuses.ts";

test("a vote that is given while the statuses are fetched stays", async () => {
  const calls = holdApiCalls();
  const client = clientOf(signedIn);
  const { posts } = normaliseListing(picturePosts(2), Date.now(), "ann");
  const { signal } = new AbortController();
  const statuses = fetchStatuses({ client, username: "ann", signal }, posts);
  const call = await callTo(calls, "/vote-status");
  const heartOf = (id: string) => ({ type: "post", id, voted: false, heartCount: 2 }) as const;
  const given = { voted: true, heartCount: 3 };
  setHeart(client, heartOf("t3_p0"), given);
  const creator = { voted: false, heartCount: 0, rank: null };
  call.answer({ items: [heartOf("t3_p0"), heartOf("t3_p1")], listing: { creator } });
  await statuses;
  const known = (id: string) => client.getQueryData(heartKey(heartOf(id)));
  expect(known("t3_p0")).toEqual(given);
  expect(known("t3_p1")).toEqual({ voted: false, heartCount: 2 });
});

test("statuses that were asked for before a change of account bring the next one no hearts", async () => {
  const calls = holdApiCalls();
  const client = clientOf(signedIn);
  const { posts } = normaliseListing(picturePosts(1), Date.now(), "ann");
  const { signal } = new AbortController();
  const statuses = fetchStatuses({ client, username: "ann", signal }, posts);
  const call = await callTo(calls, "/vote-status");
  endSession(client);
  startSession(client, { success: true, user: { ...MEMBER, id: "another" } });
  const heart = { type: "post", id: "t3_p0", voted: true, heartCount: 2 } as const;
  const creator = { voted: false, heartCount: 0, rank: null };
  call.answer({ items: [heart], listing: { creator } });
  await statuses;
  expect(client.getQueryData(heartKey(heart))).toBeUndefined();
});

test("statuses whose call fails are requested again: without them a page shows nothing", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const creator = { voted: false, heartCount: 0, rank: null };
  const fetched = vi.fn<() => Promise<Response>>();
  fetched.mockResolvedValueOnce(new Response("{}", { status: 503 }));
  fetched.mockResolvedValueOnce(Response.json({ items: [], listing: { creator } }));
  vi.stubGlobal("fetch", fetched);
  const { signal } = new AbortController();
  const statuses = fetchStatuses({ client: createQueryClient(), username: "ann", signal }, []);
  await vi.runAllTimersAsync();
  expect((await statuses).listing.creator).toEqual(creator);
});

test("media that was posted to an adult community too is marked, whichever post comes first", () => {
  const url = "https://i.redd.it/same.jpg";
  const raw = [
    picturePost(1, { url, subreddit: "art" }),
    picturePost(2, { url, subreddit: "AfterMath" }),
    picturePost(3, { subreddit: "art" }),
  ];
  const listing = {
    creator: { voted: false, heartCount: 0, rank: null },
    adultSubreddits: ["aftermath"],
    removed: { creator: false, posts: [], subreddits: [] },
    hasArchive: false,
  };
  const { posts } = normaliseListing(raw, NOW);
  const shown = joinStatuses(posts, { byId: new Map(), listing }, null);
  expect(shown.map(({ id, subredditIsNsfw }) => [id, subredditIsNsfw])).toEqual([
    ["t3_p1", true],
    ["t3_p3", false],
  ]);
});
