import { use } from "react";
import type { GalleryMedia } from "#schema/media.ts";
import { cx } from "#view/cx.ts";
import { Icon } from "#view/icon.tsx";
import { GalleryStrip, nounOf, stillOf } from "./gallery-strip.tsx";
import { OnMediaState } from "./media-state.ts";
import { SingleView, type SingleViewProps } from "./single-view.tsx";
import { useGalleryTrack } from "./use-gallery-track.ts";

interface GalleryProps extends Omit<SingleViewProps, "media" | "still" | "active"> {
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
        "absolute inset-y-0 my-auto grid size-11 place-items-center rounded-full bg-black/60 text-white transition-colors hover:bg-black/85",
        side === "left" ? "left-3" : "right-3",
      )}
    >
      <Icon name={side === "left" ? "chevronLeft" : "chevronRight"} />
    </button>
  );
}

export function GalleryView({ media, slide, onSlide, ...rest }: GalleryProps) {
  const track = useGalleryTrack(slide, onSlide);
  const onState = use(OnMediaState);
  const count = media.items.length;
  const shown = media.items[slide];
  const caption = shown?.caption;
  const hasControls = shown?.kind === "video" && !shown.isLoop;
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
                <OnMediaState value={index === slide ? onState : null}>
                  <SingleView
                    media={item}
                    place={`${nounOf(item)} ${index + 1} of ${count}`}
                    still={stillOf(item)}
                    active={index === slide}
                    {...rest}
                  />
                </OnMediaState>
              )}
            </div>
          ))}
        </section>
        <Arrow side="left" onClick={() => step(-1)} />
        <Arrow side="right" onClick={() => step(1)} />
        {/* One region: place and caption are said together, once for each turn. */}
        <div aria-live="polite" aria-atomic="true">
          <p className="pointer-events-none absolute top-3 left-3 rounded-full bg-black/70 px-2.5 py-1 text-xs font-semibold text-white tabular-nums">
            <span className="sr-only">{shown && `${nounOf(shown)} `}</span>
            <span>{`${slide + 1} / ${count}`}</span>
          </p>
          {caption && (
            <p dir="auto" className={cx("gallery-caption", hasControls && "above-controls")}>
              {caption}
            </p>
          )}
        </div>
      </div>
      <GalleryStrip media={media} slide={slide} onSlide={onSlide} />
    </div>
  );
}
