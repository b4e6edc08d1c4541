import type { Post } from "#schema/api/posts.ts";
import { MEDIA_TYPES, type MediaType } from "#schema/media.ts";

export const FILTERS = ["all", "image", "gallery", "gif", "video"] as const;
export type Filter = (typeof FILTERS)[number];

export function filterFrom(value: string | null): Filter {
  return FILTERS.find((filter) => filter === value) ?? "all";
}

/** A post is a gif by its type or because its address says so. */
export function typeOf(post: Post): MediaType {
  return post.url.toLowerCase().includes(".gif") ? "gif" : post.mediaType;
}

export function matching(posts: readonly Post[], filter: Filter): readonly Post[] {
  return filter === "all" ? posts : posts.filter((post) => typeOf(post) === filter);
}

export function countsOf(posts: readonly Post[]): Record<Filter, number> {
  const counts = { all: posts.length, image: 0, gallery: 0, gif: 0, video: 0 };
  for (const post of posts) {
    const type = typeOf(post);
    if (MEDIA_TYPES.includes(type)) counts[type] += 1;
  }
  return counts;
}
