import { useRef, type TouchEvent } from "react";
import { allowsMotion } from "#web/lib/motion.ts";

const MIN_DOWN_PX = 90;
const MIN_SIDEWAYS_PX = 60;
/** A swipe from the screen's edge is the system's Back gesture. */
const EDGE_PX = 24;
/** The height of the slider in a browser's video controls, which handles its own swipes. */
const CONTROLS_PX = 72;

interface Swipe {
  x: number;
  y: number;
  /** A gallery scrolls through its own pictures first. */
  canGoLeft: boolean;
  canGoRight: boolean;
  canGoDown: boolean;
}

export interface SwipeTargets {
  onDown: () => void;
  /** Null at the end of the list. */
  onLeft: (() => void) | null;
  onRight: (() => void) | null;
}

function hasOwnDrag(target: Element, y: number): boolean {
  if (target.closest("[data-own-swipe], [data-zoomed]")) return true;
  if (!(target instanceof HTMLVideoElement) || !target.controls) return false;
  return y > target.getBoundingClientRect().bottom - CONTROLS_PX;
}

/** On a page enlarged by the browser's own zoom, a finger moves the page. */
const isPageEnlarged = () => (visualViewport?.scale ?? 1) > 1.01;

/** Everything under the finger that scrolls: the viewer, and a notice taller than the stage. */
function isAtTop(target: Element): boolean {
  const scroller = target.closest("[data-scroller]");
  if (!scroller) return true;
  return scroller.scrollTop <= 0 && (!scroller.parentElement || isAtTop(scroller.parentElement));
}

function startSwipe({ clientX: x, clientY: y, target }: Touch): Swipe | null {
  if (isPageEnlarged()) return null;
  if (!(target instanceof Element) || hasOwnDrag(target, y)) return null;
  const track = target.closest(".gallery-track");
  const isAtEdge = x < EDGE_PX || x > innerWidth - EDGE_PX;
  const end = track ? track.scrollWidth - track.clientWidth - 2 : 0;
  return {
    x,
    y,
    canGoLeft: !isAtEdge && (!track || track.scrollLeft >= end),
    canGoRight: !isAtEdge && (!track || track.scrollLeft <= 2),
    canGoDown: isAtTop(target),
  };
}

/** The horizontal distance by which the finger may move the post. */
function sidewaysOf(swipe: Swipe, dx: number, dy: number): number {
  const isSideways = Math.abs(dx) > 1.5 * Math.abs(dy);
  return isSideways && (dx < 0 ? swipe.canGoLeft : swipe.canGoRight) ? dx : 0;
}

function glide(media: HTMLElement | null | undefined, from: string): void {
  if (!media) return;
  media.style.translate = "";
  if (allowsMotion())
    media.animate({ translate: [from, "0"] }, { duration: 180, easing: "ease-out" });
}

const mediaOf = (stage: HTMLElement) => stage.querySelector<HTMLElement>(".viewer-media");

function measure(from: Swipe | null, touch: Touch | undefined) {
  if (!from || !touch) return null;
  const [dx, dy] = [touch.clientX - from.x, touch.clientY - from.y];
  return { dx, dy, sideways: sidewaysOf(from, dx, dy), from };
}

/** A horizontal swipe shows the next or previous post, a swipe down closes the viewer. */
export function useStageSwipe({ onDown, onLeft, onRight }: SwipeTargets) {
  const swipe = useRef<Swipe | null>(null);

  function release({ type, currentTarget, nativeEvent }: TouchEvent<HTMLElement>) {
    const moved = measure(swipe.current, nativeEvent.changedTouches[0]);
    swipe.current = null;
    if (!moved) return;
    const { dx, dy, sideways, from } = moved;
    const go = sideways < 0 ? onLeft : onRight;
    if (Math.abs(sideways) > MIN_SIDEWAYS_PX && go && type !== "touchcancel") {
      go();
      glide(mediaOf(currentTarget), sideways < 0 ? "100%" : "-100%");
    } else {
      if (sideways !== 0) glide(mediaOf(currentTarget), `${sideways}px`);
      if (from.canGoDown && dy > MIN_DOWN_PX && dy > 2 * Math.abs(dx)) onDown();
    }
  }

  return {
    onTouchStart({ currentTarget, nativeEvent: { touches } }: TouchEvent<HTMLElement>) {
      const touch = touches.length === 1 ? touches[0] : null;
      swipe.current = touch ? startSwipe(touch) : null;
      const media = mediaOf(currentTarget);
      if (media) media.style.translate = "";
    },
    onTouchMove({ currentTarget, nativeEvent }: TouchEvent<HTMLElement>) {
      const moved = measure(swipe.current, nativeEvent.changedTouches[0]);
      const media = mediaOf(currentTarget);
      if (!moved || !media || !allowsMotion()) return;
      // At the end of the list the stage moves only a little.
      const share = (moved.sideways < 0 ? onLeft : onRight) ? 1 : 0.25;
      media.style.translate = moved.sideways === 0 ? "" : `${moved.sideways * share}px`;
    },
    onTouchEnd: release,
    onTouchCancel: release,
  };
}
