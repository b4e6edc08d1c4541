import type { SearchResponse, SourceName, UserResponse } from "#schema/api/posts.ts";
import type * as z from "zod/mini";
import type { searchRequest } from "#schema/api/posts.ts";
import { REDDIT_NAME } from "#schema/username.ts";
import type { Deps } from "#worker/deps.ts";
import { AppError } from "#worker/errors.ts";
import type { Hearts } from "#worker/hearts/hearts.rules.ts";
import { heartsOrNone, NO_HEARTS } from "#worker/hearts/hearts.service.ts";
import { nsfwNames } from "#worker/nsfw-subreddits/nsfw-subreddits.service.ts";
import { batchSpec } from "#worker/source/batches.ts";
import { peek } from "#worker/source/cache.ts";
import { sourceName } from "#worker/source/choose.ts";
import { readProfile, type Walk } from "#worker/source/creator.ts";
import { withFallback } from "#worker/source/fallback.ts";
import { plainProfile } from "#worker/source/normalise/profile.ts";
import { openSource, primaryName } from "#worker/source/open.ts";
import { readPage, type Bookmark, type Page } from "#worker/source/page.ts";
import { ANSWER_MS } from "#worker/source/upstream.ts";
import { searchText, userInfoOf, type Frame } from "./answer.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { keptAnswer } from "./kept-answers.ts";

type SearchQuery = z.output<typeof searchRequest>;

function messageFor(state: Page["state"], username: string): string | null {
  switch (state) {
    case "ok":
      return null;
    case "not_found":
      return `The user "u/${username}" could not be found on Reddit.`;
    case "suspended":
      return "Reddit has suspended this account.";
    case "hidden":
      return "This user keeps their posts hidden.";
  }
}

interface Found {
  page: Page;
  walk: Walk;
}

/** A cached copy goes before the archive: the page below has looked for one. */
function firstPage(deps: Deps, walk: Walk, limit: number): Promise<Found> {
  return withFallback(
    deps,
    async (source) => {
      const from: Walk = { ...walk, source };
      return { page: await readPage(deps, from, null, limit), walk: from };
    },
    ({ page }) => page.state !== "not_found",
  );
}

const REFUSED_CURSOR = { fields: { after: "The page cursor is not valid" } };

function mayContinue(deps: Deps, source: SourceName): boolean {
  const primary = primaryName(deps);
  return source === primary || (source === "archive" && deps.config.archiveFallback);
}

async function laterPage(deps: Deps, walk: Walk, cursor: string, limit: number) {
  const bookmark = await readCursor(deps, walk, cursor);
  if (!mayContinue(deps, bookmark.source)) throw new AppError("http.validation", REFUSED_CURSOR);
  const same: Walk = { ...walk, source: bookmark.source };
  return { page: await readPage(deps, same, bookmark, limit), walk: same, bookmark };
}

function nobody(deps: Deps, username: string): Frame & { posts: [] } {
  const source = sourceName(deps);
  return {
    success: true,
    posts: [],
    nextPage: null,
    total: 0,
    userExists: false,
    message: messageFor("not_found", username),
    userInfo: null,
    source: source === "none" ? "reddit" : source,
    sortExact: true,
    stale: false,
    fetchedAt: new Date(deps.clock.now()).toISOString(),
    profileState: "not_found",
  };
}

async function nextCursor(
  deps: Deps,
  { page, walk }: Found,
  served: number,
): Promise<string | null> {
  if (!page.next) return null;
  const brief = page.items.at(-1)?.brief;
  const last = brief ? { id: brief[0], created: brief[2] } : null;
  return writeCursor(deps, walk, { position: page.next, last, served });
}

interface Beside {
  hearts: Hearts;
  names: ReadonlySet<string>;
  served: number;
}

async function composed(deps: Deps, found: Found, beside: Beside): Promise<string> {
  const { page, walk } = found;
  const { hearts, names, served } = beside;
  const exists = page.state !== "not_found";
  const profile = page.profile ?? plainProfile(walk.username);
  const frame: Frame = {
    success: true,
    nextPage: await nextCursor(deps, found, served),
    total: served - page.items.length + page.known,
    userExists: exists,
    message: messageFor(page.state, walk.username),
    userInfo: exists ? userInfoOf(profile, hearts.user?.heartCount ?? 0) : null,
    source: walk.source,
    sortExact: openSource(deps, walk.source).sortsExactly(walk.sort),
    stale: page.isStale,
    fetchedAt: new Date(page.fetchedAt).toISOString(),
    profileState: page.state,
  };
  return searchText(frame, page.items, {
    hearts: hearts.posts,
    nsfwNames: names,
    avatarUrl: profile.avatarUrl,
  });
}

async function answer(deps: Deps, found: Found, bookmark: Bookmark | null): Promise<string> {
  const { page, walk } = found;
  const { entry, from, start, runsOn } = page.cut;
  const username = page.profile?.username ?? walk.username;
  const ids = page.items.map(({ brief }) => brief[0]);
  const served = (bookmark?.served ?? 0) + page.items.length;
  const [hearts, names] = await Promise.all([
    page.state === "not_found" ? NO_HEARTS : heartsOrNone(deps, { username, postIds: ids }),
    nsfwNames(deps),
  ]);
  const compose = () => composed(deps, found, { hearts, names, served });
  if (runsOn) return compose();
  const name = [walk.source, walk.sort, walk.username, from, start, ids.length, served].join();
  return keptAnswer(name, [entry, page.isStale, hearts, names], compose);
}

/** One page of a creator's media posts, as the JSON text of a SearchResponse. */
export async function searchPosts(deps: Deps, query: SearchQuery): Promise<string> {
  const username = query.username.trim();
  if (!REDDIT_NAME.test(username)) {
    return JSON.stringify(nobody(deps, username) satisfies SearchResponse);
  }
  const deadline = deps.clock.now() + ANSWER_MS;
  const walk: Walk = { source: primaryName(deps), username, sort: query.sortBy, deadline };
  if (query.after) {
    const found = await laterPage(deps, walk, query.after, query.limit);
    return answer(deps, found, found.bookmark);
  }
  return answer(deps, await firstPage(deps, walk, query.limit), null);
}

/** Whether the listing says that the posts are hidden, if it is known: no call is made to find out. */
async function hidesPosts(deps: Deps, walk: Walk): Promise<boolean> {
  const listing = await peek(deps, batchSpec(deps, walk, "", null));
  return listing?.value.head.state === "hidden";
}

export async function readUser(deps: Deps, username: string): Promise<UserResponse> {
  const unknown: UserResponse = {
    success: true,
    userExists: false,
    userInfo: null,
    profileState: "not_found",
  };
  if (!REDDIT_NAME.test(username)) return unknown;
  const deadline = deps.clock.now() + ANSWER_MS;
  const walk: Walk = { source: primaryName(deps), username, sort: "new", deadline };
  const known = await withFallback(
    deps,
    (source) => readProfile(deps, { ...walk, source }),
    ({ state }) => state === "ok",
  );
  if (known.state === "missing") return unknown;
  if (known.state !== "ok") throw new AppError("reddit.unavailable");
  const { profile } = known;
  const [hearts, hides] = await Promise.all([
    heartsOrNone(deps, { username: profile.username, postIds: [] }),
    profile.isSuspended ? false : hidesPosts(deps, walk),
  ]);
  return {
    success: true,
    userExists: true,
    userInfo: userInfoOf(profile, hearts.user?.heartCount ?? 0),
    profileState: profile.isSuspended ? "suspended" : hides ? "hidden" : "ok",
  };
}
