import type { Post } from "#schema/api/posts.ts";
import type { Narrowing, Sort } from "#schema/choices.ts";
import { COMMUNITY } from "#schema/community.ts";
import { isDay } from "#schema/day.ts";
import { filterPosts, type Filter } from "./filters.ts";

/** Letters that Unicode does not take apart into a plain one and an accent. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
};

/** Lower case, without accents, with typewriter's quotes: "Ónyx" is found by "onyx", "don’t" by "don't". */
const fold = (text: string): string =>
  text
    // First, because Unicode takes an acute apart into a space and an accent.
    .replace(/[‘’‛′ʻʼ`´]/g, "'")
    .replace(/[“”„‟″]/g, '"')
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[ßæœøłđ]/g, (letter) => PLAIN[letter] ?? letter);

const foldedTitles = new WeakMap<Post, string>();

function foldedTitle(post: Post): string {
  let title = foldedTitles.get(post);
  if (title === undefined) {
    title = fold(post.title);
    foldedTitles.set(post, title);
  }
  return title;
}

/** A merged repost counts in each of its communities. */
function communitiesOf({ subreddit, alsoIn }: Post): string[] {
  if (alsoIn.length === 0) return [subreddit];
  return [...new Set([subreddit, ...alsoIn.map((other) => other.subreddit)])];
}

/** The communities of `r`, each once whatever its spelling. */
export function communitiesIn(r: string | null): string[] {
  const names = new Map<string, string>();
  for (const part of (r ?? "").split(",")) {
    const name = part.trim().replace(/^\/?r\//i, "");
    const key = name.toLowerCase();
    if (COMMUNITY.test(key) && !names.has(key)) names.set(key, name);
  }
  return [...names.values()];
}

const wordsIn = (q: string | null): string[] => fold(q ?? "").match(/\S+/g) ?? [];

/** The first day to leave out, as YYYY-MM-DD; null for a value that the search refuses. */
export function dayOf(before: string | null): string | null {
  const day = before?.length === 7 ? `${before}-01` : (before ?? "");
  return isDay(day) ? day : null;
}

const secondOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000;

/** Posts in any of the communities, with all words in their titles, from before the day (UTC). */
export function narrowPosts(posts: readonly Post[], { r, q, before }: Narrowing): readonly Post[] {
  const communities = new Set(communitiesIn(r).map((name) => name.toLowerCase()));
  const words = wordsIn(q);
  const day = dayOf(before);
  const end = day ? secondOf(day) : Infinity;
  return posts.filter(
    (post) =>
      post.created < end &&
      (communities.size === 0 ||
        communitiesOf(post).some((name) => communities.has(name.toLowerCase()))) &&
      words.every((word) => foldedTitle(post).includes(word)),
  );
}

/**
 * The time of a listing's oldest post; Infinity without posts. Sorted by new that is its last one: Reddit lists pinned
 * posts, of any age, before the others.
 */
export const oldestTime = (posts: readonly Post[], sort: Sort): number =>
  (sort === "new" ? posts.slice(-1) : posts).reduce(
    (least, { created }) => Math.min(least, created),
    Infinity,
  );

/** Whether a listing has come to posts from before the day. */
export const hasReached = (posts: readonly Post[], day: string, sort: Sort): boolean =>
  oldestTime(posts, sort) < secondOf(day);

export interface CommunityCount {
  name: string;
  count: number;
}

/** Communities of the posts that pass the other filters, largest first; those of `r` are listed even at zero. */
export function countCommunities(
  posts: readonly Post[],
  narrowing: Narrowing,
  filter: Filter,
): CommunityCount[] {
  const counts = new Map<string, CommunityCount>();
  const count = (name: string, by: number) => {
    const known = counts.get(name.toLowerCase());
    if (known) known.count += by;
    else counts.set(name.toLowerCase(), { name, count: by });
  };
  for (const post of posts) for (const name of communitiesOf(post)) count(name, 0);
  for (const post of filterPosts(narrowPosts(posts, { ...narrowing, r: null }), filter))
    for (const name of communitiesOf(post)) count(name, 1);
  for (const name of communitiesIn(narrowing.r)) count(name, 0);
  return [...counts.values()].toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

export const matchesName = (name: string, typed: string): boolean =>
  fold(name).includes(fold(typed.trim().replace(/^\/?[ru]\//i, "")));

/** "r/pics", or "u/name" for a user's profile. */
export const communityName = (name: string): string =>
  name.startsWith("u_") ? `u/${name.slice(2)}` : `r/${name}`;

export function toggleCommunity(r: string | null, name: string): string | null {
  const names = communitiesIn(r);
  const others = names.filter((one) => one.toLowerCase() !== name.toLowerCase());
  return (others.length < names.length ? others : [...names, name]).join(",") || null;
}

/** "May 1, 2023". English like the sentences around it, and UTC like the address. */
export const dayText = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString("en", {
    timeZone: "UTC",
    dateStyle: "medium",
  });
