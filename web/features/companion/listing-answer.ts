import type { Post } from "#schema/api/posts.ts";
import type { SearchResponse, SourceName } from "#schema/api/search.ts";
import type { CompanionRefusal } from "#schema/companion.ts";

/** A page of a listing, from the server or from the companion. */
export interface ListingAnswer extends Omit<SearchResponse, "source"> {
  source: SourceName | "companion";
  /** The companion's refusal: the server fetched this page instead. */
  refused?: CompanionRefusal;
  /** Keys of the page's media, so that later batches do not repeat them. */
  mediaKeys?: string[];
  /** The time of the last post that Reddit has listed so far, with media or not: the archive continues before it. */
  listedUntil?: number | null;
}

/** Prefix of a `nextPage` in the archive: "older:2024-01-31" begins at that day. */
export const OLDER = "older:";

/** A post of the archive in another source's listing. */
export interface ArchivedPost extends Post {
  /** Reddit was asked whether the post still exists. */
  isChecked: boolean;
}

export const isArchived = (post: Post): post is ArchivedPost => "isChecked" in post;

export const asArchived = (
  posts: readonly Post[],
  { checked }: Pick<SearchResponse, "checked">,
): ArchivedPost[] => posts.map((post) => ({ ...post, isChecked: checked }));
