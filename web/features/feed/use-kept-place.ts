import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation } from "react-router";
import { PAGE_SIZE } from "#schema/queries.ts";
import { readStored, writeStored } from "#web/lib/stored.ts";
import type { NarrowFeed } from "./narrow-feed.ts";

const LARGE_PAGE = 100;

/** After a reload, loads as many posts as there were, in large pages, and returns to the place among them. */
export function useKeptPlace(more: NarrowFeed["more"], loaded: number): void {
  const { key } = useLocation();
  const [before] = useState(() => ({
    posts: Number(readStored("session", `posts:${key}`)),
    top: Number(readStored("session", `scroll:${key}`)),
  }));
  const { hasMore, isLoading, error, setPageSize } = more;
  const isShort = before.posts > loaded && loaded > 0 && hasMore && !error;
  const isReturning = useRef(false);
  const load = useEffectEvent(more.onMore);

  useEffect(() => {
    const save = () => writeStored("session", `posts:${key}`, String(loaded));
    addEventListener("pagehide", save);
    return () => removeEventListener("pagehide", save);
  }, [key, loaded]);
  useEffect(() => {
    if (isShort) {
      isReturning.current = true;
      setPageSize(LARGE_PAGE);
      return () => setPageSize(PAGE_SIZE);
    }
    if (isReturning.current) requestAnimationFrame(() => scrollTo(0, before.top));
    isReturning.current = false;
  }, [isShort, setPageSize, before]);
  useEffect(() => {
    if (isShort && !isLoading) load();
  }, [isShort, isLoading]);
}
