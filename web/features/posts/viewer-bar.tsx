import { cx } from "#web/lib/cx.ts";
import { IconButton } from "#web/ui/icon-button.tsx";

export interface ViewerBarProps {
  /** Where in its list the post stands; null when it stands alone. */
  place: string | null;
  hasPrevious: boolean;
  hasNext: boolean;
  playing: boolean;
  onPrevious: () => void;
  onNext: () => void;
  onSlideshow: () => void;
  onFullScreen: () => void;
  onClose: () => void;
}

export function ViewerBar(props: ViewerBarProps) {
  const { place, hasPrevious, hasNext, playing } = props;
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
          <p className="px-1 text-sm text-quiet tabular-nums">{place}</p>
        </>
      )}
      <span className="flex-1" />
      <IconButton
        icon={playing ? "pause" : "play"}
        label={playing ? "Stop slideshow" : "Start slideshow"}
        aria-pressed={playing}
        onClick={props.onSlideshow}
        className={cx(playing && "text-citrine!")}
      />
      <IconButton icon="expand" label="Full screen" onClick={props.onFullScreen} />
      <IconButton icon="close" label="Close" onClick={props.onClose} />
    </div>
  );
}
