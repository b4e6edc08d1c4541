import type { Post, SearchResponse, SourceName } from "#schema/api/posts.ts";
import type { CompanionRefusal } from "#schema/companion.ts";

/** A page of a listing, whoever fetched it. */
export interface ListingAnswer extends Omit<SearchResponse, "source"> {
  source: SourceName | "companion";
  /** Why the companion could not fetch it: the server did. */
  refused?: CompanionRefusal;
  /** The media shown so far, so that a later batch does not repeat it. */
  mediaKeys?: string[];
}

/** The page after the last of Reddit's listing begins at this day in the archive: "older:2024-01-31". */
export const OLDER = "older:";

/** Beside another source's, the archive's posts are marked: with whether Reddit was asked which are deleted. */
export interface ArchivedPost extends Post {
  fromArchive: boolean;
}

export const asArchived = (
  posts: readonly Post[],
  { checked }: Pick<SearchResponse, "checked">,
): ArchivedPost[] => posts.map((post) => ({ ...post, fromArchive: checked }));
