import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import type { Post } from "#schema/api/posts.ts";
import { errorSentence } from "#web/api/api-error.ts";
import { isMuted, setMuted } from "#web/features/media/playback.ts";
import { MediaSpinner } from "#web/features/media/media-spinner.tsx";
import { MediaViewer } from "#web/features/media/media-viewer.tsx";
import { stagePicture } from "#web/features/media/stage-picture.ts";
import { preloadImage } from "#web/lib/preload-image.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ErrorState } from "#web/ui/state.tsx";
import { PostDetails } from "./post-details.tsx";
import { postQuery, shortId } from "./posts.queries.ts";
import { useSlideshow } from "./slideshow.ts";
import { useSwipeDown } from "./use-swipe-down.ts";
import { ViewerBar } from "./viewer-bar.tsx";
import { useViewerKeys } from "./viewer-keys.ts";

export interface PostDialogProps {
  id: string;
  posts: readonly Post[];
  /** Its place among them, or -1. */
  index: number;
  hasMore: boolean;
  autoPlay: boolean;
  onMore?: () => void;
  onShow: (id: string) => void;
  onClose: () => void;
}

function usePost({ id, posts, index }: PostDialogProps) {
  const listed = posts[index];
  const query = useQuery({ ...postQuery(id), enabled: !listed });
  return { post: listed ?? query.data, error: listed ? null : query.error, retry: query.refetch };
}

/** The page keeps its title for when the viewer closes. */
function useTitleOf(post: Post | undefined): void {
  useEffect(() => {
    if (!post) return;
    const before = document.title;
    document.title = `${post.title} - u/${post.username}`;
    return () => void (document.title = before);
  }, [post]);
}

/** The next post's picture is on its way before it is asked for. */
function usePreloadNext(next: Post | undefined): void {
  useEffect(() => {
    if (next?.media.kind === "image") preloadImage(stagePicture(next.media));
  }, [next]);
}

function useWalk(props: PostDialogProps, post: Post | undefined) {
  const { posts, index, hasMore, onMore, onShow } = props;
  const [at, setAt] = useState({ id: props.id, slide: 0 });
  const slide = at.id === props.id ? at.slide : 0;
  const setSlide = (to: number) => setAt({ id: props.id, slide: to });
  const slides = post?.media.kind === "gallery" ? post.media.items.length : 1;
  const [previous, next] = [posts[index - 1], index < 0 ? undefined : posts[index + 1]];
  const isLast = index >= 0 && index === posts.length - 1;

  useEffect(() => {
    if (isLast && hasMore) onMore?.();
  }, [isLast, hasMore, onMore]);
  usePreloadNext(next);

  const go = (to: Post | undefined) => to && onShow(shortId(to.id));
  const turn = (by: number) => setSlide((slide + by + slides) % slides);
  const advance = () => (slide + 1 < slides ? turn(1) : go(next));
  return { slide, setSlide, slides, previous, next, go, turn, advance };
}

function Missing({
  error,
  onRetry,
  onClose,
}: {
  error: unknown;
  onRetry: () => void;
  onClose: () => void;
}) {
  return (
    <ErrorState
      title="This post could not be opened"
      action={
        <>
          <Button onClick={onRetry}>Try Again</Button>
          <Button tone="secondary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p>{errorSentence(error, "It may have been removed from Reddit.")}</p>
    </ErrorState>
  );
}

export function PostDialog(props: PostDialogProps) {
  const { index, posts, hasMore, onClose } = props;
  const titleId = useId();
  const stage = useRef<HTMLDivElement>(null);
  const details = useRef<HTMLDivElement>(null);
  const [playing, setPlaying] = useState(props.autoPlay);
  const { post, error, retry } = usePost(props);
  const walk = useWalk(props, post);
  const swipe = useSwipeDown(onClose);

  useTitleOf(post);
  useSlideshow({ playing, post, slide: walk.slide, onNext: walk.advance });

  const fullScreen = () =>
    void (document.fullscreenElement
      ? document.exitFullscreen()
      : stage.current?.requestFullscreen?.().catch(() => {}));
  useViewerKeys({
    nextPost: () => walk.go(walk.next),
    previousPost: () => walk.go(walk.previous),
    nextSlide: () => walk.slides > 1 && walk.turn(1),
    previousSlide: () => walk.slides > 1 && walk.turn(-1),
    fullScreen,
    mute: () => setMuted(!isMuted()),
    heart: () => details.current?.querySelector<HTMLElement>("button[aria-pressed]")?.click(),
    slideshow: () => setPlaying(!playing),
  });

  return (
    <Dialog open onClose={onClose} labelledBy={titleId} className="viewer-dialog">
      <div className="viewer" data-scroller tabIndex={-1} data-autofocus>
        <ViewerBar
          place={index < 0 ? null : `${index + 1} of ${posts.length}${hasMore ? "+" : ""}`}
          hasPrevious={Boolean(walk.previous)}
          hasNext={Boolean(walk.next)}
          playing={playing}
          onPrevious={() => walk.go(walk.previous)}
          onNext={() => walk.go(walk.next)}
          onSlideshow={() => setPlaying(!playing)}
          onFullScreen={fullScreen}
          onClose={onClose}
        />
        <div ref={stage} className="viewer-stage" style={stageShape(post)} {...swipe}>
          {post && (
            <MediaViewer
              post={post}
              slide={walk.slide}
              onSlide={walk.setSlide}
              onEnded={playing ? walk.advance : undefined}
            />
          )}
          {!post && !error && <MediaSpinner />}
        </div>
        <div ref={details} className="viewer-details">
          {post && <PostDetails post={post} titleId={titleId} slide={walk.slide} />}
          {!post && (
            <h2 id={titleId} className="sr-only">
              Post
            </h2>
          )}
          {error && <Missing error={error} onRetry={() => void retry()} onClose={onClose} />}
        </div>
      </div>
    </Dialog>
  );
}

/** On a phone the stage has the picture's shape; on a desktop it fills what there is. */
function stageShape(post: Post | undefined): React.CSSProperties {
  const first = post?.media.kind === "gallery" ? post.media.items[0] : post?.media;
  const size = first?.kind === "image" ? first.image : first;
  const { width = 0, height = 0 } = size && "width" in size ? size : {};
  return {
    "--shape": width > 0 && height > 0 ? width / height : 1,
    "--strip": post?.media.kind === "gallery" ? "68px" : "0px",
  } as React.CSSProperties;
}
