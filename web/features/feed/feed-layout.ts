import type { Post } from "#schema/api/posts.ts";
import type { PresentationStyle } from "#schema/api/preferences.ts";
import { tileRatio } from "#schema/tiles.ts";

export interface FeedLayout {
  columns: number;
  columnWidth: number;
  gap: number;
}

const MAX_FEED_WIDTH = 1920;

/** The specification's breakpoints: lower bounds for the grid, upper bounds for masonry. */
export function columnsFor(style: PresentationStyle, viewport: number): number {
  if (style === "grid") return viewport < 640 ? 1 : viewport < 1024 ? 2 : 3;
  if (viewport <= 640) return 1;
  if (viewport <= 768) return 2;
  if (viewport <= 1024) return 3;
  return viewport <= 1280 ? 4 : 5;
}

/** `viewport` is the width that media queries compare, `content` the width without the scrollbar. */
export function feedLayout(
  style: PresentationStyle,
  viewport: number,
  content: number,
): FeedLayout {
  const columns = columnsFor(style, viewport);
  const gap = viewport < 640 ? 12 : 16;
  const room = Math.min(content, MAX_FEED_WIDTH) - 2 * sideMargin(viewport);
  return { columns, gap, columnWidth: Math.floor((room - gap * (columns - 1)) / columns) };
}

function sideMargin(viewport: number): number {
  return viewport < 640 ? 12 : 24;
}

export function cardHeight(post: Post, style: PresentationStyle, layout: FeedLayout): number {
  return Math.round(layout.columnWidth * tileRatio(post, style, layout.columns));
}
