import { useEffect, useRef } from "react";
import type { GalleryMedia, SingleMedia } from "#schema/media.ts";
import { cx } from "#web/lib/cx.ts";
import { Icon } from "#web/ui/icons.tsx";
import { SingleView, type SingleViewProps } from "./single-view.tsx";

const NAVIGATING_MS = 300;

function stillOf(item: SingleMedia): string | null {
  return item.kind === "image" ? (item.srcset[0]?.url ?? item.image.url) : item.poster;
}

interface GalleryProps extends Omit<SingleViewProps, "media" | "still" | "eager"> {
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

function Thumbnails({ media, slide, onSlide }: Pick<GalleryProps, "media" | "slide" | "onSlide">) {
  return (
    <ul className="flex shrink-0 justify-start gap-2 overflow-x-auto bg-black p-2 sm:justify-center">
      {media.items.map((item, index) => {
        const still = stillOf(item);
        return (
          <li key={index}>
            <button
              type="button"
              aria-label={`Image ${index + 1}`}
              aria-current={index === slide}
              onClick={() => onSlide(index)}
              className="hit block size-13 overflow-hidden rounded-sm bg-white/10 opacity-60 outline-offset-1 hover:opacity-100 aria-[current=true]:opacity-100 aria-[current=true]:ring-2 aria-[current=true]:ring-white"
            >
              {still && (
                <img
                  src={still}
                  alt=""
                  loading="lazy"
                  referrerPolicy="no-referrer"
                  className="size-full object-cover"
                />
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/**
 * The track scrolls and snaps by itself, so a finger swipes it as it swipes everything; the slide's
 * number follows it, and buttons and keys move it.
 */
function useTrack(slide: number, onSlide: (slide: number) => void) {
  const track = useRef<HTMLDivElement>(null);
  const quietUntil = useRef(0);

  useEffect(() => {
    const element = track.current;
    if (!element) return;
    const left = slide * element.clientWidth;
    if (Math.abs(element.scrollLeft - left) < 2) return;
    quietUntil.current = performance.now() + NAVIGATING_MS;
    const near = Math.abs(element.scrollLeft - left) < element.clientWidth * 1.5;
    element.scrollTo({ left, behavior: near ? "smooth" : "instant" });
  }, [slide]);

  function onScroll() {
    const element = track.current;
    if (!element || performance.now() < quietUntil.current) return;
    const seen = Math.round(element.scrollLeft / Math.max(1, element.clientWidth));
    if (seen !== slide) onSlide(seen);
  }
  return { track, onScroll };
}

export function GalleryView({ media, slide, onSlide, active, ...rest }: GalleryProps) {
  const { track, onScroll } = useTrack(slide, onSlide);
  const count = media.items.length;
  const caption = media.items[slide]?.caption;
  const step = (by: number) => onSlide((slide + by + count) % count);

  return (
    <div className="absolute inset-0 flex flex-col">
      <div className="relative min-h-0 flex-1">
        <div ref={track} onScroll={onScroll} className="gallery-track">
          {media.items.map((item, index) => (
            <div
              key={index}
              inert={index !== slide}
              className="relative h-full w-full shrink-0 snap-center"
            >
              {Math.abs(index - slide) <= 1 && (
                <SingleView
                  media={item}
                  still={stillOf(item)}
                  active={active && index === slide}
                  eager
                  {...rest}
                />
              )}
            </div>
          ))}
        </div>
        <Arrow side="left" onClick={() => step(-1)} />
        <Arrow side="right" onClick={() => step(1)} />
        <p
          aria-live="polite"
          className="absolute top-3 left-3 rounded-full bg-black/70 px-2.5 py-1 text-xs font-semibold text-white tabular-nums"
        >
          <span className="sr-only">Image </span>
          {slide + 1} / {count}
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
      <Thumbnails media={media} slide={slide} onSlide={onSlide} />
    </div>
  );
}
