import { useEffect, useRef, useState } from "react";
import type { GalleryMedia, SingleMedia } from "#schema/media.ts";
import { Icon } from "#view/icon.tsx";
import { allowsMotion } from "#web/lib/motion.ts";
import { useResetOnline } from "#web/lib/use-reset-online.ts";
import { useSlowPicture } from "./slow-picture.tsx";
import { useEndedPictures } from "./use-ended-pictures.ts";

export function stillOf(item: SingleMedia): string | null {
  return item.kind === "image" ? (item.srcset[0]?.url ?? item.image.url) : item.poster;
}

export const nounOf = (item: SingleMedia): string => (item.kind === "image" ? "Image" : "Video");

function StripPicture({ url, isVideo }: { url: string | null; isVideo: boolean }) {
  const [isLoaded, setLoaded] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const picture = useRef<HTMLImageElement>(null);
  const isSlow = useSlowPicture(picture, isLoaded ? null : url);
  useResetOnline(setFailed, false);
  const placeholder = <Icon name={isVideo ? "video" : "image"} className="m-auto text-white/70" />;
  if (!url || hasFailed) return placeholder;
  return (
    <>
      {!isLoaded && (isSlow ? placeholder : <span className="strip-spinner" />)}
      <img
        ref={picture}
        src={url}
        alt=""
        loading="lazy"
        referrerPolicy="no-referrer"
        onLoad={() => setLoaded(true)}
        onError={() => setFailed(true)}
        className="absolute inset-0 size-full object-cover"
      />
    </>
  );
}

/** Scrolls only the strip: scrollIntoView would move the page too. */
function useCurrentInView(slide: number) {
  const strip = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const list = strip.current;
    const item = list?.children[slide];
    if (!list || !(item instanceof HTMLElement)) return;
    const left = item.offsetLeft - (list.clientWidth - item.offsetWidth) / 2;
    list.scrollTo({ left, behavior: allowsMotion() ? "smooth" : "instant" });
  }, [slide]);
  return strip;
}

export function GalleryStrip({
  media,
  slide,
  onSlide,
}: {
  media: GalleryMedia;
  slide: number;
  onSlide: (slide: number) => void;
}) {
  const strip = useCurrentInView(slide);
  useEndedPictures(strip);
  return (
    <ul
      ref={strip}
      data-own-swipe
      className="relative flex shrink-0 justify-center-safe gap-2 overflow-x-auto overscroll-x-contain bg-black p-2"
    >
      {media.items.map((item, index) => (
        <li key={index}>
          <button
            type="button"
            aria-label={`${nounOf(item)} ${index + 1}`}
            aria-current={index === slide}
            onClick={() => onSlide(index)}
            className="relative grid size-13 overflow-hidden rounded-sm bg-white/10 opacity-60 outline-offset-1 hover:opacity-100 aria-[current=true]:opacity-100 aria-[current=true]:[box-shadow:0_0_0_2px_white]"
          >
            <StripPicture url={stillOf(item)} isVideo={item.kind !== "image"} />
          </button>
        </li>
      ))}
    </ul>
  );
}
