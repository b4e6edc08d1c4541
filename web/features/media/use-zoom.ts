import { useEffect, useEffectEvent, type RefObject } from "react";
import { allowsMotion } from "#web/lib/motion.ts";
import {
  clampZoom,
  refitZoom,
  UNZOOMED,
  zoomAround,
  type Point,
  type Size,
  type Zoom,
} from "./zoom.ts";

const DOUBLE_TAP_MS = 300;
const DOUBLE_TAP_PX = 30;
const DOUBLE_TAP_SCALE = 2.5;

interface Gesture {
  zoom: Zoom;
  middle: Point;
  /** Between two fingers; 0 for one finger. */
  distance: number;
}

interface Tap extends Point {
  time: number;
}

function gestureOf(touches: TouchList, box: HTMLElement, zoom: Zoom): Gesture | null {
  const [one, two = one] = touches;
  if (!one || !two) return null;
  const { left, top, width, height } = box.getBoundingClientRect();
  return {
    zoom,
    middle: {
      x: (one.clientX + two.clientX) / 2 - left - width / 2,
      y: (one.clientY + two.clientY) / 2 - top - height / 2,
    },
    distance: Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY),
  };
}

const isNear = (a: Tap, b: Tap) =>
  b.time - a.time < DOUBLE_TAP_MS && Math.hypot(a.x - b.x, a.y - b.y) < DOUBLE_TAP_PX;

class PictureZoom {
  #zoom = UNZOOMED;
  /** The box's size when the zoom was shown. */
  #size: Size = { width: 0, height: 0 };
  #gesture: Gesture | null = null;
  #moved = false;
  #lastTap: Tap | null = null;
  readonly #box: HTMLElement;
  readonly #picture: HTMLImageElement;
  readonly #onZoom: () => void;

  constructor(box: HTMLElement, picture: HTMLImageElement, onZoom: () => void) {
    this.#box = box;
    this.#picture = picture;
    this.#onZoom = onZoom;
  }

  #pictureSize(): Size {
    return { width: this.#picture.naturalWidth, height: this.#picture.naturalHeight };
  }

  #boxSize(): Size {
    return { width: this.#box.clientWidth, height: this.#box.clientHeight };
  }

  #show(zoom: Zoom, glides = false): void {
    this.#size = this.#boxSize();
    this.#zoom = clampZoom(zoom, this.#pictureSize(), this.#size);
    const { scale, x, y } = this.#zoom;
    const { style } = this.#picture;
    style.transition = glides && allowsMotion() ? "transform 180ms var(--ease-out)" : "none";
    style.transform = scale > 1 ? `translate(${x}px, ${y}px) scale(${scale})` : "";
    this.#box.toggleAttribute("data-zoomed", scale > 1);
    if (scale > 1) this.#onZoom();
  }

  reset(): void {
    this.#show(UNZOOMED);
  }

  /** A turned phone changes the box. */
  refit = (): void => {
    if (this.#zoom.scale > 1)
      this.#show(refitZoom(this.#zoom, this.#pictureSize(), this.#size, this.#boxSize()));
  };

  /** One finger is left to the viewer and the gallery until the picture is zoomed. */
  #owns = (event: TouchEvent): boolean => event.touches.length === 2 || this.#zoom.scale > 1;

  start = (event: TouchEvent): void => {
    this.#moved = event.touches.length > 1;
    this.#gesture = null;
    if (!this.#owns(event)) return;
    if (event.touches.length === 2 && event.cancelable) event.preventDefault();
    this.#gesture = gestureOf(event.touches, this.#box, this.#zoom);
  };

  move = (event: TouchEvent): void => {
    this.#moved = true;
    const from = this.#gesture;
    const to = from && gestureOf(event.touches, this.#box, from.zoom);
    if (!from || !to) return;
    if (event.cancelable) event.preventDefault();
    const scale = from.distance > 0 ? to.distance / from.distance : 1;
    this.#show(zoomAround(from.zoom, from.zoom.scale * scale, from.middle, to.middle));
  };

  end = (event: TouchEvent): void => {
    this.#gesture = this.#owns(event) ? gestureOf(event.touches, this.#box, this.#zoom) : null;
    const touch = event.changedTouches[0];
    if (this.#moved || !touch || event.touches.length > 0) return;
    const tap = { x: touch.clientX, y: touch.clientY, time: event.timeStamp };
    const isDouble = this.#lastTap !== null && isNear(this.#lastTap, tap);
    this.#lastTap = isDouble ? null : tap;
    if (isDouble) this.#toggle(event);
  };

  #toggle(event: TouchEvent): void {
    event.preventDefault();
    const at = gestureOf(event.changedTouches, this.#box, this.#zoom);
    if (this.#zoom.scale > 1 || !at) this.#show(UNZOOMED, true);
    else this.#show(zoomAround(this.#zoom, DOUBLE_TAP_SCALE, at.middle), true);
  }
}

/** Pinches and double taps zoom the picture in its box; then one finger moves it (decision 061). */
export function useZoom(
  box: RefObject<HTMLElement | null>,
  picture: RefObject<HTMLImageElement | null>,
  { enabled, onZoom }: { enabled: boolean; onZoom: () => void },
): void {
  const zoomed = useEffectEvent(onZoom);
  useEffect(() => {
    const element = box.current;
    if (!enabled || !element || !picture.current) return;
    const zoom = new PictureZoom(element, picture.current, () => zoomed());
    const listeners = {
      touchstart: zoom.start,
      touchmove: zoom.move,
      touchend: zoom.end,
      touchcancel: zoom.end,
    };
    for (const [name, listener] of Object.entries(listeners))
      element.addEventListener(name, listener as EventListener, { passive: false });
    const observer = new ResizeObserver(zoom.refit);
    observer.observe(element);
    return () => {
      observer.disconnect();
      zoom.reset();
      for (const [name, listener] of Object.entries(listeners))
        element.removeEventListener(name, listener as EventListener);
    };
  }, [box, picture, enabled]);
}
