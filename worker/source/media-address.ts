import type { Media } from "#schema/media.ts";
import type { NormalisedPost } from "./normalise/post.ts";
import type { PostSource } from "./port.ts";

type MapUrl = PostSource["mediaUrl"];

const ADDRESSES = new Set(["url", "hlsUrl", "directUrl", "poster"]);

/** Every address a browser loads media from, wherever it stands in the union. */
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

/** The sample's media live on the local Worker. Real sources' addresses go out as they are. */
export function withMediaAt(found: NormalisedPost, source: PostSource): NormalisedPost {
  if (source.name !== "sample") return found;
  const map: MapUrl = (url) => source.mediaUrl(url);
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
