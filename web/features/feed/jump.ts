import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { Post } from "#schema/api/posts.ts";
import type { Narrowing, Sort } from "#schema/choices.ts";
import { isOwnDue } from "#web/features/companion/companion-state.ts";
import type { ListingAnswer } from "#web/features/companion/listing-answer.ts";
import { dayOf, hasReached } from "./narrow.ts";

type Listing = UseInfiniteQueryResult<InfiniteData<ListingAnswer>>;

/** The address's day, if the listing has not come to it and the archive can begin there. */
export function jumpDay(
  listing: Listing,
  listed: readonly Post[],
  { before, sort }: Pick<Narrowing, "before"> & { sort: Sort },
): string | undefined {
  const day = dayOf(before);
  const canJump = listing.data?.pages[0]?.hasArchive && listing.hasNextPage && sort === "new";
  return canJump && day && !hasReached(listed, day, sort) ? day : undefined;
}

/**
 * Whether another answer is on its way that may reach the day: the companion's first batch has 100 posts, a first view
 * has 12.
 */
export function isReplaced(listing: Listing): boolean {
  const answer = listing.data?.pages[0];
  const isFirstView = answer && !listing.isError && !listing.isFetchedAfterMount;
  return listing.isRefetching || Boolean(isFirstView && isOwnDue(answer));
}

/**
 * Whether the page shows the jump. If it fails or has no posts, the page loads the listing down to the day instead:
 * Reddit can list posts that the archive lacks. Once the listing has come to the archive, an empty jump is the answer.
 */
export function isJumpShown(jump: Listing, listing: Listing): boolean {
  const isEmpty = jump.data?.pages.every(({ posts }) => posts.length === 0) && !jump.hasNextPage;
  return !jump.isLoadingError && !(isEmpty && listing.data?.pages.at(-1)?.source !== "archive");
}
