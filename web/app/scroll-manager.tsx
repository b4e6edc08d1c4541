import { useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import { writeStored, readStored } from "#web/lib/stored.ts";

const KEY_PREFIX = "scroll:";

function storePosition(key: string): void {
  writeStored("session", KEY_PREFIX + key, String(Math.round(scrollY)));
}

/**
 * A new page starts at its top; going back restores the position. A change of the query string alone
 * (a filter, an open post) does not scroll.
 */
export function ScrollManager() {
  const { key, pathname, hash } = useLocation();
  const type = useNavigationType();
  const shown = useRef<string | null>(null);

  // A layout effect, so that the next page's first position is not stored as this page's last one.
  useLayoutEffect(() => {
    history.scrollRestoration = "manual";
    const save = () => storePosition(key);
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
    scrollTo(0, type === "POP" ? Number(readStored("session", KEY_PREFIX + key) ?? 0) : 0);
    if (!first) document.getElementById("main")?.focus({ preventScroll: true });
  }, [key, pathname, hash, type]);

  return null;
}
