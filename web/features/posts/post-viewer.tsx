import { lazy, Suspense, useEffect, type PointerEvent } from "react";
import type { Post } from "#schema/api/posts.ts";
import { opening } from "#web/ui/opening.tsx";
import { shortId } from "./posts.queries.ts";
import { useOpenPost } from "./use-open-post.ts";

const load = () => import("./post-dialog.tsx");
const PostDialog = lazy(async () => ({ default: (await load()).PostDialog }));

/** Called on hover or focus of a card, so that the viewer's code is there at the click. */
export function preloadViewer(): void {
  void load().catch(() => {});
}

/** On a mouse's hover, plays the card's clip; its code is fetched then. */
export function hoverCard(event: PointerEvent, post: Post): void {
  preloadViewer();
  const card = event.currentTarget;
  if (event.pointerType !== "mouse") return;
  void import("./hover-preview.ts").then((m) => m.playPreview(card, post)).catch(() => {});
}

export interface PostViewerProps {
  /** The list for previous and next. A post outside it is fetched and has neither. */
  posts: readonly Post[];
  hasMore?: boolean;
  /** How many pages of the listing are loaded, for a list that shows only some of its posts. */
  pages?: number;
  /** Why the last page could not be loaded. */
  error?: unknown;
  /** Called near the end of the list. */
  onMore?: () => void;
  /** Called when a post leaves the viewer: it was closed, or another post is shown. */
  onClosed?: (id: string) => void;
}

/** Shows the post that the address names, over the page. */
export function PostViewer({ hasMore = false, onClosed, ...list }: PostViewerProps) {
  const { id, isSlideshow } = useOpenPost();

  useEffect(() => {
    if (!id || !onClosed) return;
    return () => onClosed(id);
  }, [id, onClosed]);

  if (!id) return null;
  const index = list.posts.findIndex((post) => shortId(post.id) === id);
  return (
    <Suspense fallback={opening}>
      <PostDialog id={id} index={index} hasMore={hasMore} autoPlay={isSlideshow} {...list} />
    </Suspense>
  );
}
