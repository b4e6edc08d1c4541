import type { Post } from "./api/posts.ts";
import type { PresentationStyle } from "./api/preferences.ts";

/**
 * How wide a tile of the grid is, in the words of an image's `sizes`: the Worker preloads the first
 * pictures before any script has measured anything. A test holds it to the feed's own arithmetic.
 */
export const GRID_TILE_SIZES =
  "(max-width: 639px) calc(100vw - 24px), (max-width: 1023px) calc(50vw - 32px), calc((min(100vw, 1920px) - 80px) / 3)";

interface Size {
  width: number;
  height: number;
}

const clamp = (value: number, least: number, most: number) =>
  Math.min(most, Math.max(least, value));

function naturalSize({ media, thumbnails }: Post): Size | null {
  const first = media.kind === "gallery" ? media.items[0] : media;
  const sizes = [thumbnails.at(-1), first?.kind === "image" ? first.image : (first as Size)];
  return sizes.find((size) => size && size.width > 0 && size.height > 0) ?? null;
}

/**
 * Height over width of a post's tile. Very long and very flat pictures are cut so that they do not own
 * the page; a grid of several columns is square.
 */
export function tileRatio(post: Post, style: PresentationStyle, columns: number): number {
  if (columns > 1 && style === "grid") return 1;
  const size = naturalSize(post);
  if (!size) return 1;
  const ratio = size.height / size.width;
  return columns === 1 ? clamp(ratio, 0.5625, 1.25) : clamp(ratio, 0.5, 1.9);
}

export interface Candidate {
  url: string;
  width: number;
}

/** The same picture in several widths, in the words of an image's `srcset`; undefined where there are none. */
export const srcSetOf = (candidates: readonly Candidate[]): string | undefined =>
  candidates.map(({ url, width }) => `${url} ${width}w`).join(", ") || undefined;

/** Of a tile's picture; undefined where there is one size only. */
export const tileSrcSet = ({ thumbnails }: Post): string | undefined =>
  thumbnails.length > 1 ? srcSetOf(thumbnails) : undefined;

/** What a browser without srcset takes; also what is shown where only one size exists. */
export const tileStill = ({ thumbnails, thumbnailUrl }: Post): string | null =>
  thumbnails.at(-1)?.url ?? thumbnailUrl;
