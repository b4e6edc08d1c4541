import type { CrosspostOrigin } from "../crosspost-origin.ts";
import { isObject } from "../is-object.ts";
import type { Media, Picture, SingleMedia } from "../media.ts";

/*
 * Readers of stored JSON for the `json` columns. What another version of this code or a damaged row left is no such
 * value, and what can be read of a list is kept.
 */

const isText = (value: unknown): value is string => typeof value === "string";

const isPicture = (value: unknown): value is Picture =>
  isObject(value) &&
  isText(value["url"]) &&
  [value["width"], value["height"]].every(Number.isFinite);

const isOrigin = (value: unknown): value is CrosspostOrigin =>
  isObject(value) && [value["id"], value["author"], value["subreddit"]].every(isText);

const hasAddress = (value: unknown): boolean => isObject(value) && isText(value["url"]);

const isListOf = (value: unknown, isShape: (one: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isShape);

/** By kind: the fields whose absence breaks a page that shows the medium. */
const HAS_FIELDS: Record<SingleMedia["kind"], (media: Record<string, unknown>) => boolean> = {
  image: ({ image, srcset }) => isPicture(image) && isListOf(srcset, isPicture),
  video: ({ sources }) => isListOf(sources, hasAddress),
  redgifs: ({ id, fallback }) => isText(id) && isListOf(fallback, hasAddress),
  embed: ({ embedUrl }) => isText(embedUrl),
  gone: ({ fallback }) => isListOf(fallback, hasAddress),
  link: ({ url }) => isText(url),
};

function isSingleMedia(value: unknown): value is SingleMedia {
  if (!isObject(value)) return false;
  const kind = value["kind"];
  return isText(kind) && Object.hasOwn(HAS_FIELDS, kind)
    ? HAS_FIELDS[kind as SingleMedia["kind"]](value)
    : false;
}

export function readMedia(value: unknown): Media | null {
  if (isSingleMedia(value)) return value;
  if (!isObject(value) || value["kind"] !== "gallery" || !Array.isArray(value["items"]))
    return null;
  const items = value["items"].filter(isSingleMedia);
  return items.length > 0 ? { kind: "gallery", items } : null;
}

const listOf =
  <T>(isShape: (one: unknown) => one is T) =>
  (value: unknown): T[] =>
    Array.isArray(value) ? value.filter(isShape) : [];

export const readTexts = listOf(isText);
export const readPictures = listOf(isPicture);
export const readOrigins = (value: unknown): CrosspostOrigin[] | null =>
  Array.isArray(value) ? value.filter(isOrigin) : null;
