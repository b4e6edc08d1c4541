import { lazy, Suspense, useEffect } from "react";
import type { Post } from "#schema/api/posts.ts";
import { shortId } from "./posts.queries.ts";
import { useOpenPost } from "./use-open-post.ts";

const load = () => import("./post-dialog.tsx");
const PostDialog = lazy(async () => ({ default: (await load()).PostDialog }));

/** For the moment somebody reaches for a card: the viewer is there when the finger comes down. */
export function preloadViewer(): void {
  void load().catch(() => {});
}

export interface PostViewerProps {
  /** The list one can walk through. A post outside it is fetched and stands alone. */
  posts: readonly Post[];
  hasMore?: boolean;
  /** Called near the end of the list. */
  onMore?: () => void;
  /** Told after the viewer has closed, with the post it closed on. */
  onClosed?: (id: string) => void;
}

/** Put one on a page: it shows the post that the address names, over everything. */
export function PostViewer({ posts, hasMore = false, onMore, onClosed }: PostViewerProps) {
  const { id, isSlideshow, show, close } = useOpenPost();

  useEffect(() => {
    if (!id || !onClosed) return;
    return () => onClosed(id);
  }, [id, onClosed]);

  if (!id) return null;
  const index = posts.findIndex((post) => shortId(post.id) === id);
  return (
    <Suspense fallback={null}>
      <PostDialog
        id={id}
        posts={posts}
        index={index}
        hasMore={hasMore}
        autoPlay={isSlideshow}
        onMore={onMore}
        onShow={show}
        onClose={close}
      />
    </Suspense>
  );
}
