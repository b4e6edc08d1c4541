import "./viewer.css";
import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import type { Post } from "#schema/api/posts.ts";
import { mediaAt } from "#schema/media.ts";
import { titleOfPost } from "#schema/post-title.ts";
import { cx } from "#view/cx.ts";
import { ApiError, failureSentence, isFinal } from "#web/api/api-error.ts";
import { isMuted, setMuted } from "#web/features/media/playback.ts";
import type { MediaState } from "#web/features/media/media-state.ts";
import { MediaSpinner } from "#web/features/media/media-spinner.tsx";
import { MediaViewer } from "#web/features/media/media-viewer.tsx";
import { focusMain } from "#web/lib/focus-main.ts";
import { setOverlayTitle } from "#web/lib/page-title.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { EmptyState, ErrorState } from "#web/ui/state.tsx";
import { PostDetails } from "./post-details.tsx";
import { postQuery } from "./post.queries.ts";
import { toggleShortcuts } from "./shortcuts.tsx";
import { useSlideshow } from "./slideshow.ts";
import { SoughtPost } from "./sought-post.tsx";
import { usePostNavigation, type PostList } from "./use-post-navigation.ts";
import { useStageSwipe } from "./use-stage-swipe.ts";
import { useKeptFocus } from "./use-kept-focus.ts";
import { useViewerAddress } from "./use-viewer-address.ts";
import { ViewerBar } from "./viewer-bar.tsx";
import { useViewerKeys } from "./use-viewer-keys.ts";

export interface PostDialogProps extends Omit<PostList, "onShow" | "onNone"> {
  autoPlay: boolean;
  /**
   * Called with the post that was left: when the viewer closes, and when it shows another post. Not when its page is
   * left, because the next page can have a card of the same post.
   */
  onClosed?: (id: string) => void;
}

function usePost({ id, posts, index }: PostDialogProps) {
  const listed = posts[index];
  const query = useQuery({ ...postQuery(id), enabled: !listed });
  return { post: listed ?? query.data, error: listed ? null : query.error, retry: query.refetch };
}

function usePostTitle(post: Post | undefined): void {
  useEffect(() => {
    if (!post) return;
    setOverlayTitle(titleOfPost(post));
    return () => setOverlayTitle(undefined);
  }, [post]);
}

/** Without a card the focus stays where the dialog returned it; without an opener too, it goes to the page's content. */
function focusCard(id: string): void {
  const card = document.querySelector<HTMLElement>(`[data-post="t3_${CSS.escape(id)}"]`);
  card?.focus({ preventScroll: true });
  card?.closest("article")?.scrollIntoView({ block: "nearest" });
  if (document.activeElement === document.body) focusMain();
}

/** Reports the post that was left, and focuses its card: a post opened by its address has no other opener. */
function useLeftPost(id: string, onClosed: PostDialogProps["onClosed"]): void {
  useEffect(() => {
    const page = location.pathname;
    return () => {
      if (location.pathname !== page) return;
      onClosed?.(id);
      requestAnimationFrame(() => focusCard(id));
    };
  }, [id, onClosed]);
}

/** Another post begins at its top. */
function useStartAtTop(details: RefObject<HTMLElement | null>, id: string): void {
  const last = useRef(id);
  useLayoutEffect(() => {
    if (last.current === id) return;
    last.current = id;
    for (const box of [details.current, details.current?.closest("[data-scroller]")])
      if (box) box.scrollTop = 0;
  }, [details, id]);
}

