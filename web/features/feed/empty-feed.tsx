import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/state.tsx";
import { NO_NARROWING } from "#schema/choices.ts";
import { plural } from "#web/lib/format-count.ts";
import { passFocusToNextRow } from "#web/lib/pass-focus-to-next-row.ts";
import { FILTER_NAMES, type Filter, filterPosts, wordsOf } from "./filters.ts";
import { communitiesIn, dayOf, dayText, narrowPosts } from "./narrow.ts";
import type { NarrowFeed } from "./narrow-feed.ts";

const ALL = { media: "all" as Filter, ...NO_NARROWING };

interface UsedFilter {
  text: string;
  count: number;
  remove: () => void;
}

/** Each filter in use, with the number of posts that show without it. */
function filtersToRemove({ address, loaded, listed, isHidden }: NarrowFeed): UsedFilter[] {
  const { filter: media, r, q, before, change } = address;
  const without = (text: string, removed: Partial<typeof ALL>): UsedFilter => {
    const left = { media, r, q, before, ...removed };
    // A page that has jumped to a day shows the listing from its beginning once the day is removed.
    const posts = narrowPosts(left.before === null ? listed : loaded, left);
    const shown = filterPosts(posts, left.media).filter((post) => !isHidden(post));
    return { text, count: shown.length, remove: () => change(removed) };
  };
  const inUse = [
    media !== "all" && without(`Not only ${FILTER_NAMES[media]}`, { media: "all" }),
    communitiesIn(r).length > 0 && without("Any community", { r: null }),
    q && without(`Without “${q}”`, { q: null }),
    before && without("Any date", { before: null }),
  ].filter((one) => typeof one === "object" && one !== null);
  const helpful = inUse.filter(({ count }) => count > 0);
  return helpful.length > 0 || inUse.length < 2 ? helpful : [without("No filters", ALL)];
}

export interface EmptyFeedProps {
  filter: Filter;
  loadedCount: number;
  hasMore: boolean;
  /** Absent if posts are filtered by media only. */
  narrowing?: NarrowFeed;
}

/** Offers to remove each filter, with the number of posts that come back. */
export function EmptyFeed({ filter, loadedCount, hasMore, narrowing }: EmptyFeedProps) {
  const filters = narrowing ? filtersToRemove(narrowing) : [];
  const isSeen = narrowing && filterPosts(narrowing.posts, filter).some(narrowing.isHidden);
  const words = `${narrowing?.address.isNarrow ? "matching " : ""}${wordsOf(filter)}`;
  const further = hasMore ? " There may be some further back." : "";
  const isJumpInVain = narrowing?.isJump && loadedCount === 0 && !hasMore;
  const emptyDay = isJumpInVain && dayOf(narrowing.address.before);
  return (
    <EmptyState
      icon="image"
      title="No posts to display"
      action={filters.map(({ text, count, remove }) => (
        <Button
          key={text}
          ref={passFocusToNextRow}
          tone="secondary"
          className="max-w-full"
          onClick={remove}
        >
          <span className="truncate">{text}</span> ({count})
        </Button>
      ))}
    >
      {emptyDay ? (
        <p>The archive has no posts from before {dayText(emptyDay)}.</p>
      ) : isSeen ? (
        <p>{`You have seen all the ${words} loaded so far.${further}`}</p>
      ) : filter !== "all" || narrowing?.address.isNarrow ? (
        <p>{`No ${words} among the ${plural(loadedCount, "post")} loaded so far.${further}`}</p>
      ) : hasMore ? (
        <p>No pictures or videos so far. There may be some further back.</p>
      ) : (
        <p>There are no pictures or videos here.</p>
      )}
    </EmptyState>
  );
}
