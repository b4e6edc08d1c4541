import { useDebounced } from "#web/lib/use-debounced.ts";
import { type Filter, wordsOf } from "./filters.ts";

/** Pages that fill the window load one after another: only the text that stands is announced. */
const SETTLED_MS = 800;

interface Shown {
  sort?: string | undefined;
  filter: Filter;
  /** Posts that the filters show. */
  shown: number;
  /** Posts of the listing; 0 while they are unknown. */
  total: number;
  isLoading: boolean;
}

function textOf({ filter, shown, total, isLoading }: Shown): string {
  if (isLoading) return "Loading more posts";
  return total > 0 ? `${shown} ${wordsOf(filter, shown)} shown` : "";
}

/**
 * The text of the feed's live region. Empty at first after a change of sort: a text that stays the same is not
 * announced.
 */
export function useFeedAnnouncement(feed: Shown): string {
  const sort = `${feed.sort} `;
  const settled = useDebounced(sort + textOf(feed), SETTLED_MS);
  return settled.startsWith(sort) ? settled.slice(sort.length) : "";
}
