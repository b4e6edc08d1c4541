import { type ReactNode, useMemo, useState } from "react";
import type { Post } from "#schema/api/posts.ts";
import type { Sort } from "#schema/choices.ts";
import { PAGE_SIZE } from "#schema/queries.ts";
import { DownloadLoaded } from "#web/features/downloads/download-loaded.tsx";
import { useOpenPost } from "#web/features/posts/use-open-post.ts";
import { plural } from "#web/lib/format-count.ts";
import { FeedSkeleton } from "./feed-skeleton.tsx";
import { FeedStart } from "./feed-start.tsx";
import { FeedNote } from "#view/feed-note.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useOpening } from "#web/features/toasts/use-opening.ts";
import { Feed } from "./feed.tsx";
import { cx } from "#view/cx.ts";
import { EmptyFeed, loadNarrow, NarrowTools } from "./load-narrow.ts";
import { FilterBar, LayoutButton, SORT_OPTIONS } from "./filter-bar.tsx";
import { countByType, filterPosts, ofTotalText, shownText } from "./filters.ts";
import { SortSelect } from "./sort-select.tsx";
import type { NarrowFeed } from "./narrow-feed.ts";
import { useFeedAnnouncement } from "./use-feed-announcement.ts";
import type { UserFeed } from "./use-user-feed.ts";

type FilterableFeed = Pick<UserFeed, "view" | "posts" | "total" | "isTotalExact" | "isPending"> & {
  address: Pick<UserFeed["address"], "filter" | "setFilter"> &
    Partial<Pick<UserFeed["address"], "sort" | "setSort">>;
  more: Pick<UserFeed["more"], "hasMore" | "isLoading">;
};

interface UserFilterBarProps {
  feed: FilterableFeed;
  /** Present if communities, words and a date can filter the posts. */
  narrowing?: NarrowFeed;
}

/** Of a total that is not known yet. */
const EXPECTED_DIGITS = 3;

/** The digits to reserve for counts. The room never shrinks, so that nothing moves as counts come and go. */
function useCountRoom({ total, isPending }: FilterableFeed) {
  const [room, setRoom] = useState({
    digits: isPending ? EXPECTED_DIGITS : 0,
    isGrowing: isPending,
  });
  const digits = Math.max(room.digits, String(total).length);
  const isGrowing = room.isGrowing || total > PAGE_SIZE;
  if (digits > room.digits || isGrowing !== room.isGrowing) setRoom({ digits, isGrowing });
  return { digits, isGrowing };
}

/** The filters, and the note between them and the feed. */
export function UserFilterBar({ feed, narrowing }: UserFilterBarProps) {
  const { address, view, posts, total, more } = feed;
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const [note, openWith] = useOpening("The filters could not be opened");
  const isNarrow = narrowing?.address.isNarrow === true;
  const counted = useMemo(() => countByType(posts), [posts]);
  const counts = feed.isPending ? null : counted;
  const room = useCountRoom(feed);
  const { id: openId, open } = useOpenPost();
  // Two open dialogs would lie on each other: a slow line brings one late, and Forward opens a post over the other.
  if (openId && isOpen) setOpen(false);
  const shown = filterPosts(posts, address.filter);
  const firstShown = shown[0];
  const startSlideshow = firstShown ? () => open(firstShown.id, true) : null;
  const download = <DownloadLoaded posts={shown} filter={address.filter} />;
  const isCoverOffered = view.uncoverPictures !== null;
  const isPart = isNarrow || posts.length < (narrowing?.loaded.length ?? 0);
  const { isLoading } = more;
  const { filter, sort } = address;
  const setSort = (value: Sort) => address.setSort?.(value);
  const announcement = useFeedAnnouncement({
    sort,
    filter,
    shown: shown.length,
    total,
    isLoading,
  });
  const isRest = !isPart && more.hasMore && total > posts.length;
  const ofTotal = isRest ? ofTotalText(total, feed.isTotalExact) : "";
  return (
    <>
      <FeedStart />
      <FilterBar
        filter={address.filter}
        counts={counts}
        ofTotal={ofTotal}
        {...room}
        onFilter={address.setFilter}
        sort={sort ?? null}
        onSort={setSort}
        onSlideshow={startSlideshow}
        download={download}
        blur={view.blur}
        style={view.style}
        onBlur={view.setBlur}
        onStyle={view.setStyle}
        isNarrow={isNarrow}
        onNarrow={narrowing ? () => openWith(loadNarrow(), () => setOpen(true)) : null}
      />
      {note}
      {/* Rendered before the posts: screen readers do not announce text that a live region holds from the start. */}
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      {narrowing && (isOpen !== null || isNarrow) && (
        <NarrowTools
          key={address.sort}
          feed={narrowing}
          isOpen={isOpen === true}
          onOpen={setOpen}
        />
      )}
      <FeedNote
        sorting={sort && <SortSelect value={sort} options={SORT_OPTIONS} onChange={setSort} />}
        shown={
          <span
            aria-hidden="true"
            className={cx("max-md:grow max-md:basis-18", total > 999 ? "lg:hidden" : "md:hidden")}
          >
            {shownText(address.filter, counts, ofTotal)}
          </span>
        }
        slideshow={
          <span className="-mr-2 flex items-center">
            <LayoutButton style={view.style} onStyle={view.setStyle} className="md:hidden" />
            {download}
            <IconButton
              icon="play"
              label="Slideshow"
              disabled={!startSlideshow}
              onClick={() => startSlideshow?.()}
              className="disabled:opacity-40"
            />
          </span>
        }
        isCoverOffered={isCoverOffered}
        hasOfferRoom={view.hasOfferRoom || (isCoverOffered && !firstShown)}
        onUncover={() => {
          view.uncoverPictures?.();
          // The note disappears with its button.
          document.getElementById("blur")?.focus();
        }}
      />
    </>
  );
}

interface UserPostsProps {
  username: string;
  feed: UserFeed;
  /** The posts that the visitor does not hide. */
  shown: readonly Post[];
  /** Whether the visitor hides the post as already seen. */
  isHidden: (post: Post) => boolean;
  /** Shown if there is no listing, or if it has no posts. */
  none: ReactNode;
}

/** Always a feed, even while the listing loads or has failed: the post of the address stays open over it. */
export function UserPosts({ username, feed, shown, isHidden, none }: UserPostsProps) {
  const { address, view, loaded, total, answer, knownName, more } = feed;
  const { filter } = address;
  const name = `u/${knownName ?? username}`;
  return (
    <Feed
      label={`Posts by ${name}`}
      posts={shown}
      loadedCount={loaded.length}
      total={total}
      filter={filter}
      style={view.style}
      blur={view.blur}
      {...more}
      ending={more.ending ?? `That is the end: ${plural(loaded.length, "post")} from ${name}.`}
      empty={
        none ||
        (!answer || feed.isPending ? (
          <FeedSkeleton style={view.style} height="90dvh" />
        ) : (
          <EmptyFeed
            filter={filter}
            loadedCount={loaded.length}
            hasMore={more.hasMore}
            narrowing={{ ...feed, isHidden }}
          />
        ))
      }
    />
  );
}
