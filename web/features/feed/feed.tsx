import { Suspense, useMemo, useState, type ReactNode } from "react";
import type { Post } from "#schema/api/posts.ts";
import type { PresentationStyle } from "#schema/api/preferences.ts";
import { PostViewer } from "#web/features/posts/post-viewer.tsx";
import { useOpenPost } from "#web/features/posts/use-open-post.ts";
import { useViewport } from "#web/lib/viewport.ts";
import { cx } from "#view/cx.ts";
import { FeedEnd, type FeedEndProps } from "./feed-end.tsx";
import { FeedSkeleton } from "./feed-skeleton.tsx";
import { filterPosts, type Filter } from "./filters.ts";
import { feedLayout } from "./feed-layout.ts";
import { placeCards, reservedHeight } from "./placement.ts";
import { useAutoLoad } from "./use-auto-load.ts";
import { useRestoredPosition } from "./use-restored-position.ts";
import { VirtualGrid } from "./virtual-grid.tsx";

export interface FeedProps extends Omit<FeedEndProps, "tiles" | "ahead" | "ref"> {
  /** The accessible name. */
  label: string;
  /** Only for a feed of several creators: later posts (epoch seconds) are marked as new. */
  newSince?: number | null;
  posts: readonly Post[];
  /** The number of loaded posts, including those that `posts` leaves out. */
  loadedCount: number;
  /** The source's count so far. */
  total: number;
  filter: Filter;
  style: PresentationStyle;
  blur: boolean;
  pages: number;
  /** Absent for a feed of one page size. */
  setPageSize?: (size: number) => void;
  /** Shown if no loaded post passes the filters. */
  empty: ReactNode;
}

export function Feed(props: FeedProps) {
  const { posts, loadedCount, total, filter, style, blur, ending, empty } = props;
  const { pages, hasMore, isLoading, error, onMore } = props;
  const goesOn = hasMore && !props.isOlder;
  const shown = useMemo(() => filterPosts(posts, filter), [posts, filter]);
  const { id, hrefOf, open } = useOpenPost();
  const listing = hrefOf(null);
  useRestoredPosition(props, loadedCount, listing);
  const { width, content } = useViewport();
  const placement = useMemo(
    () => placeCards(shown, style, feedLayout(style, width, content)),
    [shown, style, width, content],
  );
  const [lastOpen, setLastOpen] = useState<string | null>(null);
  const { marker, hasGivenUp } = useAutoLoad({
    enabled: goesOn && !isLoading && !error,
    shown: shown.length,
    listing,
    pages,
    load: onMore,
  });
  const pinned = id ?? lastOpen;
  const isEmpty = shown.length === 0;
  const isSeeking = goesOn && !error && !hasGivenUp;
  const skeleton = <FeedSkeleton style={style} height="90dvh" />;
  const noPosts = isSeeking ? skeleton : empty;

  return (
    <section
      aria-label={props.label}
      aria-busy={isLoading}
      // As high as its placeholders, so that the footer stays below the window when they go.
      className={cx("pt-1 md:pt-4", isEmpty && loadedCount > 0 && "min-h-dvh")}
    >
      {/* The end of the feed is inside: it comes with the message of an empty feed, which would push it down. The key
          makes a new boundary for the empty feed: that of the posts would keep showing them until the chunk is there. */}
      <Suspense key={String(isEmpty)} fallback={skeleton}>
        {isEmpty ? (
          noPosts
        ) : (
          <VirtualGrid
            posts={shown}
            placement={placement}
            blur={blur}
            newSince={props.newSince}
            hrefOf={hrefOf}
            onOpen={open}
            pinnedId={pinned ? `t3_${pinned}` : null}
          />
        )}
        {(loadedCount > 0 || hasMore) && (
          <FeedEnd
            key={pages}
            ref={marker}
            ending={ending}
            hasMore={hasMore}
            isOlder={props.isOlder}
            isLoading={isLoading}
            error={error}
            tiles={isEmpty ? null : style}
            ahead={reservedHeight(placement.height, shown.length, loadedCount, total)}
            onMore={onMore}
          />
        )}
      </Suspense>
      <PostViewer
        posts={shown}
        hasMore={goesOn}
        pages={pages}
        error={error}
        onMore={onMore}
        onClosed={setLastOpen}
      />
    </section>
  );
}
