import type { Picture } from "#schema/media.ts";
import { address } from "./address.ts";
import { list, number, record, type Json } from "./read.ts";

/** Reddit's copies of a picture: the full size, and smaller ones, narrowest first. */
export interface Still {
  source: Picture | null;
  sizes: Picture[];
}

/** Wider copies are for the viewer only. */
const WIDEST_TILE = 1080;
const TILE = 320;

/** A width or height in pixels; 0 for an invalid value. */
export const dimension = (value: unknown): number => {
  const found = number(value) ?? 0;
  return found > 0 && found < 100_000 ? Math.round(found) : 0;
};

export const sizeOf = ({ source }: Still) => ({
  width: source?.width ?? 0,
  height: source?.height ?? 0,
});

export function picture(url: unknown, width: unknown, height: unknown): Picture | null {
  const found = address(url);
  return found ? { url: found, width: dimension(width), height: dimension(height) } : null;
}

function ascending(pictures: (Picture | null)[]): Picture[] {
  const byWidth = new Map<number, Picture>();
  for (const one of pictures) if (one) byWidth.set(one.width, one);
  return [...byWidth.values()].sort((a, b) => a.width - b.width);
}

/** Reads a picture by the names that its source gives to address, width and height. */
const pictureNamed = (url: string, width: string, height: string) => (value: unknown) => {
  const found = record(value);
  return found && picture(found[url], found[width], found[height]);
};
const previewPicture = pictureNamed("url", "width", "height");
const metadataPicture = pictureNamed("u", "x", "y");

/** `image` is `preview.images[0]` or one of its variants. */
export const stillOf = (image: Json | null): Still => ({
  source: previewPicture(image?.source),
  sizes: ascending(list(image?.resolutions).map(previewPicture)),
});

/** `metadata` is an entry of `media_metadata`: `s` is the full size, `p` has the smaller ones. */
export const metadataStill = ({ s, p }: Json): Still => ({
  source: metadataPicture(s),
  sizes: ascending(list(p).map(metadataPicture)),
});

export const previewImage = (post: Json): Json | null =>
  record(list(record(post.preview)?.images)[0]);

/** The small square thumbnail, for posts without a preview. Words like "self" are no addresses. */
export const thumbnailField = (post: Json): Picture | null =>
  picture(post.thumbnail, post.thumbnail_width, post.thumbnail_height);

export function thumbnails(still: Still): Picture[] {
  const { source, sizes } = still;
  const tiles = sizes.filter((one) => one.width <= WIDEST_TILE);
  const widest = tiles.at(-1);
  const isTile = source && source.width <= WIDEST_TILE && source.width > (widest?.width ?? 0);
  if (source && (!widest || isTile)) tiles.push(source);
  return tiles;
}

/** The first copy that is wide enough, else the widest. */
export function tileUrl(pictures: Picture[]): string | null {
  return (pictures.find((one) => one.width >= TILE) ?? pictures.at(-1))?.url ?? null;
}

export const posterUrl = ({ source, sizes }: Still): string | null =>
  sizes.at(-1)?.url ?? source?.url ?? null;
