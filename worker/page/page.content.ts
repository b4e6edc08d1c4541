import type { Post } from "#schema/api/posts.ts";
import type { SearchResponse } from "#schema/api/search.ts";
import { DEFAULT_PREFERENCES, isNarrowed } from "#schema/choices.ts";
import { hasFirstView } from "#schema/pages.ts";
import {
  type InlineQuery,
  LEADERBOARD_REQUEST,
  LEADERBOARD_SHOWN,
  PAGE_SIZE,
  queryKeys,
} from "#schema/queries.ts";
import { coveredImage, FIRST_TILES, GRID_TILE_SIZES, sharpImage } from "#schema/tiles.ts";
import { titleOfPost } from "#schema/post-title.ts";
import { isSearchable } from "#schema/username.ts";
import { withPostPrefix } from "#schema/reddit-id.ts";
import { getBadges } from "#worker/badges/badges.service.ts";
import { toAccountUser } from "#worker/auth/auth.rules.ts";
import type { CurrentSession } from "#worker/auth/sessions.service.ts";
import type { Deps } from "#worker/deps.ts";
import { answerLeaderboard } from "#worker/leaderboard/leaderboard.service.ts";
import { readPreviewedPost } from "#worker/posts/posts.service.ts";
import { preferencesOf } from "#worker/preferences/preferences.service.ts";
import { currentRemovals } from "#worker/removals/removal-list.service.ts";
import { type EarlySearch, searchEarly } from "#worker/search/search.service.ts";
import { sourceName } from "#worker/source/source-name.ts";
import { withTimeout } from "#worker/lib/with-timeout.ts";
import { renderFirstView } from "./page.render.ts";
import type { PageBody, PageHints } from "./page.rewrite.ts";
import { type PageAddress, type PreviewedPost, previewOf, REMOVED_PREVIEW } from "./page.rules.ts";

const FIRST_DATA_TIMEOUT_MS = 300;
/** Short, because the page reserves a row for badges that arrive later. */
const BADGES_TIMEOUT_MS = 50;
/** One row of the widest grid; more would compete with the scripts for bandwidth. */
const PRELOADED_PICTURES = 3;
/** The host of most previews; pages preconnect to it before the listing is known. */
const USUAL_MEDIA_ORIGIN = "https://preview.redd.it";

/** Returns null for data that fails or is late: the app requests it again and shows a failure. */
async function inTime<T>(
  deps: Deps,
  work: Promise<T>,
  timeoutMs = FIRST_DATA_TIMEOUT_MS,
): Promise<T | null> {
  deps.waitUntil(work.catch(() => null));
  return withTimeout(timeoutMs, work).catch(() => null);
}

/**
 * The first row's pictures in the size of covered tiles, the default: the head does not wait for preferences.
 * Pictures of a single size are left out, because they may be large.
 */
const preloadsOf = (posts: readonly Post[]): string[] =>
  posts.slice(0, PRELOADED_PICTURES).flatMap((post) => coveredImage(post)?.src ?? []);

interface FirstData {
  queries: InlineQuery[];
  search: SearchResponse | null;
}

const NO_DATA: FirstData = { queries: [], search: null };

/** `found` needs no database, `data` does. */
interface Loading {
  found: Promise<EarlySearch | null>;
  data: Promise<FirstData>;
}

async function badgesQuery(deps: Deps, username: string): Promise<InlineQuery[]> {
  const answer = await inTime(deps, getBadges(deps, username), BADGES_TIMEOUT_MS);
  return answer ? [[queryKeys.badges(username), answer.badges]] : [];
}

function loadUser(deps: Deps, { username, sort }: PageAddress): Loading {
  if (username === null || !isSearchable(username)) {
    return { found: Promise.resolve(null), data: Promise.resolve(NO_DATA) };
  }
  const query = { username, sortBy: sort, limit: PAGE_SIZE };
  const found = inTime(deps, searchEarly(deps, query));
  const complete = async (): Promise<FirstData> => {
    const known = await found;
    if (!known) return NO_DATA;
    const [search, badges] = await Promise.all([
      known.complete(),
      known.early.userInfo ? badgesQuery(deps, username) : [],
    ]);
    const pages = { pages: [search], pageParams: [null] };
    return { queries: [[queryKeys.search(username, sort), pages], ...badges], search };
  };
  return { found, data: complete() };
}

async function loadBoard(deps: Deps): Promise<FirstData> {
  const board = await inTime(deps, answerLeaderboard(deps, "users", LEADERBOARD_REQUEST));
  if (!board) return NO_DATA;
  const key = queryKeys.leaderboard("users", LEADERBOARD_REQUEST);
  const users = board.answer.users.slice(0, LEADERBOARD_SHOWN);
  return { queries: [[key, { ...board.answer, users }]], search: null };
}

function load(deps: Deps, address: PageAddress): Loading {
  if (address.name === "user") return loadUser(deps, address);
  const hasBoard = address.name === "home" || address.name === "leaderboard";
  const data = hasBoard ? loadBoard(deps) : Promise.resolve(NO_DATA);
  return { found: Promise.resolve(null), data };
}

