import { readMedia, readOrigins, readPictures, readTexts } from "#schema/db/json-shapes.ts";
import { isObject } from "#schema/is-object.ts";
import type { GalleryMedia } from "#schema/media.ts";
import type { StoredPost } from "#normalise/post.ts";

type Check = (value: unknown) => boolean;

/** `read` leaves out what has another shape. */
const listOf =
  (read: (value: unknown) => unknown[] | null): Check =>
  (value) =>
    Array.isArray(value) && read(value)?.length === value.length;

/** readMedia() leaves out a gallery's items of another shape. */
function isMedia(value: unknown): boolean {
  const media = readMedia(value);
  return media?.kind === "gallery"
    ? media.items.length === (value as GalleryMedia).items.length
    : media !== null;
}

export const isTexts = listOf(readTexts);
export const isOrigins = listOf(readOrigins);

/** The compiler asks for a new field's shape. One that older entries may lack has a check that undefined passes. */
const SHAPES: Record<keyof StoredPost, "string" | "number" | "boolean" | Check> = {
  id: "string",
  title: "string",
  username: "string",
  subreddit: "string",
  mediaType: "string",
  thumbnailUrl: (value) => value === null || typeof value === "string",
  url: "string",
  permalink: "string",
  redditUrl: "string",
  isNsfw: "boolean",
  nsfw: "boolean",
  isSpoiler: "boolean",
  createdAt: "string",
  created: "number",
  score: "number",
  numComments: "number",
  awardsCount: "number",
  author: "string",
  galleryImages: isTexts,
  media: isMedia,
  thumbnails: listOf(readPictures),
  alsoIn: (value) => Array.isArray(value) && value.every(isInCommunity),
};
const FIELDS = Object.entries(SHAPES);

/** Of the other communities of a post, and of its reposts. */
export const isInCommunity = (value: unknown): boolean =>
  isObject(value) && typeof value["subreddit"] === "string";

/** Whether the cached value has a post's shape: another version of this code may have stored another one. */
export const isStoredPost = (value: unknown): value is StoredPost =>
  isObject(value) &&
  FIELDS.every(([name, shape]) =>
    typeof shape === "string" ? typeof value[name] === shape : shape(value[name]),
  );
