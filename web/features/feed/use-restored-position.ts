import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation } from "react-router";
import { BATCH_SIZE } from "#schema/batch-size.ts";
import { PAGE_SIZE } from "#schema/queries.ts";
import { scrollKey } from "#web/lib/scroll-key.ts";
import { readStored, writeStored } from "#web/lib/stored.ts";
import type { NarrowFeed } from "./narrow-feed.ts";

const EVENTS = ["pagehide", "wheel", "touchmove", "keydown", "mousedown"];
/** The scroll bar is beside the page's content. */
const isOnContent = ({ type, clientX }: MouseEvent): boolean =>
  type === "mousedown" && clientX < document.documentElement.clientWidth;
const SCROLL_KEY = /^(?:Arrow|Page|Home|End| )/;

const postsKey = (entry: string): string => `posts:${entry}`;

/** A feed without `setPageSize` is loaded again in its usual pages. */
type Restorable = Pick<NarrowFeed["more"], "hasMore" | "isLoading" | "error" | "onMore"> &
  Partial<Pick<NarrowFeed["more"], "setPageSize">>;

interface StoredPosition {
  key: string;
  /** The number of posts; 0 while none are loaded. */
  count: number;
  top: number;
}

/**
 * Stores the number of posts for the next return, and while the posts of this one still load its position again: the
 * scroll manager would store the end of the short page.
 */
function useStoredPosition(
  { key, count, top }: StoredPosition,
  isReturning: RefObject<boolean>,
): void {
  useEffect(() => {
    const save = () => {
      if (count > 0) writeStored("session", postsKey(key), String(count));
      if (isReturning.current) writeStored("session", scrollKey(key), String(top));
    };
    const follow = (event: Event) => {
      if (event.type === "pagehide") save();
      // A wheel, a touch and a press on the scroll bar have no key, and always scroll.
      else if (
        !isOnContent(event as MouseEvent) &&
        SCROLL_KEY.test((event as KeyboardEvent).key ?? " ")
      )
        isReturning.current = false;
    };
    for (const name of EVENTS) addEventListener(name, follow);
    return () => {
      for (const name of EVENTS) removeEventListener(name, follow);
      save();
    };
  }, [key, count, top, isReturning]);
}

/**
 * After a reload, or on the way back to a listing that is no longer cached, loads as many posts as before, in large
 * pages, and restores the scroll position, unless the visitor scrolls meanwhile or chooses another `listing`. A page
 * that fails is awaited until it is loaded by a press.
 */
export function useRestoredPosition(more: Restorable, loadedCount: number, listing: string): void {
  const { key } = useLocation();
  const [first] = useState(listing);
  const stored = (name: string) => Number(readStored("session", name));
  const [top] = useState(() => stored(scrollKey(key)));
  const [wanted, setWanted] = useState(() => stored(postsKey(key)));
  const { hasMore, isLoading, error, setPageSize } = more;
  const isSame = listing === first;
  // Until the page is long enough for its position.
  const isShort = isSame && (loadedCount === 0 || (wanted > loadedCount && hasMore));
  /** The number of posts to load by itself. */
  const missing = isShort && loadedCount > 0 && !error ? wanted - loadedCount : 0;
  const isReturning = useRef(wanted > loadedCount || (isShort && top > 0));
  const load = useEffectEvent(more.onMore);

  // Only once: another sort also begins with few posts, but has no position to restore.
  if (wanted > 0 && !isShort) setWanted(0);
  useStoredPosition({ key, count: loadedCount && Math.max(loadedCount, wanted), top }, isReturning);
  useEffect(() => {
    if (isShort) return;
    if (isReturning.current && isSame) requestAnimationFrame(() => scrollTo(0, top));
    isReturning.current = false;
  }, [isShort, isSame, top]);
  useEffect(() => {
    if (missing === 0) return;
    // The query takes the new size in an effect of its own, and only then loads large pages.
    const loadLarge = () => {
      flushSync(() => setPageSize?.(BATCH_SIZE));
      load();
    };
    if (!isLoading) queueMicrotask(loadLarge);
    return () => setPageSize?.(PAGE_SIZE);
  }, [missing, isLoading, setPageSize]);
}
