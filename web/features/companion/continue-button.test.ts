// @vitest-environment happy-dom
import { InfiniteQueryObserver } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { NEWEST, picturePost, picturePosts } from "#normalise/testing/raw-posts.ts";
import type { CompanionRequest } from "#schema/companion.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import { searchQuery, uniquePosts } from "#web/features/search/search.queries.ts";
import { installCompanion, removeCompanion, statusesAnswer } from "#web/testing/companion.ts";
import { eventually } from "#web/testing/eventually.ts";
import { postOf } from "#web/testing/posts.ts";

let hasArchive = false;
let children: object[] = [];
let searches: Record<string, unknown>[] = [];

/** The server's search: its first page has the companion's posts, two more pages have later ones. */
const SERVER_PAGES = [
  { after: undefined, ids: ["t3_p0", "t3_p1", "t3_p2"], nextPage: "second" },
  { after: "second", ids: ["t3_later0", "t3_later1"], nextPage: "third" },
  { after: "third", ids: ["t3_later2"], nextPage: null },
];

function serverPage(asked: Record<string, unknown>) {
  searches.push(asked);
  const page = SERVER_PAGES.find(({ after }) => after === asked["after"]);
  const posts = page?.ids.map((id) => postOf({ id, created: 1 }));
  const { nextPage } = page ?? {};
  return { success: true, posts, nextPage, total: 6, userInfo: null, source: "archive" };
}

beforeEach(() => {
  hasArchive = false;
  children = picturePosts(3);
  searches = [];
  vi.stubGlobal("fetch", async (url: string, { body }: RequestInit) => {
    const asked = JSON.parse(String(body)) as Record<string, unknown>;
    return url.includes("search") ? Response.json(serverPage(asked)) : statusesAnswer(hasArchive);
  });
});

afterEach(() => removeCompanion());

const answer = ({ type }: CompanionRequest, after: string | null) =>
  type === "about"
    ? { ok: true, body: { state: "missing" } }
    : after === null
      ? { ok: true, body: { state: "ok", children, after: "t3_p2" } }
      : { ok: false, reason: "signed_out" };

async function refusedFeed(sort: "new" | "top") {
  installCompanion((request) => answer(request, "after" in request ? request.after : null));
  const feed = new InfiniteQueryObserver(createQueryClient(), searchQuery("ann", sort));
  const stop = feed.subscribe(() => undefined);
  await eventually(() => expect(feed.getCurrentResult().isSuccess).toBe(true));
  await feed.fetchNextPage();
  return { feed, stop };
}

const idsOf = (feed: Awaited<ReturnType<typeof refusedFeed>>["feed"]) =>
  uniquePosts(feed.getCurrentResult().data?.pages ?? []).map(({ id }) => id);

/** Presses the button in the row below the posts. */
async function pressContinue(feed: Awaited<ReturnType<typeof refusedFeed>>["feed"]): Promise<void> {
  const { error } = feed.getCurrentResult();
  const { continueButton } = error as unknown as {
    continueButton: (onMore: () => void) => ReactNode;
  };
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const place = document.createElement("div");
  const root = createRoot(place);
  flushSync(() => root.render(continueButton(() => resolve(feed.fetchNextPage()))));
  expect(place.textContent).toBe("Go on with our server's posts");
  place.querySelector("button")?.click();
  await promise;
  root.unmount();
}

test("a companion that fails within a listing shows its reason, and the server's posts follow those shown", async () => {
  const { feed, stop } = await refusedFeed("top");
  const { error } = feed.getCurrentResult();
  expect(error).toMatchObject({ sentence: "You are signed out of Reddit in this browser." });
  await pressContinue(feed);
  const asked = { username: "ann", sortBy: "top", limit: 100, waitForHearts: false };
  expect(searches).toEqual([asked, { ...asked, after: "second" }]);
  expect(idsOf(feed)).toEqual(["t3_p0", "t3_p1", "t3_p2", "t3_later0", "t3_later1"]);
  await feed.fetchNextPage();
  expect(searches.slice(2)).toEqual([{ ...asked, after: "third" }]);
  expect(idsOf(feed).at(-1)).toBe("t3_later2");
  expect(feed.getCurrentResult().hasNextPage).toBe(false);
  stop();
});

test("with an archive and sorted by new, the server continues at the last post's day", async () => {
  hasArchive = true;
  const { feed, stop } = await refusedFeed("new");
  await pressContinue(feed);
  expect(searches).toMatchObject([{ before: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }]);
  stop();
});

test("a pinned post of another year does not decide at which day the server continues", async () => {
  hasArchive = true;
  const pinned = picturePost(9, { created_utc: Date.UTC(2021, 4, 1) / 1000 });
  children = [pinned, ...picturePosts(3)];
  const { feed, stop } = await refusedFeed("new");
  await pressContinue(feed);
  const dayAfter = new Date((NEWEST + 86_400) * 1000).toISOString().slice(0, 10);
  expect(searches).toMatchObject([{ before: dayAfter }]);
  stop();
});

test.each([
  ["without an archive", "new", false],
  ["in another order", "top", true],
] as const)("%s the server begins with its first page", async (_, sort, isThere) => {
  hasArchive = isThere;
  const { feed, stop } = await refusedFeed(sort);
  await pressContinue(feed);
  expect(searches[0]).not.toHaveProperty("before");
  stop();
});

test("a companion that stops answering within a listing leaves the server's posts to go on with", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const requests = installCompanion((request) => {
    const after = "after" in request ? request.after : null;
    return after === null ? answer(request, null) : null;
  });
  const feed = new InfiniteQueryObserver(createQueryClient(), searchQuery("ann", "top"));
  const stop = feed.subscribe(() => undefined);
  await eventually(() => expect(feed.getCurrentResult().isSuccess).toBe(true));
  const lost = feed.fetchNextPage();
  await vi.advanceTimersByTimeAsync(25_000);
  await lost;
  expect(feed.getCurrentResult().error).toHaveProperty(
    "sentence",
    "The companion does not answer. Reload this page, or update the companion.",
  );
  const asked = requests.length;
  await feed.fetchNextPage();
  expect(requests).toHaveLength(asked);
  await pressContinue(feed);
  expect(searches.map(({ after }) => after)).toEqual([undefined, "second"]);
  expect(idsOf(feed)).toEqual(["t3_p0", "t3_p1", "t3_p2", "t3_later0", "t3_later1"]);
  vi.useRealTimers();
  stop();
});
