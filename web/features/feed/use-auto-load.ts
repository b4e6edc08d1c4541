import { useEffect, useEffectEvent, useRef, useState } from "react";

const BARREN_PAGES = 3;
/** 200 px ahead of the window, and however far a quick scroll has gone past it. */
const MARGIN = "100000px 0px 200px";

/**
 * Loads the next page as its marker comes into view. A filter that matches nothing would load a whole
 * history that way, so after three pages that added nothing it is left to the button.
 */
export function useAutoLoad(options: {
  enabled: boolean;
  shown: number;
  pages: number;
  load: () => void;
}) {
  const marker = useRef<HTMLDivElement>(null);
  const { enabled, shown, pages } = options;
  const [last, setLast] = useState({ shown, pages });
  if (shown !== last.shown) setLast({ shown, pages });
  const barren = pages - last.pages >= BARREN_PAGES;
  const load = useEffectEvent(options.load);

  useEffect(() => {
    const element = marker.current;
    if (!element || !enabled || barren) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) load();
      },
      { threshold: 0.5, rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [enabled, barren]);

  return marker;
}
