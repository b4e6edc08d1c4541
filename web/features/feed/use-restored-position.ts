import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation } from "react-router";
import { PAGE_SIZE } from "#schema/queries.ts";
import { readStored, writeStored } from "#web/lib/stored.ts";
import type { NarrowFeed } from "./narrow-feed.ts";

const RESTORING_PAGE_SIZE = 100;
const SCROLLING = ["wheel", "touchmove", "keydown"];
const SCROLL_KEY = /^(?:Arrow|Page|Home|End| )/;

/** A feed without `setPageSize` is loaded again in its usual pages. */
type Restorable = Pick<NarrowFeed["more"], "hasMore" | "isLoading" | "error" | "onMore"> &
  Partial<Pick<NarrowFeed["more"], "setPageSize">>;

function useStoredCount(key: string, loaded: number): void {
  useEffect(() => {
    const save = () => {
      if (loaded > 0) writeStored("session", `posts:${key}`, String(loaded));
    };
    addEventListener("pagehide", save);
    return () => {
      removeEventListener("pagehide", save);
      save();
    };
  }, [key, loaded]);
}

/**
 * After a reload, or on the way back to a listing that is no longer cached, loads as many posts as before, in large
 * pages, and restores the scroll position, unless the visitor scrolls meanwhile.
 */
export function useRestoredPosition(more: Restorable, loaded: number): void {
  const { key } = useLocation();
  const [top] = useState(() => Number(readStored("session", `scroll:${key}`)));
  const [wanted, setWanted] = useState(() => Number(readStored("session", `posts:${key}`)));
  const { hasMore, isLoading, error, setPageSize } = more;
  const isShort = wanted > loaded && loaded > 0 && hasMore && !error;
  const isEmpty = loaded === 0;
  // Until the page is long enough for its position.
  const isReturning = useRef(wanted > loaded || (isEmpty && top > 0));
  const load = useEffectEvent(more.onMore);

  // Only once: another sort also begins with few posts, but has no position to restore.
  if (wanted > 0 && loaded > 0 && !isShort) setWanted(0);
  useStoredCount(key, loaded);
  useEffect(() => {
    if (!isShort && !isEmpty) return;
    const stay = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || SCROLL_KEY.test(event.key))
        isReturning.current = false;
    };
    for (const name of SCROLLING) addEventListener(name, stay);
    return () => {
      for (const name of SCROLLING) removeEventListener(name, stay);
    };
  }, [isShort, isEmpty]);
  useEffect(() => {
    if (isShort) {
      setPageSize?.(RESTORING_PAGE_SIZE);
      return () => setPageSize?.(PAGE_SIZE);
    }
    if (isEmpty) return;
    if (isReturning.current) requestAnimationFrame(() => scrollTo(0, top));
    isReturning.current = false;
  }, [isShort, isEmpty, setPageSize, top]);
  useEffect(() => {
    if (isShort && !isLoading) load();
  }, [isShort, isLoading]);
}
