import { useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import { keepStored, readStored } from "#web/lib/stored.ts";

const PREFIX = "scroll:";

function remember(key: string): void {
  keepStored("session", PREFIX + key, String(Math.round(scrollY)));
}

/**
 * A new page starts at its top; going back returns to where one was. What changes only the query
 * (a filter, an open post) leaves the place alone.
 */
export function ScrollManager() {
  const { key, pathname, hash } = useLocation();
  const type = useNavigationType();
  const shown = useRef<string | null>(null);

  // A layout effect, so that a page's own last place is not overwritten by the next page's first.
  useLayoutEffect(() => {
    history.scrollRestoration = "manual";
    const save = () => remember(key);
    addEventListener("pagehide", save);
    addEventListener("scrollend", save);
    return () => {
      removeEventListener("pagehide", save);
      removeEventListener("scrollend", save);
    };
  }, [key]);

  useLayoutEffect(() => {
    const first = shown.current === null;
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (hash && document.getElementById(hash.slice(1))) {
      document.getElementById(hash.slice(1))?.scrollIntoView();
      return;
    }
    scrollTo(0, type === "POP" ? Number(readStored("session", PREFIX + key) ?? 0) : 0);
    if (!first) document.getElementById("main")?.focus({ preventScroll: true });
  }, [key, pathname, hash, type]);

  return null;
}
