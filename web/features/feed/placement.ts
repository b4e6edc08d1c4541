import type { Post } from "#schema/api/posts.ts";
import type { PresentationStyle } from "#schema/api/preferences.ts";
import { isArchived } from "#web/features/companion/listing-answer.ts";
import { cardHeight, type FeedLayout } from "./feed-layout.ts";

export interface Place {
  index: number;
  x: number;
  y: number;
  height: number;
}

export interface Placement {
  places: Place[];
  /** The index of the first archive post, which has the line above it; -1 for none. */
  lineAt: number;
  height: number;
  layout: FeedLayout;
}

/** The height of the line between Reddit's and the archive's posts: three lines of text on the narrowest phone. */
export const ARCHIVE_LINE_HEIGHT = 112;

/**
 * Places each card in upstream order in the shortest column, the leftmost of equal ones; cards of equal height fill row
 * by row. Archive posts begin a new row. Heights are computed, not measured, so nothing moves later.
 */
export function placeCards(
  posts: readonly Post[],
  style: PresentationStyle,
  layout: FeedLayout,
): Placement {
  const { columns, columnWidth, gap } = layout;
  const ends = Array.from({ length: columns }, () => 0);
  const lineAt = posts.findIndex(isArchived);
  const places = posts.map((post, index) => {
    if (index === lineAt) ends.fill(Math.max(...ends) + ARCHIVE_LINE_HEIGHT);
    const column = ends.indexOf(Math.min(...ends));
    const height = cardHeight(post, style, layout);
    const y = ends[column] ?? 0;
    ends[column] = y + height + gap;
    return { index, x: column * (columnWidth + gap), y, height };
  });
  return { places, lineAt, height: Math.max(0, Math.max(...ends) - gap), layout };
}

/** The source counts posts batch by batch. While it has more, at least this many are expected. */
const MIN_POSTS_AHEAD = 24;

/**
 * The height to reserve for posts that are counted but not loaded, estimated from the loaded ones. It keeps the footer
 * out of sight, where arriving posts cannot push it.
 */
export function reservedHeight(
  height: number,
  shown: number,
  loadedCount: number,
  total: number,
): number {
  if (shown === 0 || loadedCount === 0) return 0;
  return Math.round((height / loadedCount) * Math.max(MIN_POSTS_AHEAD, total - loadedCount));
}

/** Whether the place overlaps the band from `top` to `bottom`. */
export const isIn = ({ y, height }: Place, top: number, bottom: number): boolean =>
  y < bottom && y + height > top;
