import { useState } from "react";
import type { ImageMedia } from "#schema/media.ts";
import { cx } from "#web/lib/cx.ts";
import { MediaSpinner } from "./media-spinner.tsx";
import { Notice, StageButton } from "./notice.tsx";
import { stagePicture } from "./stage-picture.ts";

type Stage = "full" | "still" | "dead";

/** The picture in full; if it is dead the feed's still, and if that is too, the words for it. */
export function ImageView({
  media,
  alt,
  still,
  eager,
}: {
  media: ImageMedia;
  alt: string;
  /** A small copy that is likely in the cache: shown until the full one is there. */
  still: string | null;
  eager: boolean;
}) {
  const [stage, setStage] = useState<Stage>("full");
  const [loaded, setLoaded] = useState(false);

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
  return (
    <>
      {still && !loaded && full && (
        <img src={still} alt="" referrerPolicy="no-referrer" className="stage-fit blur-sm" />
      )}
      <img
        key={stage}
        src={full ? picture.url : (still ?? "")}
        srcSet={full ? picture.srcSet : undefined}
        sizes={picture.sizes}
        alt={media.caption ?? alt}
        decoding="async"
        loading={eager ? "eager" : "lazy"}
        referrerPolicy="no-referrer"
        onLoad={() => setLoaded(true)}
        onError={() => setStage(full && still ? "still" : "dead")}
        className={cx("stage-fit transition-opacity", !loaded && "opacity-0")}
      />
      {!loaded && <MediaSpinner />}
    </>
  );
}
