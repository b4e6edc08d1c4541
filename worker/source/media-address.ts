import type { Media } from "#schema/media.ts";
import type { NormalisedPost } from "#normalise/post.ts";
import type { MapUrl, PostSource } from "./port.ts";

const ADDRESSES = new Set(["url", "hlsUrl", "directUrl", "poster"]);

/** Maps every media address, at any depth. */
function mapDeep<T>(value: T, map: MapUrl): T {
  if (Array.isArray(value)) return value.map((one) => mapDeep(one, map)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      ADDRESSES.has(key) && typeof inner === "string" ? map(inner) : mapDeep(inner, map),
    ]),
  ) as T;
}

/** Changes only the sample's addresses, whose media the local Worker serves. */
export function withMediaAt(found: NormalisedPost, source: PostSource): NormalisedPost {
  const { mediaUrl: map } = source;
  if (!map) return found;
  const { post } = found;
  return {
    ...found,
    post: {
      ...post,
      media: mapDeep<Media>(post.media, map),
      thumbnails: mapDeep(post.thumbnails, map),
      thumbnailUrl: post.thumbnailUrl && map(post.thumbnailUrl),
      galleryImages: post.galleryImages.map(map),
    },
  };
}
