import { useDebounced } from "#web/lib/use-debounced.ts";
import { type Filter, wordsOf } from "./filters.ts";

/** Pages that fill the window load one after another: only the text that stands is announced. */
const SETTLED_MS = 800;

interface Shown {
  filter: Filter;
  /** Posts that the filters show. */
  shown: number;
  /** Posts of the listing; 0 while they are unknown. */
  total: number;
  isLoading: boolean;
  hasMore: boolean;
}

function textOf({ filter, shown, total, isLoading, hasMore }: Shown): string {
  if (isLoading || (total > 0 && shown === 0 && hasMore)) return "Loading more posts";
  return total > 0 ? `${shown} ${wordsOf(filter, shown)} shown` : "";
}

/** The text of the feed's live region. */
export const useFeedAnnouncement = (feed: Shown): string => useDebounced(textOf(feed), SETTLED_MS);
