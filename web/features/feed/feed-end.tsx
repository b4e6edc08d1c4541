import { errorSentence } from "#web/api/api-error.ts";
import { plural } from "#web/lib/format-count.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icons.tsx";

export interface FeedEndProps {
  username: string;
  total: number;
  hasMore: boolean;
  isLoading: boolean;
  error: unknown;
  onMore: () => void;
}

/** Under the feed: more, on the way, failed, or all seen. */
export function FeedEnd({ username, total, hasMore, isLoading, error, onMore }: FeedEndProps) {
  if (error) {
    return (
      <div role="alert" className="flex flex-wrap items-center justify-center gap-3 text-center">
        <p className="text-sm text-quiet">
          {errorSentence(error, "The next posts could not be loaded.")}
        </p>
        <Button tone="secondary" onClick={onMore}>
          <Icon name="refresh" size={18} />
          Try Again
        </Button>
      </div>
    );
  }
  if (hasMore) {
    return (
      <Button tone="secondary" onClick={onMore} aria-disabled={isLoading} className="min-w-48">
        {isLoading ? "Loading…" : "Load More Posts"}
      </Button>
    );
  }
  return (
    <p className="text-sm text-quiet">
      That is everything: {plural(total, "post")} from u/{username}.
    </p>
  );
}
