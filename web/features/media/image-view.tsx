import { useRef, useState } from "react";
import type { ImageMedia } from "#schema/media.ts";
import { cx } from "#view/cx.ts";
import { useResetOnline } from "#web/lib/use-reset-online.ts";
import { MediaSpinner } from "./media-spinner.tsx";
import { Notice, StageButton } from "./notice.tsx";
import { SlowPicture, useSlowPicture } from "./slow-picture.tsx";
import { stagePicture } from "./stage-picture.ts";
import { useEndedPictures } from "./use-ended-pictures.ts";
import { useZoom } from "./use-zoom.ts";

type Stage = "full" | "still" | "dead";
type Original = "unasked" | "asked" | "failed";

// A notice has a button of its own for another try.
const fullFromStill = (stage: Stage): Stage => (stage === "still" ? "full" : stage);
const unaskedFromFailed = (original: Original): Original =>
  original === "failed" ? "unasked" : original;

/**
 * Falls back to the feed's still, then to a notice. A zoom loads the full-size picture; if that fails, the copy in view
 * comes back. Either is tried again once the device is online.
 */
export function ImageView({
  media,
  alt,
  still,
  active,
}: {
  media: ImageMedia;
  alt: string;
  /** A small copy, probably cached, shown until the full picture has loaded. */
  still: string | null;
  active: boolean;
}) {
  const [stage, setStage] = useState<Stage>("full");
  const [loadedStage, setLoadedStage] = useState<Stage | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [original, setOriginal] = useState<Original>("unasked");
  const loaded = loadedStage === stage;
  useResetOnline(setStage, fullFromStill);
  useResetOnline(setOriginal, unaskedFromFailed);
  const box = useRef<HTMLDivElement>(null);
  const element = useRef<HTMLImageElement>(null);
  useEndedPictures(box);
  useZoom(box, element, {
    enabled: active && loaded,
    onZoom: () => original === "unasked" && setOriginal("asked"),
  });
  const key = `${stage} ${attempt}`;
  const isSlow = useSlowPicture(element, loaded || stage === "dead" ? null : key + original);

  if (stage === "dead") {
    return (
      <Notice
        title="Image Unavailable"
        icon="image"
        alert
        action={<StageButton onClick={() => setStage("full")}>Try Again</StageButton>}
      >
        It may have been removed, or its host is not answering.
      </Notice>
    );
  }
  const full = stage === "full";
  const picture = stagePicture(media);
  const srcSet = full && original !== "asked" ? picture.srcSet : undefined;
  return (
    <div ref={box} className="zoom-box">
      {still && !loaded && full && (
        <img
          key={attempt}
          src={still}
          alt=""
          referrerPolicy="no-referrer"
          className="stage-fit [filter:blur(8px)]"
        />
      )}
      <img
        key={key}
        ref={element}
        src={full ? picture.src : (still ?? "")}
        srcSet={srcSet}
        sizes={picture.sizes}
        alt={alt}
        decoding="async"
        referrerPolicy="no-referrer"
        onLoad={() => setLoadedStage(stage)}
        onError={() => {
          // Ends the zoom, which would otherwise keep handling swipes.
          setLoadedStage(null);
          if (full && !srcSet && picture.srcSet) setOriginal("failed");
          else setStage(full && still ? "still" : "dead");
        }}
        className={cx("stage-fit transition-opacity", !loaded && "opacity-0")}
      />
      {!loaded && !isSlow && <MediaSpinner />}
      {isSlow && (
        <SlowPicture box={box} url={picture.src} onAgain={() => setAttempt(attempt + 1)} />
      )}
    </div>
  );
}
