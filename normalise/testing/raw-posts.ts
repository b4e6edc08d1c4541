import { normaliseListing } from "#normalise/listing.ts";
import type { NormalisedPost } from "#normalise/post.ts";

export type RawPost = Record<string, unknown>;

export const NEWEST = 1_790_000_000;

/** A picture post in Reddit's format, `index` minutes older than the newest. */
export function picturePost(index: number, fields: RawPost = {}): RawPost {
  const id = `p${index.toString(36)}`;
  return {
    id,
    name: `t3_${id}`,
    title: `Picture ${index}`,
    author: "Ann",
    author_fullname: "t2_ann1",
    subreddit: "pics",
    permalink: `/r/pics/comments/${id}/picture/`,
    url: `https://i.redd.it/file${index}.jpg`,
    is_self: false,
    created_utc: NEWEST - index * 60,
    over_18: false,
    spoiler: false,
    score: 1000 - index,
    num_comments: 3,
    removed_by_category: null,
    ...fields,
  };
}

export const textPost = (index: number): RawPost =>
  picturePost(index, { is_self: true, url: "https://www.reddit.com/r/pics/", selftext: "words" });

export const picturePosts = (count: number): RawPost[] =>
  Array.from({ length: count }, (_, index) => picturePost(index));

export const NOW = Date.parse("2026-11-01T12:00:00Z");

export const linkPost = (url: string, fields: RawPost = {}): RawPost =>
  picturePost(1, { url, url_overridden_by_dest: url, ...fields });

/** Normalises one post; null if it is left out. */
export const normalised = (post: RawPost): NormalisedPost | null =>
  normaliseListing([{ kind: "t3", data: post }], NOW).posts[0] ?? null;

/** The media of a link, and their key. */
export function shown(url: string, fields: RawPost = {}) {
  const found = normalised(linkPost(url, fields));
  return found && { type: found.post.mediaType, media: found.post.media, key: found.key };
}

/** A preview in Reddit's format: 640 by 480 and three smaller copies. */
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