function sessionQueries(session: CurrentSession | null | undefined): InlineQuery[] {
  if (session === undefined) return [];
  const user = session && toAccountUser(session.account);
  const status: InlineQuery = [queryKeys.session(), { isAuthenticated: user !== null, user }];
  return session ? [status, [queryKeys.preferences(), preferencesOf(session)]] : [status];
}

export type RemovedPart = "creator" | "post";

/**
 * Decides the page's status from its address alone. Returns null if the list of removals is late; the first data waits
 * for the same list, so such a page has no data either.
 */
export async function findRemovedPart(
  deps: Deps,
  { username, postId }: PageAddress,
): Promise<RemovedPart | null> {
  if (username === null) return null;
  const removed = await inTime(deps, currentRemovals(deps));
  if (removed?.hasUser(username)) return "creator";
  return postId !== null && removed?.hasPost(withPostPrefix(postId)) ? "post" : null;
}

/** The hosts, other than the page's own, from which the first tiles load. */
function mediaOrigins({ origin }: URL, posts: readonly Post[]): string[] {
  const origins = posts.slice(0, FIRST_TILES).flatMap((post) => {
    const still = sharpImage(post, GRID_TILE_SIZES);
    return still === null ? [] : (URL.parse(still.src, origin)?.origin ?? []);
  });
  return [...new Set(origins)].filter((one) => one !== origin);
}

/** Only the app applies these filters, so the first view of such a page has no tiles. */
const isFiltered = ({ searchParams }: URL): boolean =>
  searchParams.has("media") || isNarrowed(searchParams);

/** The call that looks up a linked post. */
const POST_CALLS = 1;

/**
 * The first page has the newest posts only, and a shared link often names an older one. A preview under this creator's
 * name never has another creator's post, whatever the address names.
 */
async function findOpenPost(
  deps: Deps,
  { username, postId }: PageAddress,
  early: SearchResponse | null,
): Promise<PreviewedPost | null> {
  if (postId === null || !early?.userExists || early.profileState === "removed") return null;
  const listed = early.posts.find(({ id }) => id === withPostPrefix(postId));
  if (listed) return listed;
  const found = await inTime(deps, readPreviewedPost(deps, postId));
  return found?.username.toLowerCase() === username?.toLowerCase() ? found : null;
}

interface PageFacts {
  found: EarlySearch | null;
  openPost: PreviewedPost | null;
  removed: RemovedPart | null;
  savesData: boolean;
}

function hintsOf(
  deps: Deps,
  url: URL,
  address: PageAddress,
  { found, openPost, removed, savesData }: PageFacts,
): PageHints {
  const early = found?.early ?? null;
  const isRemoved = removed !== null || early?.profileState === "removed";
  return {
    preview: isRemoved ? REMOVED_PREVIEW : previewOf(address, openPost, found),
    isRemoved,
    postTitle: isRemoved || !openPost ? null : titleOfPost(openPost),
    feedsOf: early?.userInfo?.username ?? null,
    images: early && !savesData && !isFiltered(url) ? preloadsOf(early.posts) : [],
    mediaOrigins: early ? mediaOrigins(url, early.posts) : usualOrigins(deps, address),
  };
}

export const usualOrigins = (deps: Deps, { name }: PageAddress): string[] =>
  name === "user" && sourceName(deps) !== "sample" ? [USUAL_MEDIA_ORIGIN] : [];

export interface LoadingPage {
  /** For the head and the response's headers: waits for no database, except for the list of removals. */
  hints: Promise<PageHints>;
  body: Promise<PageBody>;
}

export interface PageVisitor {
  /** null: signed out; undefined: not known, and the app asks the API. */
  session: Promise<CurrentSession | null | undefined>;
  /** The browser sent Save-Data, so no picture is preloaded. */
  savesData: boolean;
  /** The device has its own theme or uncovered pictures. */
  hasOwnLooks: boolean;
  /** The browser opens the address as a page, so a missing file gets the app. */
  isDocument: boolean;
}

export function loadPage(
  deps: Deps,
  url: URL,
  address: PageAddress,
  { session, savesData }: PageVisitor,
  removedPart: Promise<RemovedPart | null>,
): LoadingPage {
  // Of the page's calls: the walk through a creator with few pictures would take them all.
  if (address.postId !== null) deps.visitorBudget?.holdCalls(POST_CALLS);
  const { found, data } = load(deps, address);
  const body = async (): Promise<PageBody> => {
    const [{ queries, search }, current] = await Promise.all([data, session]);
    return {
      data: { queries: [...sessionQueries(current), ...queries] },
      firstView: renderFirstView({
        page: hasFirstView(address.name) ? address.name : null,
        username: address.username ?? "",
        search,
        preferences: current ? preferencesOf(current) : DEFAULT_PREFERENCES,
        isSignedIn: Boolean(current),
        isFiltered: isFiltered(url),
      }),
    };
  };
  const hints = async (): Promise<PageHints> => {
    const [known, removed] = await Promise.all([found, removedPart]);
    const openPost = await findOpenPost(deps, address, known?.early ?? null);
    return hintsOf(deps, url, address, { found: known, openPost, removed, savesData });
  };
  return { hints: hints(), body: body() };
}
