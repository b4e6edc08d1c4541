import type { ReactNode } from "react";
import { cx } from "#view/cx.ts";
import { RetryButton } from "./retry-button.tsx";
import { ShowMore, type ShowMoreProps } from "./show-more.tsx";
import { Skeleton } from "./skeleton.tsx";
import { ErrorState } from "./state.tsx";

interface PagedListProps {
  query: ShowMoreProps["query"] & {
    isPending: boolean;
    isError: boolean;
    isSuccess: boolean;
    isPlaceholderData: boolean;
    isFetchNextPageError: boolean;
    refetch: () => unknown;
  };
  isEmpty: boolean;
  /** Shown if the first page of the settled filter has no rows. */
  empty: ReactNode;
  failedTitle: string;
  /** The error's sentence. */
  failure: string;
  /** The height class of one row. */
  skeletonClass: string;
  /** `li` elements. */
  children: ReactNode;
}

/** An empty page of the previous filter does not say whether this filter has rows. */
export const areRowsLoading = (
  query: Pick<PagedListProps["query"], "isPending" | "isPlaceholderData">,
  isEmpty: boolean,
): boolean => query.isPending || (query.isPlaceholderData && isEmpty);

/** The rows of a list with pages, or its loading, failed or empty state. */
export function PagedList(props: PagedListProps) {
  const { query, isEmpty, empty, failedTitle, failure, skeletonClass, children } = props;
  const isLoading = areRowsLoading(query, isEmpty);
  return (
    <>
      {isLoading && (
        <div aria-busy="true" className="flex flex-col gap-3">
          {[0, 1, 2].map((at) => (
            <Skeleton key={at} className={skeletonClass} />
          ))}
        </div>
      )}
      {query.isError && isEmpty && (
        <ErrorState title={failedTitle} action={<RetryButton onRetry={query.refetch} />}>
          <p>{failure}</p>
        </ErrorState>
      )}
      {query.isSuccess && isEmpty && !isLoading && empty}
      {/* An empty one would be read as a list of no entries. */}
      {!isEmpty && (
        <ul className={cx("flex flex-col gap-3", query.isPlaceholderData && "opacity-60")}>
          {children}
        </ul>
      )}
      {/* A failure stays in the query while the next try runs. */}
      {query.isFetchNextPageError && !query.isFetchingNextPage && (
        <p role="alert" className="text-center text-sm text-garnet">
          {failure || failedTitle}
        </p>
      )}
      <ShowMore query={query} className="self-center" />
    </>
  );
}