function MissingPost({
  error,
  onRetry,
  onClose,
}: {
  error: unknown;
  onRetry: () => void;
  onClose: () => void;
}) {
  if (error instanceof ApiError && error.code === "posts.removed") {
    return (
      <div role="alert">
        <EmptyState
          icon="eyeOff"
          title="Removed at request"
          action={<Button onClick={onClose}>Close</Button>}
        >
          <p>We were asked to remove this post, so it is not shown here.</p>
        </EmptyState>
      </div>
    );
  }
  const title = "This post could not be opened";
  if (isFinal(error)) {
    const isMalformed = error instanceof ApiError && error.status === 400;
    return (
      <ErrorState title={title} action={<Button onClick={onClose}>Close</Button>}>
        <p>
          {isMalformed
            ? "This link leads to no post. It may be incomplete."
            : failureSentence(error, "It may have been removed from Reddit.")}
        </p>
      </ErrorState>
    );
  }
  return (
    <ErrorState
      title={title}
      action={
        <>
          <Button onClick={onRetry}>Try Again</Button>
          <Button tone="secondary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p>{failureSentence(error, "Please try again.")}</p>
    </ErrorState>
  );
}

export function PostDialog(props: PostDialogProps) {
  const { index, posts, hasMore } = props;
  const titleId = useId();
  const stage = useRef<HTMLDivElement>(null);
  const details = useRef<HTMLDivElement>(null);
  const [isWanted, setWanted] = useState(props.autoPlay);
  const [state, setState] = useState<MediaState>(null);
  const { post, error, retry } = usePost(props);
  const { show, close } = useViewerAddress();
  const navigation = usePostNavigation(
    { ...props, onShow: show, onNone: () => setWanted(false) },
    post,
  );
  const hasSlideshow = index >= 0 || navigation.slides > 1;
  const playing = isWanted && hasSlideshow;
  const toggleSlideshow = hasSlideshow ? () => setWanted(!isWanted) : null;
  const swipe = useStageSwipe({
    onDown: close,
    onLeft: navigation.hasNext ? navigation.goNext : null,
    onRight: navigation.hasPrevious ? navigation.goPrevious : null,
  });

  usePostTitle(post);
  useLeftPost(props.id, props.onClosed);
  useStartAtTop(details, props.id);
  useKeptFocus(stage, post?.id, navigation.slide);
  const advance = () => (navigation.isLast ? setWanted(false) : navigation.advance());
  const onEnded = useSlideshow({ playing, post, slide: navigation.slide, state, onNext: advance });

  // The request removes the button, so the focus moves to the viewer's box, as on opening.
  const retryPost = () => {
    stage.current?.closest<HTMLElement>("[data-autofocus]")?.focus();
    void retry();
  };
  const fullScreen = () =>
    void (document.fullscreenElement
      ? document.exitFullscreen()
      : post && stage.current?.requestFullscreen?.().catch(() => {}));
  useViewerKeys({
    nextPost: navigation.goNext,
    previousPost: navigation.goPrevious,
    nextSlide: () => navigation.slides > 1 && navigation.turn(1),
    previousSlide: () => navigation.slides > 1 && navigation.turn(-1),
    fullScreen,
    mute: () => setMuted(!isMuted()),
    heart: () => details.current?.querySelector<HTMLElement>("button[aria-pressed]")?.click(),
    slideshow: toggleSlideshow,
    shortcuts: toggleShortcuts,
  });

  return (
    <Dialog onClose={close} label="Post" className="viewer-dialog">
      <section
        className={cx("viewer", error && "viewer-missing")}
        data-scroller
        // This element gets the dialog's focus. Some screen readers read the names of both, so only this one has the
        // title.
        aria-labelledby={titleId}
        tabIndex={-1}
        data-autofocus
      >
        <ViewerBar
          place={index < 0 ? null : `${index + 1} of ${posts.length}${hasMore ? "+" : ""}`}
          id={props.id}
          title={post?.title ?? ""}
          isMissing={error !== null}
          hasPrevious={navigation.hasPrevious}
          hasNext={navigation.hasNext}
          isLoading={navigation.isAwaiting}
          playing={playing}
          onPrevious={navigation.goPrevious}
          onNext={navigation.goNext}
          onSlideshow={toggleSlideshow}
          onFullScreen={fullScreen}
          onClose={close}
        />
        <div ref={stage} className="viewer-stage" style={stageShape(post)} {...swipe}>
          {post && (
            <div className="viewer-media">
              <MediaViewer
                post={post}
                slide={navigation.slide}
                onSlide={navigation.setSlide}
                onEnded={playing ? onEnded : undefined}
                onState={setState}
              />
            </div>
          )}
          {!post && !error && <MediaSpinner />}
          {post && index < 0 && <SoughtPost post={post} hasMore={hasMore} />}
        </div>
        <div ref={details} className="viewer-details">
          {post && <PostDetails post={post} titleId={titleId} slide={navigation.slide} />}
          {!post && (
            <h2 id={titleId} className="sr-only">
              Post
            </h2>
          )}
          {error && <MissingPost error={error} onRetry={retryPost} onClose={close} />}
        </div>
      </section>
    </Dialog>
  );
}

/** On a phone the stage has the picture's aspect ratio; on a desktop it fills the window. */
function stageShape(post: Post | undefined): React.CSSProperties {
  const first = post && mediaAt(post.media);
  const size = first?.kind === "image" ? first.image : first;
  const { width = 0, height = 0 } = size && "width" in size ? size : {};
  return {
    "--shape": width > 0 && height > 0 ? width / height : 1,
    "--strip": post?.media.kind === "gallery" ? "68px" : "0px",
  } as React.CSSProperties;
}
