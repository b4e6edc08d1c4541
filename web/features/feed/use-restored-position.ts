import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation } from "react-router";
import { PAGE_SIZE } from "#schema/queries.ts";
import { readStored, writeStored } from "#web/lib/stored.ts";
import type { NarrowFeed } from "./narrow-feed.ts";

const RESTORING_PAGE_SIZE = 100;

/** A feed without `setPageSize` is loaded again in its usual pages. */
type Restorable = Pick<NarrowFeed["more"], "hasMore" | "isLoading" | "error" | "onMore"> &
  Partial<Pick<NarrowFeed["more"], "setPageSize">>;

/**
 * After a reload, or on the way back to a listing that is no longer cached, loads as many posts as before, in large
 * pages, and restores the scroll position.
 */
export function useRestoredPosition(more: Restorable, loaded: number): void {
  const { key } = useLocation();
  const [top] = useState(() => Number(readStored("session", `scroll:${key}`)));
  const [wanted, setWanted] = useState(() => Number(readStored("session", `posts:${key}`)));
  const { hasMore, isLoading, error, setPageSize } = more;
  const isShort = wanted > loaded && loaded > 0 && hasMore && !error;
  const isEmpty = loaded === 0;
  // A page without posts yet is too short for its position.
  const isReturning = useRef(isEmpty && top > 0);
  const load = useEffectEvent(more.onMore);

  // Only once: another sort also begins with few posts, but has no position to restore.
  if (wanted > 0 && loaded > 0 && !isShort) setWanted(0);
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
  useEffect(() => {
    if (isShort) {
      isReturning.current = true;
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
