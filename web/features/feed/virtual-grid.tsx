import { useEffect, useRef, useState, type FocusEvent } from "react";
import type { Post } from "#schema/api/posts.ts";
import { tileSrcSet, tileStill } from "#schema/tiles.ts";
import { preloadImage } from "#web/lib/preload-image.ts";
import { placesIn } from "./placement.ts";
import { PostCard } from "./post-card.tsx";
import type { FeedPlacement } from "./use-placement.ts";
import { useWindowBand } from "./use-window-band.ts";

const EAGER = 8;
const PRELOADED = 6;

export interface VirtualGridProps {
  posts: readonly Post[];
  placement: FeedPlacement;
  blur: boolean;
  hrefOf: (id: string) => string;
  onOpen: (id: string) => void;
  /** Kept in the page whatever is scrolled to: the card that gets the focus back. */
  pinnedId: string | null;
}

/** The tiles that come next are on their way before they are scrolled to. */
function usePreloadAfter(posts: readonly Post[], last: number, width: number): void {
  useEffect(() => {
    for (const post of posts.slice(last + 1, last + 1 + PRELOADED)) {
      const url = tileStill(post);
      if (url) preloadImage({ url, srcSet: tileSrcSet(post), sizes: `${width}px` });
    }
  }, [posts, last, width]);
}

const postIn = (target: Element) =>
  target.closest("article")?.querySelector<HTMLElement>("a[data-post]")?.dataset["post"] ?? null;

/** Only the cards near the window are in the page; every place and size is known beforehand. */
export function VirtualGrid({
  posts,
  placement,
  blur,
  hrefOf,
  onOpen,
  pinnedId,
}: VirtualGridProps) {
  const list = useRef<HTMLDivElement>(null);
  const { places, height, layout } = placement;
  const [top, bottom] = useWindowBand(list, layout.columns);
  const [focused, setFocused] = useState<string | null>(null);

  const kept = places.filter(({ index }) => {
    const id = posts[index]?.id;
    return id !== undefined && (id === focused || id === pinnedId);
  });
  const shown = [...new Set([...placesIn(places, top, bottom), ...kept])];
  shown.sort((a, b) => a.index - b.index);
  usePreloadAfter(posts, Math.max(EAGER - 1, shown.at(-1)?.index ?? 0), layout.columnWidth);

  return (
    <div
      ref={list}
      className="relative mx-auto"
      style={{ height, width: layout.columns * (layout.columnWidth + layout.gap) - layout.gap }}
      onFocus={(event: FocusEvent<HTMLElement>) => setFocused(postIn(event.target))}
      onBlur={() => setFocused(null)}
    >
      {shown.map(({ index, x, y, height: cardHeight }) => {
        const post = posts[index];
        return (
          post && (
            <PostCard
              key={post.id}
              post={post}
              href={hrefOf(post.id)}
              onOpen={onOpen}
              x={x}
              y={y}
              width={layout.columnWidth}
              height={cardHeight}
              blurred={blur || post.isSpoiler}
              eager={index < EAGER}
              urgent={index < layout.columns}
            />
          )
        );
      })}
    </div>
  );
}
