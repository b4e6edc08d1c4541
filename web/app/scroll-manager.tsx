import { useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";
import { focusMain } from "#web/lib/focus-main.ts";
import { onPageRestored } from "#web/lib/on-page-restored.ts";
import { scrollKey } from "#web/lib/scroll-key.ts";
import { writeStored, readStored } from "#web/lib/stored.ts";

/**
 * Safari has no `scrollend` before 26.2. `scrollend` also saves the position of a background tab that the browser
 * discards.
 */
const EVENTS = ["scroll", "scrollend", "pagehide"];

/** The focus follows, also to a part that is no control. */
function goToPart(part: HTMLElement): void {
  part.scrollIntoView();
  if (part.tabIndex < 0) part.tabIndex = -1;
  part.focus({ preventScroll: true });
}

/**
 * A new page starts at its top; going back restores the position. A change of the query string alone
 * (an open post) does not scroll.
 */
export function ScrollManager() {
  const { key, pathname, hash } = useLocation();
  const shown = useRef<string | null>(null);

  useLayoutEffect(() => {
    const first = shown.current === null;
    if (shown.current === pathname) return;
    shown.current = pathname;
    const stored = readStored("session", scrollKey(key));
    const target = stored === null && hash && document.getElementById(hash.slice(1));
    if (target) {
      goToPart(target);
      return;
    }
    // The key of a new entry has no position yet. A visitor may have scrolled the first view before the app started.
    if (!first || stored !== null) scrollTo(0, Number(stored));
    if (!first) focusMain();
  }, [key, pathname, hash]);

  // A layout effect: its clean-up stores this page's last position before the next page scrolls.
  useLayoutEffect(() => {
    history.scrollRestoration = "manual";
    let top = scrollY;
    const save = () => writeStored("session", scrollKey(key), String(Math.round(top)));
    // Tracked in events, because at the clean-up the next page is already laid out.
    const follow = ({ type }: Event) => {
      top = scrollY;
      if (type !== "scroll") save();
    };
    // WebKit shows a page from its back/forward cache at the top.
    const stopWatching = onPageRestored(() => scrollTo(0, top));
    for (const name of EVENTS) addEventListener(name, follow);
    return () => {
      stopWatching();
      for (const name of EVENTS) removeEventListener(name, follow);
      save();
    };
  }, [key]);

  return null;
}
