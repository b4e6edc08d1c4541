import { useEffect, useEffectEvent, useState } from "react";
import { useLocation } from "react-router";
import type { Post } from "#schema/api/posts.ts";
import { withoutPostPrefix } from "#schema/reddit-id.ts";
import { stagePicture } from "#web/features/media/stage-picture.ts";
import { savesData } from "#web/features/data-saver/data-saver.ts";
import { showFailure } from "#web/features/toasts/show-failure.ts";
import { endPreload } from "#web/lib/end-picture.ts";
import { preloadImage } from "#web/lib/preload-image.ts";
import { readStored, writeStored } from "#web/lib/stored.ts";

export interface PostList {
  id: string;
  /** A post outside them has no neighbours until they have it. */
  posts: readonly Post[];
  /** The index of the open post in `posts`, or -1. */
  index: number;
  hasMore: boolean;
  /** The number of loaded pages, for a list that shows only some of their posts. */
  pages?: number | undefined;
  /** The error of the last page's request. */
  error?: unknown;
  onMore?: (() => void) | undefined;
  onShow: (id: string) => void;
  /** Called when an awaited post does not come: the other pages had none to show, or the next one failed. */
  onNone?: () => void;
}

function usePreloadNext(next: Post | undefined): void {
  const media = next?.media;
  useEffect(() => {
    if (media?.kind !== "image" || savesData()) return;
    const picture = stagePicture(media);
    preloadImage(picture);
    return () => endPreload(picture.src);
  }, [media]);
}

/** Requests the next page at the last post, and more pages until an awaited post arrives. */
function useLoadMore(list: PostList, isAtEnd: boolean, isAwaiting: boolean): void {
  const loadMore = useEffectEvent(() => list.onMore?.());
  // One request per number of posts: without this, a failing source would be called in a loop.
  const countAtEnd = isAtEnd ? list.posts.length : 0;
  const pageAwaited = isAwaiting ? (list.pages ?? 0) + 1 : 0;
  useEffect(() => {
    if (countAtEnd > 0) loadMore();
  }, [countAtEnd]);
  useEffect(() => {
    if (pageAwaited > 0) loadMore();
  }, [pageAwaited]);
}

/**
 * The post named in the address. A press changes the address at once, but the render follows in a transition, and the
 * next press can come before it.
 */
function addressedPlace({ id, index, posts }: PostList): Pick<PostList, "id" | "index"> {
  const named = new URLSearchParams(location.search).get("post");
  const open = named ? withoutPostPrefix(named) : id;
  if (open === id) return { id, index };
  return { id: open, index: posts.findIndex((post) => withoutPostPrefix(post.id) === open) };
}

interface AwaitedPost {
  /** The id of the post before it. */
  after: string;
  /** The failure from before the press. */
  error: unknown;
  /** It did not come. A page that the feed behind the viewer loads later must not change the post. */
  isOver: boolean;
}

/** After the last loaded post, waits for the next page and then shows its first post. */
function useNextPost(list: PostList, next: Post | undefined) {
  const { id, index, posts, hasMore, error, onShow } = list;
  const [awaited, setAwaited] = useState<AwaitedPost | null>(null);
  const endsAt = (at: number) => at >= 0 && at === posts.length - 1 && hasMore;
  const isAtEnd = endsAt(index);
  const wanted = awaited?.after === id ? awaited : null;
  const hasFailed = wanted !== null && Boolean(error) && error !== wanted.error;
  const isAwaiting = wanted !== null && isAtEnd && !hasFailed && !wanted.isOver;
  const arrivedId = wanted && !wanted.isOver && next ? withoutPostPrefix(next.id) : null;
  useLoadMore(list, isAtEnd, isAwaiting);

  const show = useEffectEvent(onShow);
  useEffect(() => {
    if (arrivedId) show(arrivedId);
  }, [arrivedId]);
  const report = useEffectEvent(() =>
    showFailure(error, { title: "The next posts could not be loaded" }),
  );
  useEffect(() => {
    if (hasFailed) report();
  }, [hasFailed]);
  const isNone = wanted !== null && !next && !isAwaiting;
  if (isNone && !wanted.isOver) setAwaited({ ...wanted, isOver: true });
  const giveUp = useEffectEvent(() => list.onNone?.());
  useEffect(() => {
    if (isNone) giveUp();
  }, [isNone]);

  function goTo(post: Post | undefined) {
    setAwaited(null);
    if (post) onShow(withoutPostPrefix(post.id));
  }
  function goNext() {
    const at = addressedPlace(list);
    if (endsAt(at.index)) setAwaited({ after: at.id, error, isOver: false });
    else goTo(at.index < 0 ? undefined : posts[at.index + 1]);
  }
  const goPrevious = () => goTo(posts[addressedPlace(list).index - 1]);
  return { goNext, goPrevious, isAwaiting, hasNext: next !== undefined || isAtEnd };
}

/** The gallery's current picture, stored per history entry, so that a reload restores it. */
function useSlide(id: string, slides: number) {
  const key = `slide:${useLocation().key}`;
  const [at, setAt] = useState(() => {
    const [storedId = id, slide] = readStored("session", key)?.split(" ") ?? [];
    return { id: storedId, slide: Number(slide) || 0 };
  });
  const slide = at.id === id ? Math.min(at.slide, slides - 1) : 0;
  function setSlide(to: number) {
    setAt({ id, slide: to });
    writeStored("session", key, `${id} ${to}`);
  }
  return [slide, setSlide] as const;
}

export function usePostNavigation(list: PostList, post: Post | undefined) {
  const { id, posts, index } = list;
  const slides = post?.media.kind === "gallery" ? post.media.items.length : 1;
  const [slide, setSlide] = useSlide(id, slides);
  const [previous, next] = [posts[index - 1], index < 0 ? undefined : posts[index + 1]];
  usePreloadNext(next);
  const { goNext, goPrevious, isAwaiting, hasNext } = useNextPost(list, next);

  const turn = (by: number) => setSlide((slide + by + slides) % slides);
  return {
    slide,
    setSlide,
    slides,
    turn,
    isAwaiting,
    hasNext,
    hasPrevious: previous !== undefined,
    goNext,
    goPrevious,
    isLast: slide + 1 >= slides && !hasNext,
    advance: () => (slide + 1 < slides ? turn(1) : goNext()),
  };
}
