import { type ReactNode, type Ref, useEffect } from "react";
import type { PresentationStyle } from "#schema/api/preferences.ts";
import { ApiError, failureSentence, isFinal } from "#web/api/api-error.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#view/icon.tsx";
import { FeedSkeleton } from "./feed-skeleton.tsx";

export interface FeedEndProps {
  /** Shown once everything is loaded. */
  ending: ReactNode;
  hasMore: boolean;
  /** The next posts are from another source, so they wait for a press. */
  isOlder?: boolean;
  isLoading: boolean;
  error: unknown;
  /** The layout of the placeholder tiles; null for none. */
  tiles: PresentationStyle | null;
  /** Pixels to reserve for posts that are counted but not loaded. */
  ahead: number;
  onMore: () => void;
  ref: Ref<HTMLDivElement>;
}

/** An error of a companion's listing brings a button that loads the next posts from the server. */
interface WithContinueButton {
  continueButton?: (onMore: () => void) => ReactNode;
}

/**
 * Each page and each failure renders a row with a new key. The old row passes the focus to the new row's button, or to
 * the ending.
 */
function passFocusToNewRow(row: HTMLElement | null): (() => void) | undefined {
  const feed = row?.closest("section");
  return () => {
    if (!row?.contains(document.activeElement)) return;
    // After React has replaced the row. Without scrolling, because the new posts are above it.
    queueMicrotask(() =>
      feed
        ?.querySelector<HTMLElement>("[data-more] button, p[data-more]")
        ?.focus({ preventScroll: true }),
    );
  };
}

function Failed({ error, onMore }: Pick<FeedEndProps, "error" | "onMore">) {
  // The server's key has changed since it signed the cursor: a reload gets a new one.
  const isLost = isFinal(error);
  const isOffline = error instanceof ApiError && error.code === "client.network";
  useEffect(() => {
    if (!isOffline) return;
    addEventListener("online", onMore);
    return () => removeEventListener("online", onMore);
  }, [isOffline, onMore]);
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-center gap-3 rounded-card border border-line bg-surface px-4 py-3 text-center"
    >
      <p className="text-sm">
        {isLost
          ? "This page is too old to load the next posts."
          : failureSentence(error, "The next posts could not be loaded.")}
      </p>
      <Button tone="secondary" onClick={isLost ? () => location.reload() : onMore}>
        <Icon name="refresh" size={18} />
        {isLost ? "Reload the Page" : "Try Again"}
      </Button>
      {(error as WithContinueButton).continueButton?.(onMore)}
    </div>
  );
}

/**
 * While there is more, placeholder tiles keep the footer out of sight, where arriving posts cannot push it. After a
 * failure nothing is on its way, so only the height of the tiles in view stays: the failure must not move.
 */
export function FeedEnd(props: FeedEndProps) {
  const { ending, hasMore, isLoading, tiles, onMore, ref } = props;
  // A failure stays in the query while the next try runs.
  const error = isLoading ? null : props.error;
  const ahead = error ? 0 : props.ahead;
  if (!hasMore) {
    return (
      <p
        data-more=""
        tabIndex={-1}
        className="grid min-h-28 place-items-center px-4 py-8 text-center text-sm text-quiet"
      >
        {ending}
      </p>
    );
  }
  return (
    <div
      className="relative pt-4 print:hidden"
      style={{ height: tiles ? `calc(${ahead}px + 150dvh)` : 160 }}
    >
      <div ref={ref} className="absolute top-10 h-px w-px" />
      {tiles && !error && (
        <div className="sticky top-15 opacity-40 [&_*]:animate-none">
          <FeedSkeleton style={tiles} height="calc(100dvh - 60px)" />
        </div>
      )}
      {/* Stays below the filter bar however far the window is past the loaded posts. It is outside the tall
          placeholder, which would let the footer push it up. */}
      <div className="pointer-events-none absolute inset-0 px-4 pt-10">
        <div
          key={String(Boolean(error))}
          ref={passFocusToNewRow}
          data-more=""
          className="pointer-events-auto sticky top-21 flex justify-center"
        >
          {error ? (
            <Failed error={error} onMore={onMore} />
          ) : (
            <Button
              onClick={onMore}
              aria-disabled={isLoading}
              className="w-48 max-w-full floating aria-disabled:opacity-100"
            >
              {isLoading ? "Loading…" : props.isOlder ? "Older Posts" : "Load More Posts"}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
