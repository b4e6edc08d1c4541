import { lazy, Suspense, type PointerEvent } from "react";
import type { Post } from "#schema/api/posts.ts";
import { withoutPostPrefix } from "#schema/reddit-id.ts";
import { loadingNote } from "#web/ui/loading-note.tsx";
import type { PostDialogProps } from "./post-dialog.tsx";
import { useOpenPost } from "./use-open-post.ts";

const load = () => import("./post-dialog.tsx");
const PostDialog = lazy(async () => ({ default: (await load()).PostDialog }));

/** Called on hover or focus of a card, so that the viewer's code is loaded before the click. */
export function preloadViewer(): void {
  void load().catch(() => {});
}

/** Loads the code that plays a card's clip, and plays it. */
export function hoverCard(event: PointerEvent, post: Post): void {
  preloadViewer();
  const card = event.currentTarget;
  if (event.pointerType !== "mouse") return;
  void import("./hover-preview.ts").then((m) => m.playPreview(card, post)).catch(() => {});
}

type PostViewerProps = Omit<PostDialogProps, "id" | "index" | "autoPlay" | "hasMore"> & {
  hasMore?: boolean;
};

/** Shows the post named in the address over the page. A post outside the list is fetched. */
export function PostViewer({ hasMore = false, ...list }: PostViewerProps) {
  const { id, isSlideshow } = useOpenPost();
  if (!id) return null;
  const index = list.posts.findIndex((post) => withoutPostPrefix(post.id) === id);
  return (
    <Suspense fallback={loadingNote}>
      <PostDialog id={id} index={index} hasMore={hasMore} autoPlay={isSlideshow} {...list} />
    </Suspense>
  );
}
