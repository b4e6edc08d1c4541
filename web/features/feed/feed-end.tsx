import type { Ref } from "react";
import type { PresentationStyle } from "#schema/api/preferences.ts";
import { errorSentence } from "#web/api/api-error.ts";
import { plural } from "#web/lib/format-count.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icons.tsx";
import { FeedSkeleton } from "./feed-skeleton.tsx";

export interface FeedEndProps {
  username: string;
  total: number;
  hasMore: boolean;
  isLoading: boolean;
  error: unknown;
  /** How the tiles to come are laid out; null where none may be coming. */
  tiles: PresentationStyle | null;
  /** Pixels that the posts known but not loaded will take. */
  ahead: number;
  onMore: () => void;
  ref: Ref<HTMLDivElement>;
}

function Failed({ error, onMore }: Pick<FeedEndProps, "error" | "onMore">) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-center gap-3 rounded-card border border-line bg-surface px-4 py-3 text-center"
    >
      <p className="text-sm">{errorSentence(error, "The next posts could not be loaded.")}</p>
      <Button tone="secondary" onClick={onMore}>
        <Icon name="refresh" size={18} />
        Try Again
      </Button>
    </div>
  );
}

/**
 * Under the feed: more, failed, or all seen. While there is more, the tiles to come keep the footer
 * out of sight, so that nothing in view is pushed away when they arrive.
 */
export function FeedEnd(props: FeedEndProps) {
  const { username, total, hasMore, isLoading, error, tiles, ahead, onMore, ref } = props;
  if (!hasMore) {
    return (
      <p className="grid min-h-28 place-items-center px-4 py-8 text-sm text-quiet">
        That is everything: {plural(total, "post")} from u/{username}.
      </p>
    );
  }
  return (
    <div className="relative pt-4" style={{ height: tiles ? `calc(${ahead}px + 150dvh)` : 160 }}>
      <div ref={ref} className="absolute top-10 h-px w-px" />
      {/* Stays in sight however far somebody has scrolled ahead of what is loaded. */}
      <div className="sticky top-15">
        {tiles && (
          <div className="opacity-40 [&_*]:animate-none">
            <FeedSkeleton style={tiles} height="calc(100dvh - 60px)" />
          </div>
        )}
        <div className="absolute inset-x-4 top-6 flex justify-center">
          {error ? (
            <Failed error={error} onMore={onMore} />
          ) : (
            <Button
              onClick={onMore}
              aria-disabled={isLoading}
              className="min-w-48 shadow-[var(--float)] aria-disabled:opacity-100"
            >
              {isLoading ? "Loading…" : "Load More Posts"}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
