import { useEffect, useEffectEvent, useRef } from "react";
import { allowsMotion } from "#web/lib/motion.ts";

interface TrackState {
  /** The end of a scroll by button or key. Until it is reached, scroll events choose no slide. */
  target: number | null;
  /** The width for which the last position was computed. */
  width: number;
}

const visibleSlide = ({ scrollLeft, clientWidth }: HTMLElement): number =>
  Math.round(scrollLeft / Math.max(1, clientWidth));

/** The `scrollLeft` that shows a slide. */
function positionOf({ children }: HTMLElement, slide: number): number {
  const [first, shown] = [children[0], children[slide]] as (HTMLElement | undefined)[];
  return (shown?.offsetLeft ?? 0) - (first?.offsetLeft ?? 0);
}

const isAt = ({ scrollLeft }: HTMLElement, position: number): boolean =>
  Math.abs(scrollLeft - position) < 2;

const smoothly = (): ScrollBehavior => (allowsMotion() ? "smooth" : "instant");

function scrollToSlide(
  track: HTMLElement,
  state: TrackState,
  slide: number,
  behavior: ScrollBehavior,
): void {
  const left = positionOf(track, slide);
  const wasScrolling = state.target !== null;
  state.target = isAt(track, left) ? null : left;
  if (state.target !== null) track.scrollTo({ left, behavior });
  // A scroll that was asked for but has not moved yet would go on to its own end, and choose the slide there.
  else if (wasScrolling) track.scrollTo({ left, behavior: "instant" });
}

/** Scrolls smoothly to a neighbour; a far slide is shown at once. */
function turnToSlide(track: HTMLElement, state: TrackState, slide: number): void {
  // A swipe has chosen the slide already, and the browser snaps to it.
  if (state.target === null && visibleSlide(track) === slide) return;
  const distance = Math.abs(track.scrollLeft - positionOf(track, slide));
  scrollToSlide(track, state, slide, distance < track.clientWidth * 1.5 ? smoothly() : "instant");
}

/** A `scrollend` away from the target belongs to an earlier scroll: the scroll to the target is started again. */
function endScroll(track: HTMLElement, state: TrackState): void {
  if (state.target === null) return;
  if (isAt(track, state.target)) state.target = null;
  else track.scrollTo({ left: state.target, behavior: smoothly() });
}

/**
 * The scrolling element of a gallery. Swipes use the browser's scroll snapping, and the slide number follows the scroll.
 * Buttons and keys scroll to a slide (decision 130).
 */
export function useGalleryTrack(slide: number, onSlide: (slide: number) => void) {
  const ref = useRef<HTMLDivElement>(null);
  const state = useRef<TrackState>({ target: null, width: 0 });

  useEffect(() => {
    if (ref.current) turnToSlide(ref.current, state.current, slide);
  }, [slide]);

  // At another width, the same scroll position shows another slide.
  const keepSlide = useEffectEvent((track: HTMLElement) => {
    state.current.width = track.clientWidth;
    scrollToSlide(track, state.current, slide, "instant");
  });
  useEffect(() => {
    const track = ref.current;
    if (!track) return;
    const observer = new ResizeObserver(() => keepSlide(track));
    observer.observe(track);
    return () => observer.disconnect();
  }, []);

  function onScroll({ currentTarget: track }: { currentTarget: HTMLElement }) {
    const { target, width } = state.current;
    // Until the observer reports a new width, the scroll position is that of the old width.
    if (track.clientWidth !== width || (target !== null && !isAt(track, target))) return;
    release();
    const visible = visibleSlide(track);
    if (visible !== slide) onSlide(visible);
  }
  function release() {
    state.current.target = null;
  }
  return {
    ref,
    onScroll,
    onScrollEnd: ({ currentTarget }: { currentTarget: HTMLElement }) =>
      endScroll(currentTarget, state.current),
    onPointerDown: release,
    onTouchStart: release,
    onWheel: release,
  };
}
