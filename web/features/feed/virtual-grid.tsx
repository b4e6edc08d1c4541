import { useEffect, useRef, useState, type FocusEvent } from "react";
import type { Post } from "#schema/api/posts.ts";
import { isCovered } from "#schema/media.ts";
import { firstImage } from "#schema/tiles.ts";
import { imageSizes, useSavesData } from "#web/features/data-saver/data-saver.ts";
import { preloadImage } from "#web/lib/preload-image.ts";
import { ArchiveLine } from "./load-narrow.ts";
import { isIn, type Placement } from "./placement.ts";
import { PostCard } from "./post-card.tsx";
import { usePlaceOnResize } from "./use-place-on-resize.ts";
import { useWindowBand } from "./use-window-band.ts";

const EAGER_CARDS = 8;
const PRELOADED_CARDS = 6;

export interface VirtualGridProps {
  posts: readonly Post[];
  placement: Placement;
  blur: boolean;
  /** Only in a feed of several creators: later posts (epoch seconds) are marked as new. */
  newSince?: number | null | undefined;
  hrefOf: (id: string) => string;
  onOpen: (id: string) => void;
  /** This post stays mounted at any scroll position, because the focus returns to it. */
  pinnedId: string | null;
}

/** Preloads the next cards' pictures in the size that the cards will request; nothing with the data saver. */
function usePreloadAfter(posts: readonly Post[], last: number, blur: boolean, sizes: string): void {
  const saves = useSavesData();
  useEffect(() => {
    if (saves) return;
    for (const post of posts.slice(last + 1, last + 1 + PRELOADED_CARDS)) {
      const image = firstImage(post, isCovered(post, blur), sizes);
      if (image) preloadImage(image);
    }
  }, [posts, last, blur, sizes, saves]);
}

const postIn = (target: EventTarget | null) =>
  (target as Element | null)?.closest("article")?.querySelector<HTMLElement>("a[data-post]")
    ?.dataset["post"] ?? null;

/** Only cards near the window are mounted (decision 053). */
export function VirtualGrid({
  posts,
  placement,
  blur,
  newSince,
  hrefOf,
  onOpen,
  pinnedId,
}: VirtualGridProps) {
  const list = useRef<HTMLDivElement>(null);
  const { places, lineAt, height, layout } = placement;
  const [top, bottom, start] = useWindowBand(list, layout.columns);
  usePlaceOnResize(list, posts, places, start);
  const [focused, setFocused] = useState<string | null>(null);

  // With the cards next to it, which Tab and Shift+Tab reach.
  const focusedAt = posts.findIndex(({ id }) => id === focused);
  const isBeside = (index: number) => focusedAt >= 0 && Math.abs(index - focusedAt) < 2;
  const isKept = (index: number) => isBeside(index) || posts[index]?.id === pinnedId;
  const shown = places.filter((place) => isIn(place, top, bottom) || isKept(place.index));
  const sizes = imageSizes(layout.columnWidth, useSavesData());
  usePreloadAfter(posts, Math.max(EAGER_CARDS - 1, shown.at(-1)?.index ?? 0), blur, sizes);

  return (
    <div
      ref={list}
      className="relative mx-auto"
      style={{ height, width: layout.columns * (layout.columnWidth + layout.gap) - layout.gap }}
      onFocus={({ target }: FocusEvent) => setFocused(postIn(target))}
      // Tab within a card that is scrolled away must not unmount it before the focus arrives, nor may another window.
      onBlur={({ relatedTarget }) => setFocused(postIn(relatedTarget ?? document.activeElement))}
    >
      {/* One flat list: in nested lists React would compare cards by position and mount every card anew on each
          scroll. */}
      {shown.flatMap(({ index, x, y, height: cardHeight }) => {
        const post = posts[index];
        return (
          post && [
            index === lineAt && <ArchiveLine key="line" posts={posts} bottom={y} />,
            <PostCard
              key={post.id}
              post={post}
              href={hrefOf(post.id)}
              onOpen={onOpen}
              x={x}
              y={y}
              width={layout.columnWidth}
              height={cardHeight}
              isCovered={isCovered(post, blur)}
              sizes={sizes}
              showsCreator={newSince !== undefined}
              isNew={typeof newSince === "number" && post.created > newSince}
              eager={index < EAGER_CARDS}
              urgent={index < layout.columns}
            />,
          ]
        );
      })}
    </div>
  );
}
