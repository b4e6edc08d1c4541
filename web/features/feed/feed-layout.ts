import type { Post } from "#schema/api/posts.ts";
import type { PresentationStyle } from "#schema/api/preferences.ts";
import type { Media, SingleMedia } from "#schema/media.ts";

export interface FeedLayout {
  columns: number;
  columnWidth: number;
  gap: number;
}

const MOST_WIDTH = 1920;

/** Grid counts columns from a width up, masonry up to a width: that is how they were specified. */
export function columnsFor(style: PresentationStyle, viewport: number): number {
  if (style === "grid") return viewport < 640 ? 1 : viewport < 1024 ? 2 : 3;
  if (viewport <= 640) return 1;
  if (viewport <= 768) return 2;
  if (viewport <= 1024) return 3;
  return viewport <= 1280 ? 4 : 5;
}

/** `viewport` is the width media queries see, `content` what is left of it beside a scrollbar. */
export function feedLayout(
  style: PresentationStyle,
  viewport: number,
  content: number,
): FeedLayout {
  const columns = columnsFor(style, viewport);
  const gap = viewport < 640 ? 12 : 16;
  const room = Math.min(content, MOST_WIDTH) - 2 * sideMargin(viewport);
  return { columns, gap, columnWidth: Math.floor((room - gap * (columns - 1)) / columns) };
}

export function sideMargin(viewport: number): number {
  return viewport < 640 ? 12 : 24;
}

function sizeOfMedia(media: SingleMedia): { width: number; height: number } {
  return media.kind === "image" ? media.image : media;
}

function naturalSize(post: Post): { width: number; height: number } | null {
  const first: Media | undefined = post.media.kind === "gallery" ? post.media.items[0] : post.media;
  const sizes = [post.thumbnails.at(-1), first && sizeOfMedia(first as SingleMedia)];
  return sizes.find((size) => size && size.width > 0 && size.height > 0) ?? null;
}

const clamp = (value: number, least: number, most: number) =>
  Math.min(most, Math.max(least, value));

/** Height over width. Very long and very flat pictures are cut so that they do not own the page. */
export function heightRatio(post: Post, style: PresentationStyle, columns: number): number {
  const size = naturalSize(post);
  if (columns > 1 && style === "grid") return 1;
  if (!size) return 1;
  const ratio = size.height / size.width;
  return columns === 1 ? clamp(ratio, 0.5625, 1.25) : clamp(ratio, 0.5, 1.9);
}

export function cardHeight(post: Post, style: PresentationStyle, layout: FeedLayout): number {
  return Math.round(layout.columnWidth * heightRatio(post, style, layout.columns));
}
