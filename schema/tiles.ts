import type { Post } from "./api/posts.ts";
import type { PresentationStyle } from "./api/preferences.ts";
import { mediaAt } from "./media.ts";

/**
 * On dense phones pictures request a share of their width: more than two pixels per CSS pixel are not visible and
 * double the file's size.
 */
export const DENSE_PHONE = {
  media: "(max-width: 639px) and (min-resolution: 2.5dppx)",
  share: 0.7,
} as const;

/**
 * The width of a grid tile as an image's `sizes`, for preloads before any script has measured the window. A test
 * compares it with the feed's arithmetic.
 */
export const GRID_TILE_SIZES = `${DENSE_PHONE.media} calc((100vw - 24px) * ${DENSE_PHONE.share}), (max-width: 639px) calc(100vw - 24px), (max-width: 1023px) calc(50vw - 32px), calc((min(100vw, 1920px) - 80px) / 3)`;

/** The tiles of the first view: two rows of the widest grid. A phone shows one and loads no other picture. */
export const FIRST_TILES = 6;

interface Size {
  width: number;
  height: number;
}

const clamp = (value: number, least: number, most: number) =>
  Math.min(most, Math.max(least, value));

function naturalSize({ media, thumbnails }: Post): Size | null {
  const first = mediaAt(media);
  const sizes = [thumbnails.at(-1), first?.kind === "image" ? first.image : (first as Size)];
  return sizes.find((size) => size && size.width > 0 && size.height > 0) ?? null;
}

/** Height divided by width. Crops very tall and very wide pictures; tiles in several columns are square. */
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

/** An image's `srcset`; undefined without candidates. */
export const srcSetOf = (candidates: readonly Candidate[]): string | undefined =>
  candidates.map(({ url, width }) => `${url} ${width}w`).join(", ") || undefined;

/** The attributes of a tile's image and of its preload. */
export interface TileImage {
  src: string;
  srcSet?: string | undefined;
  sizes?: string | undefined;
}

/** The uncovered picture; null without one. Has no `srcSet` if only one size exists. */
export function sharpImage(post: Post, sizes: string): TileImage | null {
  const { thumbnails, thumbnailUrl } = post;
  const src = thumbnails.at(-1)?.url ?? thumbnailUrl;
  if (src === null) return null;
  return thumbnails.length > 1 ? { src, srcSet: srcSetOf(thumbnails), sizes } : { src };
}

/** The narrowest copy, some 3 KB, which suffices under the blur. Null if only one size exists. */
export const coveredImage = ({ thumbnails }: Post): TileImage | null => {
  const [narrowest] = thumbnails;
  return narrowest && thumbnails.length > 1 ? { src: narrowest.url } : null;
};

/** The first picture that a tile requests. */
export const firstImage = (post: Post, isCovered: boolean, sizes: string): TileImage | null =>
  (isCovered ? coveredImage(post) : null) ?? sharpImage(post, sizes);
