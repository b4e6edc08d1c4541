import { useEffect, useRef } from "react";
import type { GalleryMedia } from "#schema/media.ts";
import { cx } from "#view/cx.ts";
import { Icon } from "#view/icon.tsx";
import { allowsMotion } from "#web/lib/motion.ts";
import { GalleryStrip, stillOf } from "./gallery-strip.tsx";
import { SingleView, type SingleViewProps } from "./single-view.tsx";

const visibleSlide = ({ scrollLeft, clientWidth }: HTMLElement): number =>
  Math.round(scrollLeft / Math.max(1, clientWidth));

interface GalleryProps extends Omit<SingleViewProps, "media" | "still" | "active" | "eager"> {
  media: GalleryMedia;
  slide: number;
  onSlide: (slide: number) => void;
}

function Arrow({ side, onClick }: { side: "left" | "right"; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={side === "left" ? "Previous image" : "Next image"}
      onClick={onClick}
      className={cx(
        "absolute top-1/2 grid size-11 -translate-y-1/2 place-items-center rounded-full bg-black/60 text-white transition-colors hover:bg-black/85",
        side === "left" ? "left-3" : "right-3",
      )}
    >
      <Icon name={side === "left" ? "chevronLeft" : "chevronRight"} />
    </button>
  );
}

/**
 * Swipes use the browser's scroll snapping, and the slide number follows the scroll. Buttons and keys scroll to a
 * slide.
 */
function useTrack(slide: number, onSlide: (slide: number) => void) {
  const track = useRef<HTMLDivElement>(null);
  /** The end of a scroll by button or key: slides passed on the way are not chosen. */
  const target = useRef<number | null>(null);

  useEffect(() => {
    const element = track.current;
    if (!element) return;
    // After a swipe the slide is chosen already, and the browser snaps to it.
    if (target.current === null && visibleSlide(element) === slide) return;
    const left = slide * element.clientWidth;
    const near = Math.abs(element.scrollLeft - left) < element.clientWidth * 1.5;
    target.current = left;
    element.scrollTo({ left, behavior: near && allowsMotion() ? "smooth" : "instant" });
  }, [slide]);

  function release() {
    target.current = null;
  }
  function onScroll() {
    const element = track.current;
    if (!element) return;
    if (target.current !== null && Math.abs(element.scrollLeft - target.current) >= 2) return;
    release();
    const visible = visibleSlide(element);
    if (visible !== slide) onSlide(visible);
  }
  return {
    ref: track,
    onScroll,
    onScrollEnd: release,
    onPointerDown: release,
    onTouchStart: release,
    onWheel: release,
  };
}

export function GalleryView({ media, slide, onSlide, ...rest }: GalleryProps) {
  const track = useTrack(slide, onSlide);
  const count = media.items.length;
  const caption = media.items[slide]?.caption;
  const step = (by: number) => onSlide((slide + by + count) % count);

  return (
    <div className="absolute inset-0 flex flex-col">
      <div className="relative min-h-0 flex-1">
        <section
          {...track}
          aria-label="Pictures"
          // Scrollable regions must be focusable; the arrow keys then change the slide.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="gallery-track"
        >
          {media.items.map((item, index) => (
            <div
              key={index}
              inert={index !== slide}
              className="relative h-full w-full shrink-0 snap-center snap-always overflow-hidden"
            >
              {Math.abs(index - slide) <= 1 && (
                <SingleView
                  media={item}
                  place={`${item.kind === "image" ? "Image" : "Video"} ${index + 1} of ${count}`}
                  still={stillOf(item)}
                  active={index === slide}
                  eager
                  {...rest}
                />
              )}
            </div>
          ))}
        </section>
        <Arrow side="left" onClick={() => step(-1)} />
        <Arrow side="right" onClick={() => step(1)} />
        {/* One region: place and caption are said together, once for each turn. */}
        <div aria-live="polite" aria-atomic="true">
          <p className="absolute top-3 left-3 rounded-full bg-black/70 px-2.5 py-1 text-xs font-semibold text-white tabular-nums">
            <span className="sr-only">Image </span>
            <span>{`${slide + 1} / ${count}`}</span>
          </p>
          {caption && (
            <p
              dir="auto"
              className="absolute inset-x-0 bottom-0 bg-gradient-to-t from-black/80 to-transparent px-4 pt-8 pb-3 text-center text-sm text-white"
            >
              {caption}
            </p>
          )}
        </div>
      </div>
      <GalleryStrip media={media} slide={slide} onSlide={onSlide} />
    </div>
  );
}
