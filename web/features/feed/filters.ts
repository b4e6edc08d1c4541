import type { Post } from "#schema/api/posts.ts";
import { typeOf } from "#web/features/posts/media-type.ts";
import { formatCount } from "#web/lib/format-count.ts";

export const FILTERS = ["all", "image", "gallery", "gif", "video"] as const;
export type Filter = (typeof FILTERS)[number];

export const FILTER_NAMES: Record<Filter, string> = {
  all: "All",
  image: "Images",
  gallery: "Galleries",
  gif: "GIFs",
  video: "Videos",
};

/** The word in a sentence: "GIFs", "videos"; for a count of one, "GIF", "video". */
export const wordsOf = (filter: Filter, count = 0): string => {
  if (filter === "all") return count === 1 ? "post" : "posts";
  if (count === 1) return filter === "gif" ? "GIF" : filter;
  return FILTER_NAMES[filter].replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase());
};

export function filterFrom(value: string | null): Filter {
  return FILTERS.find((filter) => filter === value) ?? "all";
}

export function filterPosts(posts: readonly Post[], filter: Filter): readonly Post[] {
  return filter === "all" ? posts : posts.filter((post) => typeOf(post) === filter);
}

export type Counts = Record<Filter, number>;

export function countByType(posts: readonly Post[]): Counts {
  const counts = { all: posts.length, image: 0, gallery: 0, gif: 0, video: 0 };
  for (const post of posts) counts[typeOf(post)] += 1;
  return counts;
}

/** " of 50"; " of 100+" while batches follow that the source's total does not count. */
export const ofTotalText = (total: number, isExact: boolean): string =>
  ` of ${formatCount(total)}${isExact ? "" : "+"}`;

/** The text of the active filter: "All · 12 of 50". The total is not split by media type. */
export const shownText = (filter: Filter, counts: Counts | null, ofTotal: string): string =>
  FILTER_NAMES[filter] +
  (counts ? ` · ${formatCount(counts[filter])}${filter === "all" ? ofTotal : ""}` : "");
