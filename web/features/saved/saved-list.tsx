import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { BoardKind } from "#schema/api/leaderboard.ts";
import { failureSentence } from "#web/api/api-error.ts";
import { plural } from "#web/lib/format-count.ts";
import { Link } from "#web/link.tsx";
import { paths } from "#web/paths.ts";
import { Announced } from "#web/ui/announced.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { RetryButton } from "#web/ui/retry-button.tsx";
import { ShowMore } from "#web/ui/show-more.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/state.tsx";
import { savedMessages } from "./saved.messages.ts";

interface SavedListProps {
  kind: BoardKind;
  query: UseInfiniteQueryResult<InfiniteData<unknown>>;
  /** The height class of one card, for the skeletons. */
  cardClass: string;
  gridClass: string;
  /** The number of loaded rows. */
  count: number;
  hint: string;
  onRetry: () => unknown;
  children: ReactNode;
}

export function SavedList({
  kind,
  query,
  cardClass,
  gridClass,
  count,
  hint,
  onRetry,
  children,
}: SavedListProps) {
  const isEmpty = count === 0;
  if (query.isPending) {
    return (
      <div className={gridClass} aria-busy="true">
        <output className="sr-only">Loading saved {kind}</output>
        {Array.from({ length: 6 }, (_, at) => (
          <Skeleton key={at} className={cardClass} />
        ))}
      </div>
    );
  }
  if (query.isError && isEmpty) {
    const sentence = failureSentence(query.error, "");
    return (
      <ErrorState
        title={savedMessages.inlineFailed[kind]}
        action={<RetryButton onRetry={onRetry} />}
      >
        {sentence && <p>{sentence}</p>}
      </ErrorState>
    );
  }
  if (isEmpty) {
    return (
      <EmptyState
        icon="heart"
        title={savedMessages.empty[kind]}
        action={
          <Link to={paths.home()} className={buttonClass("primary")}>
            Start Exploring
          </Link>
        }
      >
        <p>{hint}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <Announced
        id={kind}
        text={`${plural(count, `saved ${kind === "users" ? "user" : "post"}`)} shown`}
      />
      <ul className={gridClass}>{children}</ul>
      {query.hasNextPage && (
        <div className="mt-6 text-center">
          <ShowMore query={query} />
        </div>
      )}
    </>
  );
}
