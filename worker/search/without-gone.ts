import type { Hearts } from "#worker/hearts/hearts.rules.ts";
import type { RemovalList } from "#worker/removals/removal-list.rules.ts";
import { shownPost } from "./shown-repost.ts";
import type { ListingPage } from "./walk.ts";

/**
 * The archive has copies of deleted posts and of deleted creators' posts. Of posts that were not checked at Reddit it
 * leaves out those that the database knows as deleted: hearted ones (decision 023).
 */
export function withoutGone(
  page: ListingPage,
  hearts: Hearts | null,
  removed: RemovalList,
): ListingPage {
  if (page.isChecked || !hearts) return page;
  const { gone } = hearts;
  if (gone.user) {
    return { ...page, state: "not_found", profile: null, items: [], known: 0, next: null };
  }
  const items = page.items.filter(({ brief }) => !gone.posts.has(shownPost(removed, brief).id));
  return { ...page, items, known: page.known - page.items.length + items.length };
}
