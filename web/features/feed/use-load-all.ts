import { useEffect, useEffectEvent, useState } from "react";
import { BATCH_SIZE } from "#schema/batch-size.ts";
import { PAGE_SIZE } from "#schema/queries.ts";
import { retrySeconds } from "#web/api/api-error.ts";
import { useTabShown } from "#web/lib/tab-shown.ts";
import type { NarrowFeed } from "./narrow-feed.ts";

export type LoadAllState = "off" | "on" | "waiting" | "stopped" | "done";

function useLargePages(isGoing: boolean, setPageSize: (size: number) => void): void {
  useEffect(() => {
    if (!isGoing) return;
    setPageSize(BATCH_SIZE);
    return () => setPageSize(PAGE_SIZE);
  }, [isGoing, setPageSize]);
}

/** A failure stops the loading until the next start, also if another request for the listing clears its error. */
function useStopped(isOn: boolean, hasFailed: boolean): [isStopped: boolean, goOn: () => void] {
  const [wasStopped, setWasStopped] = useState(false);
  const isStopped = isOn && (wasStopped || hasFailed);
  if (isStopped !== wasStopped) setWasStopped(isStopped);
  return [isStopped, () => setWasStopped(false)];
}

/**
 * Loads the listing to its end: one request at a time, none while the page is hidden, after a 429 only when Retry-After
 * has passed. Any other failure stops it; the next start continues there. It starts by itself while the address's day
 * is not loaded yet, but does not go on to another source by itself.
 */
export function useLoadAll(more: NarrowFeed["more"], isSeeking: boolean) {
  const { hasMore, isOlder = false, isLoading, error, errorAt = 0, onMore, setPageSize } = more;
  const [asked, setAsked] = useState<boolean | null>(null);
  const isOn = asked ?? (isSeeking && !isOlder);
  /** The failure from before the start, which must not stop it. */
  const [known, setKnown] = useState<unknown>(null);
  /** Epoch milliseconds. A Retry-After counts from its failure, which can be older. */
  const [startedAt, setStartedAt] = useState(0);
  const isVisible = useTabShown();
  const failure = error === known ? null : error;
  const wait = failure ? retrySeconds(failure) : 0;
  const waited = errorAt ? Math.max(0, Math.floor((startedAt - errorAt) / 1000)) : 0;
  const [isStopped, goOn] = useStopped(isOn, wait === null);
  const isGoing = isOn && hasMore && wait !== null && !isStopped;
  const load = useEffectEvent(onMore);

  useEffect(() => {
    if (!isGoing || !isVisible || isLoading) return;
    const since = errorAt ? Date.now() - errorAt : 0;
    const timer = setTimeout(load, Math.max(0, wait * 1000 - since));
    return () => clearTimeout(timer);
  }, [isGoing, isVisible, isLoading, wait, errorAt]);

  useLargePages(isGoing, setPageSize);

  const stateWithMore = (): LoadAllState => {
    if (!isOn && asked === null) return "off";
    if (!isGoing) return "stopped";
    return wait && !isLoading ? "waiting" : "on";
  };
  return {
    state: hasMore ? stateWithMore() : ("done" as const),
    isStarted: isOn || asked !== null,
    failure: isOn && wait === null ? failure : null,
    waitSeconds: Math.max(0, (wait ?? 0) - waited),
    start: () => {
      setKnown(retrySeconds(error) === null ? error : null);
      goOn();
      setStartedAt(Date.now());
      setAsked(true);
    },
    stop: () => setAsked(false),
  };
}

export type LoadAll = ReturnType<typeof useLoadAll>;
