import { normaliseListing } from "#worker/source/normalise/listing.ts";
import type { NormalisedPost } from "#worker/source/normalise/post.ts";
import { picturePost, type RawPost } from "./stand-in.ts";

export const NOW = Date.parse("2026-11-01T12:00:00Z");

/** A link post to `url` with more fields. */
export const linkPost = (url: string, fields: RawPost = {}): RawPost =>
  picturePost(1, { url, url_overridden_by_dest: url, ...fields });

/** What the normaliser makes of one post; null where it leaves it out. */
export const normalised = (post: RawPost): NormalisedPost | null =>
  normaliseListing([{ kind: "t3", data: post }], NOW).posts[0] ?? null;

/** A preview as Reddit makes one: 640 by 480 and three smaller copies. */
export function preview(name = "still", extra: RawPost = {}) {
  const at = (width: number, height: number) => ({
    url: `https://preview.redd.it/${name}.jpg?width=${width}&amp;crop=smart&amp;auto=webp&amp;s=${width}abc`,
    width,
    height,
  });
  const resolutions = [at(108, 81), at(216, 162), at(320, 240)];
  const source = {
    ...at(640, 480),
    url: `https://preview.redd.it/${name}.jpg?auto=webp&amp;s=abc`,
  };
  return { images: [{ source, resolutions, variants: {}, ...extra }], enabled: true };
}
