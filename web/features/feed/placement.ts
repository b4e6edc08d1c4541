import type { Post } from "#schema/api/posts.ts";
import type { PresentationStyle } from "#schema/api/preferences.ts";
import { cardHeight, type FeedLayout } from "./feed-layout.ts";

export interface Place {
  index: number;
  x: number;
  y: number;
  height: number;
}

export interface Placement {
  places: Place[];
  height: number;
}

/**
 * Where every card goes: in source order, each under the shortest column, the leftmost of equals.
 * With cards of one height that is row by row. Nothing is measured, so nothing ever moves.
 */
export function placeAll(
  posts: readonly Post[],
  style: PresentationStyle,
  layout: FeedLayout,
): Placement {
  const { columns, columnWidth, gap } = layout;
  const ends = Array.from({ length: columns }, () => 0);
  const places = posts.map((post, index) => {
    const column = ends.indexOf(Math.min(...ends));
    const height = cardHeight(post, style, layout);
    const y = ends[column] ?? 0;
    ends[column] = y + height + gap;
    return { index, x: column * (columnWidth + gap), y, height };
  });
  return { places, height: Math.max(0, Math.max(...ends) - gap) };
}

/** The source tells its total a hundred at a time; where there is more, there are at least some. */
const UNKNOWN_AHEAD = 24;

/**
 * The height the known posts that are not loaded yet will take, judged by those that are: the page is
 * as long as it will be, and nothing below the feed is in sight to be pushed away.
 */
export function roomAhead(height: number, shown: number, loaded: number, total: number): number {
  if (shown === 0 || loaded === 0) return 0;
  return Math.round((height / loaded) * Math.max(UNKNOWN_AHEAD, total - loaded));
}

/** The places that touch the band from `top` to `bottom`. */
export function placesIn(places: readonly Place[], top: number, bottom: number): Place[] {
  return places.filter(({ y, height }) => y < bottom && y + height > top);
}
