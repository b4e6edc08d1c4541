import { useEffect, useEffectEvent, useState } from "react";
import { useDebounced } from "#web/lib/use-debounced.ts";

const MAX_PAGES_WITHOUT_MATCH = 3;
/** A key that moves through the filters passes several. */
const SETTLED_MS = 500;
/** Above the window the marker counts as in view at any distance: a fast scroll can pass it. */
const ABOVE = "100000px";
/** Below the window it counts this early, and far earlier with nothing to scroll through. */
const BELOW = "200px";
const BELOW_WHILE_EMPTY = "1000px";

/**
 * Loads the next page when the marker comes into view. After three pages without a new match only the button loads
 * more: a filter without matches would load the whole listing.
 */
export function useAutoLoad(options: {
  enabled: boolean;
  shown: number;
  /** The address of sort, filter and narrowing: after a change of it the count begins again. */
  listing: string;
  pages: number;
  load: () => void;
}) {
  // State, not a ref: each page renders a new marker, which has to be observed.
  const [marker, setMarker] = useState<HTMLDivElement | null>(null);
  const { enabled, shown, listing, pages } = options;
  const [last, setLast] = useState({ shown, listing, pages });
  if (shown !== last.shown || listing !== last.listing) setLast({ shown, listing, pages });
  const hasGivenUp = pages - last.pages >= MAX_PAGES_WITHOUT_MATCH;
  const isSettled = useDebounced(listing, SETTLED_MS) === listing;
  const below = shown === 0 ? BELOW_WHILE_EMPTY : BELOW;
  const load = useEffectEvent(options.load);

  useEffect(() => {
    if (!marker || !enabled || hasGivenUp || !isSettled) return;
    const observer = new IntersectionObserver(
      // A busy browser reports several changes in one callback, the last one last.
      (changes) => {
        if (changes.at(-1)?.isIntersecting) load();
      },
      { threshold: 0.5, rootMargin: `${ABOVE} 0px ${below}` },
    );
    observer.observe(marker);
    return () => observer.disconnect();
  }, [marker, enabled, hasGivenUp, isSettled, below]);

  return { marker: setMarker, hasGivenUp };
}
