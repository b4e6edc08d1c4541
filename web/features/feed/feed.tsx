import { useCallback, useMemo, useState } from "react";
import type { Post } from "#schema/api/posts.ts";
import type { PresentationStyle } from "#schema/api/preferences.ts";
import { PostViewer } from "#web/features/posts/post-viewer.tsx";
import { shortId } from "#web/features/posts/posts.queries.ts";
import { useOpenPost } from "#web/features/posts/use-open-post.ts";
import { EmptyState } from "#web/ui/state.tsx";
import { FeedEnd } from "./feed-end.tsx";
import { matching, type Filter } from "./filters.ts";
import { roomAhead } from "./placement.ts";
import { useAutoLoad } from "./use-auto-load.ts";
import { usePlacement } from "./use-placement.ts";
import { VirtualGrid } from "./virtual-grid.tsx";

export interface FeedProps {
  username: string;
  posts: readonly Post[];
  /** How many there are as far as the source has said. */
  total: number;
  filter: Filter;
  style: PresentationStyle;
  blur: boolean;
  pages: number;
  hasMore: boolean;
  isLoading: boolean;
  error: unknown;
  onMore: () => void;
}

const WORDS: Record<Filter, string> = {
  all: "posts",
  image: "images",
  gallery: "galleries",
  gif: "GIFs",
  video: "videos",
};

/** Gives the focus back to the card whose post was open last, scrolled into view if need be. */
function focusCard(id: string): void {
  const card = document.querySelector<HTMLElement>(`[data-post="t3_${CSS.escape(shortId(id))}"]`);
  card?.focus({ preventScroll: true });
  card?.closest("article")?.scrollIntoView({ block: "nearest" });
}

function Nothing({
  filter,
  loaded,
  hasMore,
}: {
  filter: Filter;
  loaded: number;
  hasMore: boolean;
}) {
  return (
    <EmptyState icon="image" title="No posts to display">
      {filter === "all" ? (
        <p>There are no pictures or videos here.</p>
      ) : (
        <p>
          No {WORDS[filter]} among the {loaded} posts loaded so far.
          {hasMore && " There may be some further back."}
        </p>
      )}
    </EmptyState>
  );
}

/** The posts of one person: filtered, laid out, loaded on, and each one to be opened. */
export function Feed(props: FeedProps) {
  const { username, posts, total, filter, style, blur, pages, hasMore, isLoading, error, onMore } =
    props;
  const shown = useMemo(() => matching(posts, filter), [posts, filter]);
  const { id, hrefOf, open } = useOpenPost();
  const placement = usePlacement(shown, style);
  const [lastOpen, setLastOpen] = useState<string | null>(null);
  const more = useCallback(() => {
    if (hasMore && !isLoading) onMore();
  }, [hasMore, isLoading, onMore]);
  const marker = useAutoLoad({
    enabled: hasMore && !isLoading && !error,
    shown: shown.length,
    pages,
    load: more,
  });
  const closed = useCallback((closedId: string) => {
    setLastOpen(closedId);
    requestAnimationFrame(() => focusCard(closedId));
  }, []);
  const pinned = id ?? lastOpen;

  return (
    <section aria-label={`Posts by u/${username}`} aria-busy={isLoading} className="pt-4">
      {shown.length === 0 ? (
        <Nothing filter={filter} loaded={posts.length} hasMore={hasMore} />
      ) : (
        <VirtualGrid
          posts={shown}
          placement={placement}
          blur={blur}
          hrefOf={hrefOf}
          onOpen={open}
          pinnedId={pinned ? `t3_${pinned}` : null}
        />
      )}
      {posts.length > 0 && (
        <FeedEnd
          key={pages}
          ref={marker}
          username={username}
          total={posts.length}
          hasMore={hasMore}
          isLoading={isLoading}
          error={error}
          tiles={shown.length > 0 ? style : null}
          ahead={roomAhead(placement.height, shown.length, posts.length, total)}
          onMore={onMore}
        />
      )}
      <p aria-live="polite" className="sr-only">
        {isLoading ? "Loading more posts" : `${shown.length} ${WORDS[filter]} shown`}
      </p>
      <PostViewer posts={shown} hasMore={hasMore} onMore={more} onClosed={closed} />
    </section>
  );
}
