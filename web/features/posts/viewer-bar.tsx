import { cx } from "#view/cx.ts";
import { Announced } from "#web/ui/announced.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Shortcuts } from "./shortcuts.tsx";

export interface ViewerBarProps {
  /** "3 of 12"; null for a post outside a list. */
  place: string | null;
  /** The post's. Posts in a row can have the same title. */
  id: string;
  /** The post's title; empty until it is loaded. */
  title: string;
  /** The post cannot be shown; a message says why. */
  isMissing: boolean;
  hasPrevious: boolean;
  hasNext: boolean;
  /** The next page is loading, and its first post will be shown. */
  isLoading: boolean;
  playing: boolean;
  onPrevious: () => void;
  onNext: () => void;
  /** Null if there is nothing to go to. */
  onSlideshow: (() => void) | null;
  onFullScreen: () => void;
  onClose: () => void;
}

export function ViewerBar(props: ViewerBarProps) {
  const { place, id, title, isMissing, hasPrevious, hasNext, isLoading } = props;
  const { playing, onSlideshow } = props;
  return (
    <div className="viewer-bar">
      {place && (
        <>
          <IconButton
            icon="chevronLeft"
            label="Previous post"
            aria-disabled={!hasPrevious}
            onClick={props.onPrevious}
            className="aria-disabled:opacity-35"
          />
          <IconButton
            icon="chevronRight"
            label="Next post"
            aria-disabled={!hasNext}
            onClick={props.onNext}
            className="aria-disabled:opacity-35"
          />
          <p className="text-xs leading-tight text-quiet tabular-nums">
            {isLoading ? "Loading…" : place}
          </p>
          {/* Announced because the focus stays on a change of post. Without the place, whose total grows with each
              page. */}
          <Announced id={id} text={isLoading ? "Loading the next post" : title} />
        </>
      )}
      {/* The focus is elsewhere when a key starts it, and when it ends with the last post. */}
      <Announced id="slideshow" text={playing ? "Slideshow started" : "Slideshow stopped"} />
      <span className="flex-1" />
      {!isMissing && (
        <>
          {onSlideshow && (
            <IconButton
              icon={playing ? "pause" : "play"}
              label={playing ? "Stop slideshow" : "Start slideshow"}
              onClick={onSlideshow}
              className={cx(playing && "text-citrine!")}
            />
          )}
          <Shortcuts hasNeighbours={place !== null} hasSlideshow={onSlideshow !== null} />
          {/* iPhones allow full screen for videos only. */}
          {document.fullscreenEnabled && (
            <IconButton icon="expand" label="Full screen" onClick={props.onFullScreen} />
          )}
        </>
      )}
      <IconButton icon="close" label="Close" onClick={props.onClose} />
    </div>
  );
}
