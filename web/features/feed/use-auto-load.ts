import { useEffect, useEffectEvent, useState } from "react";

const MAX_PAGES_WITHOUT_MATCH = 3;
/** 200 px ahead of the window, and any distance behind it after a fast scroll. */
const MARGIN = "100000px 0px 200px";

/**
 * Loads the next page when the marker comes into view. A filter that matches nothing would load the whole
 * listing, so after three pages without a new match only the button loads more.
 */
export function useAutoLoad(options: {
  enabled: boolean;
  shown: number;
  pages: number;
  load: () => void;
}) {
  // State, not a ref: each page renders a new marker, and the observer has to follow it.
  const [marker, setMarker] = useState<HTMLDivElement | null>(null);
  const { enabled, shown, pages } = options;
  const [last, setLast] = useState({ shown, pages });
  if (shown !== last.shown) setLast({ shown, pages });
  const hasGivenUp = pages - last.pages >= MAX_PAGES_WITHOUT_MATCH;
  const load = useEffectEvent(options.load);

  useEffect(() => {
    if (!marker || !enabled || hasGivenUp) return;
    const observer = new IntersectionObserver(
      // A busy browser tells several changes at once, the last one last.
      (changes) => {
        if (changes.at(-1)?.isIntersecting) load();
      },
      { threshold: 0.5, rootMargin: MARGIN },
    );
    observer.observe(marker);
    return () => observer.disconnect();
  }, [marker, enabled, hasGivenUp]);

  return setMarker;
}
