import type { Post, SearchResponse } from "#schema/api/posts.ts";
import { DEFAULT_PREFERENCES } from "#schema/choices.ts";
import { environmentFor } from "#schema/environment.ts";
import { LEADERBOARD_REQUEST, PAGE_SIZE, queryKeys } from "#schema/queries.ts";
import { GRID_TILE_SIZES, tileSrcSet } from "#schema/tiles.ts";
import { getBadges } from "#worker/badges/badges.service.ts";
import { toAccountUser } from "#worker/auth/auth.rules.ts";
import type { CurrentSession } from "#worker/auth/sessions.service.ts";
import type { Deps } from "#worker/deps.ts";
import { leaderboardText } from "#worker/leaderboard/leaderboard.service.ts";
import { preferencesOf } from "#worker/preferences/preferences.service.ts";
import { within } from "#worker/retry.ts";
import { searchPosts } from "#worker/search/search.service.ts";
import { firstPaint } from "./first-paint.ts";
import type { InlineQuery, PageContent, PreloadImage } from "./page.rewrite.ts";
import { previewOf, type PageAddress } from "./page.rules.ts";

/** A page never waits longer for its first data than this; the visitor's own call then fetches it. */
const PATIENCE_MS = 300;
/** One row of the widest grid. More would compete with the scripts. */
const PRELOADED_PICTURES = 3;

/** What is not there in time, or fails, is left to the page: it has the room to say what is wrong. */
async function inTime(deps: Deps, work: Promise<string>): Promise<string | null> {
  deps.waitUntil(work.catch(() => null));
  return within(PATIENCE_MS, work).catch(() => null);
}

function pictureOf(post: Post): PreloadImage[] {
  const srcset = tileSrcSet(post);
  return srcset === undefined ? [] : [{ srcset, sizes: GRID_TILE_SIZES }];
}

interface View {
  queries: InlineQuery[];
  search: SearchResponse | null;
  images: PreloadImage[];
}

const EMPTY: View = { queries: [], search: null, images: [] };

/** The profile card has its height from them: later they would push the pictures down. */
async function badgesOf(deps: Deps, username: string, search: SearchResponse) {
  if (!search.userExists) return [];
  const work = getBadges(deps, username).then(({ badges }) => JSON.stringify(badges));
  const text = await inTime(deps, work);
  return text === null ? [] : [{ key: queryKeys.badges(username), text }];
}

async function creatorView(deps: Deps, { username, sort }: PageAddress): Promise<View> {
  if (username === null || username.trim() === "" || [...username].length > 50) return EMPTY;
  const query = { username, sortBy: sort, limit: PAGE_SIZE, after: null };
  const text = await inTime(deps, searchPosts(deps, query));
  if (text === null) return EMPTY;
  const search = JSON.parse(text) as SearchResponse;
  return {
    queries: [
      { key: queryKeys.search(username, sort), text: `{"pages":[${text}],"pageParams":[null]}` },
      ...(await badgesOf(deps, username, search)),
    ],
    search,
    images: search.posts.slice(0, PRELOADED_PICTURES).flatMap(pictureOf),
  };
}

async function boardView(deps: Deps): Promise<View> {
  const text = await inTime(deps, leaderboardText(deps, "users", LEADERBOARD_REQUEST));
  if (text === null) return EMPTY;
  return {
    ...EMPTY,
    queries: [{ key: queryKeys.leaderboard("users", LEADERBOARD_REQUEST), text }],
  };
}

async function viewOf(deps: Deps, address: PageAddress): Promise<View> {
  if (address.name === "user") return creatorView(deps, address);
  if (address.name === "home" || address.name === "leaderboard") return boardView(deps);
  return EMPTY;
}

/**
 * Who is looking, where the page and the API share an address and so the cookie. On a host of its own
 * the API alone knows, and the page asks it.
 */
function sessionQueries(url: URL, session: CurrentSession | null | undefined): InlineQuery[] {
  if (session === undefined || environmentFor(url.hostname).apiBase !== "") return [];
  const user = session && toAccountUser(session.account);
  const status = { isAuthenticated: user !== null, user };
  const queries = [{ key: queryKeys.session(), text: JSON.stringify(status) }];
  if (!session) return queries;
  const preferences = JSON.stringify(preferencesOf(session));
  return [...queries, { key: queryKeys.preferences(), text: preferences }];
}

/** `session`: null signed out, undefined not known. */
export async function firstView(
  deps: Deps,
  url: URL,
  address: PageAddress,
  session: CurrentSession | null | undefined,
): Promise<PageContent> {
  const { queries, search, images } = await viewOf(deps, address);
  const preferences = session ? preferencesOf(session) : DEFAULT_PREFERENCES;
  const post = search?.posts.find(({ id }) => id === `t3_${address.postId}`) ?? null;
  return {
    preview: previewOf(address, post, search),
    queries: [...sessionQueries(url, session), ...queries],
    images,
    paint: firstPaint(address, url, search, preferences),
  };
}
