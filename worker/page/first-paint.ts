import type { Post, SearchResponse } from "#schema/api/posts.ts";
import type { Preferences } from "#schema/api/preferences.ts";
import { brand } from "#schema/brand.ts";
import { GRID_TILE_SIZES, tileRatio, tileSrcSet, tileStill } from "#schema/tiles.ts";
import { escapeHtml, type PageAddress } from "./page.rules.ts";

/**
 * What stands in the page until the scripts have run: the same boxes with the same classes as
 * web/features/feed and web/features/search draw, so that nothing moves when the app takes over.
 * The stylesheet is told to look here for classes (web/app/styles.css).
 */

/** Two rows of the widest grid; a phone has room for one picture and asks for no other. */
const CARDS = 6;

const attribute = (name: string, value: string | undefined): string =>
  value === undefined ? "" : ` ${name}="${escapeHtml(value)}"`;

function picture(post: Post, index: number): string {
  const still = tileStill(post);
  if (still === null) return "";
  const when = index === 0 ? ' fetchpriority="high"' : ' loading="lazy"';
  const sizes = ` sizes="${escapeHtml(GRID_TILE_SIZES)}"`;
  const sources = attribute("srcset", tileSrcSet(post)) + sizes + attribute("src", still);
  return `<img${when}${sources} alt="" referrerpolicy="no-referrer" class="card-picture absolute inset-0 size-full object-cover">`;
}

function card(post: Post, index: number, { blurEnabled }: Preferences): string {
  const covered = blurEnabled || post.isSpoiler ? "card-covered" : "";
  const looks = index > 0 ? `max-sm:hidden ${covered}` : covered;
  const shape = (1 / tileRatio(post, "grid", 1)).toFixed(4);
  return (
    `<article class="card relative! sm:aspect-square! ${looks}" style="aspect-ratio:${shape}">${picture(post, index)}` +
    `<div class="scrim"><h2 dir="auto" class="scrim-title">${escapeHtml(post.title)}</h2></div></article>`
  );
}

/** A filter or another layout shows other tiles in other places: those are left to the app. */
function cards(search: SearchResponse, url: URL, preferences: Preferences): string {
  const isPlain = !url.searchParams.has("media") && preferences.searchPresentationStyle === "grid";
  if (!isPlain || search.posts.length === 0) return "";
  const tiles = search.posts.slice(0, CARDS).map((post, index) => card(post, index, preferences));
  return `<div aria-hidden="true" class="mx-auto grid w-full max-w-[1920px] gap-3 px-3 pt-4 sm:grid-cols-2 sm:gap-4 sm:px-6 lg:grid-cols-3">${tiles.join("")}</div>`;
}

function avatar(url: string | null): string {
  const look = 'class="size-22 shrink-0 rounded-full bg-raised object-cover"';
  return url === null
    ? `<span ${look}></span>`
    : `<img src="${escapeHtml(url)}" alt="" width="88" height="88" referrerpolicy="no-referrer" ${look}>`;
}

const BAR =
  '<div aria-hidden="true" class="border-b border-line"><div class="mx-auto flex max-w-[1920px] flex-wrap items-center gap-x-3 px-3 sm:px-6 lg:h-15 lg:flex-nowrap">' +
  '<div class="flex h-13 basis-full items-center lg:order-2 lg:ml-auto lg:basis-auto"><span class="h-11 w-41.5 rounded-full bg-raised"></span></div>' +
  '<div class="flex h-14 items-center lg:order-1"><span class="h-11 w-58.5 rounded-full md:w-122 bg-raised"></span></div></div></div>';

/** The profile card, the filters' place and the first pictures. */
function creatorPaint(search: SearchResponse, url: URL, preferences: Preferences): string {
  const { userExists, userInfo, posts } = search;
  if (!userExists || !userInfo || posts.length === 0) return "";
  const name = userInfo.title || userInfo.username;
  return (
    '<section class="mx-auto flex w-full max-w-[1920px] flex-col items-center gap-3 px-4 py-6 text-center sm:flex-row sm:gap-5 sm:px-6 sm:py-8 sm:text-left">' +
    avatar(userInfo.avatarUrl) +
    `<div class="w-full min-w-0 flex-1"><h1 class="font-display text-xl font-extrabold">${escapeHtml(name)}</h1>` +
    '<p class="mt-0.5 text-sm">&nbsp;</p><div class="mt-1 h-17 sm:h-11"></div></div>' +
    '<span class="h-9 w-14.5 rounded-full bg-raised"></span></section>' +
    BAR +
    cards(search, url, preferences)
  );
}

/** The magnifying glass of web/ui/icons.tsx. */
const SEARCH_ICON =
  '<svg width="22" height="22" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" ' +
  'class="pointer-events-none absolute left-4 text-quiet sm:left-5"><path d="M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm9 16-4.1-4.1"/></svg>';

const FIELD =
  '<input type="search" name="username" aria-label="Reddit username" placeholder="Reddit username" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="60" ' +
  'class="h-full w-full min-w-0 rounded-[inherit] bg-transparent pr-3 pl-13 text-text placeholder:text-quiet sm:pl-14 sm:text-lg">';

/** The hero with a field that works before any script has run. */
const homePaint = (): string =>
  '<section class="hero"><div aria-hidden="true" class="hero-mosaic"></div>' +
  '<div class="relative mx-auto flex w-full max-w-3xl flex-col items-center px-4 text-center">' +
  `<h1 class="font-display text-2xl font-extrabold tracking-tight sm:text-3xl">${escapeHtml(brand.headline)}</h1>` +
  `<p class="mt-4 text-lg text-quiet">${escapeHtml(brand.tagline)}</p>` +
  '<search aria-label="Find a creator" class="mt-8 w-full max-w-2xl"><form action="/user">' +
  `<div class="relative flex h-16 items-center rounded-modal border border-edge bg-surface">${SEARCH_ICON}${FIELD}` +
  '<button class="mr-2 h-12 shrink-0 rounded-input bg-citrine px-4 font-semibold text-on-citrine sm:px-8">Search</button></div></form></search>' +
  '<span class="mt-4 min-h-11"></span></div></section>';

const boardPaint = (): string =>
  '<div class="mx-auto w-full max-w-[960px] px-4 py-10 sm:px-6"><h1 class="font-display text-2xl font-extrabold">Leaderboard</h1>' +
  '<p class="mt-2 mb-6 text-quiet">The creators and posts with the most hearts.</p></div>';

function painted(
  { name }: PageAddress,
  url: URL,
  search: SearchResponse | null,
  preferences: Preferences,
): string {
  if (name === "home") return homePaint();
  if (name === "leaderboard") return boardPaint();
  return search ? creatorPaint(search, url, preferences) : "";
}

/** Empty where the app alone can say what is to be seen. */
export function firstPaint(
  address: PageAddress,
  url: URL,
  search: SearchResponse | null,
  preferences: Preferences,
): string {
  const inside = painted(address, url, search, preferences);
  return inside && `<main class="flex flex-1 flex-col">${inside}</main>`;
}
