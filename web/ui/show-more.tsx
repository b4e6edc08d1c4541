import { Button } from "./button.tsx";

interface ShowMoreProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  className?: string;
}

/** Uses `aria-disabled` while loading: a `disabled` button would lose the focus. */
export function ShowMore({ query, className }: ShowMoreProps) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  if (!hasNextPage) return null;
  return (
    <Button
      tone="secondary"
      className={className}
      aria-disabled={isFetchingNextPage}
      onClick={() => !isFetchingNextPage && fetchNextPage()}
    >
      {isFetchingNextPage ? "Loading..." : "Show more"}
    </Button>
  );
}
